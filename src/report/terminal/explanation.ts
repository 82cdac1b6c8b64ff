import type { Mismatch } from "../../domain/verdict.ts";

/** Says for a person on which fresh draws a kernel is wrong: one line for each. */
export function explanationText(explanation: readonly Mismatch[]): string {
  if (explanation.length === 0) return "explained: nothing is wrong on fresh draws of the checks, or the kernel ended before it could be asked";
  return ["explained, on fresh draws:", ...explanation.map(lineOf)].join("\n");
}

function lineOf({ check, element, expected, got, problem }: Mismatch): string {
  if (element === null) return `    ${check}: ${problem}`;
  const place = element.length > 0 ? `row ${element[0]}, element [${element.join(", ")}]` : "the only element";
  return `    ${check}: ${place}: expected ${expected}, got ${got}`;
}
