/** The box "Use …": the command that exports the winner, its proven properties, shapes and device. */
import { gatesText } from "../../domain/gate.ts";
import { notProven } from "../../domain/verdict.ts";
import type { RunRecord } from "../../run/events.ts";
import { kernelwright } from "../../lib/shell.ts";
import { percent, plural, ratio } from "../format.ts";
import { facts, fold, markup, table, type Markup } from "./markup.ts";
import type { Outcome } from "../run/outcome.ts";
import { specs } from "./setting.ts";

/** The box. Empty for a run without a proven winner. `folder` is the run's, as a person names it. */
export function renderShip(record: RunRecord, { best, verdict, promoted, standing, strongest, eagerName }: Outcome, folder: string): Markup {
  if (!record.finished || !best || !verdict || !promoted || standing !== "win") return markup``;
  const degraded = verdict.isolation.level === "L3" ? [] : ["--degraded"];
  const command = (...more: string[]): string => kernelwright("export", folder, ...more, ...degraded);
  const over =
    strongest && strongest.kind !== "eager"
      ? `; ${strongest.standing === "win" ? "" : "not proven: "}${ratio(strongest.speedup)} against ${strongest.label}`
      : "";
  return markup`<section id="ship" class="ship" aria-labelledby="ship-name">
    <h2 id="ship-name">Use ${best.id}</h2>
    ${renderCommand("As a git patch: it replaces the class and falls back to the original", command("--format", "patch", "-o", "winner.patch"))}
    <p class="quiet">${unbroken("The patch changes the task's file. Add --module FILE --class NAME to patch your own module.")}</p>
    ${renderCommand("As one Python file", command("-o", "winner.py"))}
    ${degraded.length > 0 && markup`<p class="quiet">${unbroken("--degraded")} is needed because candidates ran at isolation ${verdict.isolation.level}.</p>`}
    ${facts([
      [
        "proven right",
        `${plural(verdict.checkedCalls, "call")} against a double-precision reference, in a fresh process; the largest error used ${percent(verdict.errorShare)} of its budget`,
      ],
      ["proven faster", `${ratio(verdict.speedup)} against ${eagerName}${over}`],
      ...shapesOf(record),
      ["on", deviceOf(record)],
      ["not proven", [notProven(verdict), "other shapes, dtypes and devices: there a patch runs the original class"].filter(Boolean).join("; ")],
    ])}
    ${record.exports.filter(({ attempt }) => attempt === best.id).map(renderGates)}
  </section>`;
}

/** The inputs of each proven shape. */
const shapesOf = ({ baselines }: RunRecord): [string, string][] =>
  (baselines?.workloads ?? (baselines ? [baselines] : [])).map(({ inputs }, at): [string, string] => [at === 0 ? "for" : "and", specs(inputs)]);

/** The gates of an export as an operator, one per line. */
function renderGates({ format, gates }: RunRecord["exports"][number]): Markup {
  const rows = gates.map(({ name, what, outcome, detail }) => [name, what, outcome === "failed" ? "FAILED" : outcome, detail]);
  return fold(`Exported as an operator (--format ${format}): ${gatesText(gates)}`, table(["gate", "what it shows", "outcome", "detail"], rows, 4));
}

/** A command that one click selects. */
export function renderCommand(what: string, command: string): Markup {
  return markup`<p class="command"><span>${what}</span><code>${unbroken(command)}</code></p>`;
}

/** A text in which no line ends within a flag. */
const unbroken = (text: string): Markup[] => text.split(/(--[\w-]+)/).map((part, at) => (at % 2 ? markup`<b>${part}</b>` : markup`${part}`));

/** "NVIDIA H200, fp32, torch 2.11.0" */
function deviceOf({ started, baselines }: RunRecord): string | null {
  if (!baselines) return null;
  const { host } = baselines;
  const device = started.target === "cuda" ? host.gpu?.name : `${host.cpu}, ${plural(host.threads, "thread")}`;
  return [device, started.precision, host.torch && `torch ${host.torch}`].filter(Boolean).join(", ");
}
