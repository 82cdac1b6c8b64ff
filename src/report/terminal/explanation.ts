import type { Mismatch } from "../../domain/verdict.ts";

/** Says for a person on which inputs a kernel is wrong, and whether checks were left: one line for each. Without an explanation no check was asked. */
export function explanationText(explanation: readonly Mismatch[] | undefined): string {
  if (explanation === undefined) return "not explained: after this failure no check can be asked again";
  if (explanation.length === 0) return "explained: nothing is wrong on public inputs and on fresh draws of the checks";
  return ["explained, on public inputs and on fresh draws:", ...explanation.map(lineOf)].join("\n");
}

function lineOf({ check, element, expected, got, problem }: Mismatch): string {
  if (element === null) return `    ${check}: ${problem}`;
  const place = element.length > 0 ? `row ${element[0]}, element [${element.join(", ")}]` : "the only element";
  return `    ${check}: ${place}: expected ${expected}, got ${got}`;
}
