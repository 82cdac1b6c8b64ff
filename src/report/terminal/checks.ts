/** What the judge varies for a task, as text for the terminal. Values of hidden inputs are never in it. */
import { percent } from "../format.ts";
import type { Baselines } from "../../domain/protocol.ts";
import type { TensorSpec } from "../../domain/task.ts";

export type Checks = Pick<Baselines, "inputs" | "timedOn" | "admission"> & Partial<Pick<Baselines, "checks" | "gradients" | "workloads">>;

/** One line per input, distribution and kind of special check. */
export function checksText({ inputs, timedOn, admission, checks, gradients = [], workloads = [] }: Checks): string {
  const sections: [string, string[]][] = [
    ["shapes", workloads.map(({ name, share }) => `${name}: ${percent(share)} of eager's time`)],
    ["inputs", inputs.map(specText)],
    ["gradients (compared with those of fp64)", gradients.map(specText)],
    [
      "distributions",
      admission.map(
        ({ distribution, usable, note }) => `${distribution}: ${usable ? `checked${distribution === timedOn ? " and timed" : ""}` : `skipped: ${note}`}`,
      ),
    ],
  ];
  if (checks) {
    const rows = checks.rows === "independent" ? "each row is judged alone" : "rows mix, so each kind has a draw of its own";
    sections.push(
      [`special rows (${rows})`, kinds(checks.specialRows)],
      ["rare rows (a failure is named as unproven)", kinds(checks.rareRows)],
      ["large parameters and extreme numbers beside special rows", checks.extremes === undefined ? [] : [checks.extremes || "checked"]],
      ["arguments", Object.entries(checks.arguments).map(([name, how]) => `${name}: ${how.join(", ") || "not varied"}`)],
      ["the same value in every draw (named as unproven)", checks.sameInEveryDraw],
      ["third state of parameters", checks.parameters],
      ["written by a call, and compared", checks.effects],
    );
  }
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [title, ...lines.map((line) => `  ${line}`)].join("\n"))
    .join("\n");
}

const specText = ({ name, shape, dtype }: TensorSpec): string => `${name}: ${dtype} [${shape.join(", ")}]`;

/** The kinds that are checked in one line; below it each skipped kind with its reason. */
function kinds(all: Readonly<Record<string, string>>): string[] {
  const checked = Object.keys(all).filter((kind) => all[kind] === "");
  const skipped = Object.entries(all).filter(([, why]) => why !== "");
  return [...(checked.length > 0 ? [checked.join(", ")] : []), ...skipped.map(([kind, why]) => `skipped: ${kind}: ${why}`)];
}
