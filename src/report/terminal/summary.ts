/** The final text of a run for the terminal: the result, its cost, and its caveats. */
import type { RunRecord } from "../../run/events.ts";
import { budgetRows } from "../run/budget.ts";
import { forwardText } from "../run/forward.ts";
import { percent, ratio, seconds, time } from "../format.ts";
import { notesOf, words } from "../run/notes.ts";
import { shapeText, unseenText, worstShape, worstText } from "../run/shapes.ts";
import { countsOf, outcomeOf, spentOn, type Outcome } from "../run/outcome.ts";

/** Ends with a newline. Text from models and candidates cannot move the cursor or colour the terminal. */
export function renderSummary(record: RunRecord): string {
  const outcome = outcomeOf(record, () => undefined);
  const { modelSeconds, judgeSeconds } = spentOn(record.attempts);
  const rows: [string, string][] = [
    ["task", `${record.started.task} (${record.started.target}, ${record.started.precision})`],
    ...resultRows(record, outcome),
    [
      "attempts",
      countsOf(record.attempts)
        .map(([status, n]) => `${n} ${words(status)}`)
        .join(", ") || "none",
    ],
    ...budgetRows(record),
    ["time", `${seconds(record.seconds)}; for the attempts, some of it at once, model ${seconds(modelSeconds)}, judge ${seconds(judgeSeconds)}`],
  ];
  if (record.stopped) rows.push(["stopped", [words(record.stopped.reason), record.stopped.detail].filter(Boolean).join(": ")]);
  const width = Math.max(18, ...rows.map(([label]) => label.length + 2));
  const table = rows.map(([label, value]) => `${label.padEnd(width)}${value}`);
  const notes = notesOf(record, outcome).map((note) => `- ${note}`);
  return printable([...table, ...notes].join("\n")) + "\n";
}

function resultRows(
  record: RunRecord,
  { best, standing, time: fastest, verdict, baselines, strongest, eagerName, solFraction, floor }: Outcome,
): [string, string][] {
  const beside = verdict?.baseline ?? record.baselines?.eager; // ratios are of times measured side by side
  const eager: [string, string][] = beside ? [[eagerName, time(beside)]] : [];
  if (!best) return [["winner", "none"], ...eager];
  const rows: [string, string][] = [
    [standing === "win" && record.finished ? "winner" : "best attempt", `${best.id}${best.plan ? `: ${best.plan.strategy}` : ""}`],
    ...eager,
  ];
  if (fastest) rows.push(["candidate", time(fastest)]);
  const lead = strongest && baselines.length > 1 ? strongest.label : null;
  for (const { kind, label, speedup } of baselines)
    rows.push([`against ${kind === "eager" ? "eager" : label}`, `${ratio(speedup)}${label === lead ? ", the strongest baseline" : ""}`]);
  const worst = verdict && worstShape(verdict);
  if (worst) rows.push(["slowest shape", worstText(worst)], ...(verdict.shapes ?? []).map((one): [string, string] => [`shape ${one.name}`, shapeText(one)]));
  const forward = verdict && forwardText(verdict);
  if (forward) rows.push(["forward alone", forward]);
  const unseen = verdict && unseenText(verdict);
  if (unseen) rows.push(["hidden shapes", unseen]);
  if (solFraction !== null) rows.push(["speed of light", `${percent(solFraction)} (${floor} floor)`]);
  return rows;
}

/** Removes control characters except line feed and tab. A candidate's text may contain escape sequences. */
export function printable(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, "");
}
