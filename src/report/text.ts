/** The short plain-text ending of a run, for the terminal: the result, what it cost, and what to keep in mind. */
import type { RunRecord } from "../domain/run-record.ts";
import { budgetRows } from "./budget.ts";
import { percent, ratio, seconds, time } from "./format.ts";
import { notesOf, words } from "./notes.ts";
import { countsOf, outcomeOf, spentOn, type Outcome } from "./outcome.ts";

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
  const table = rows.map(([label, value]) => `${label.padEnd(18)}${value}`);
  const notes = notesOf(record, outcome).map((note) => `- ${note}`);
  return printable([...table, ...notes].join("\n")) + "\n";
}

function resultRows(record: RunRecord, { best, standing, time: fastest, speedup, verdict, shareOfFloor, floor }: Outcome): [string, string][] {
  const beside = verdict?.baseline ?? record.baselines?.eager; // ratios are of times measured side by side
  const eager: [string, string][] = beside ? [["eager PyTorch", time(beside)]] : [];
  if (!best) return [["winner", "none"], ...eager];
  const rows: [string, string][] = [
    [standing === "win" && record.finished ? "winner" : "best attempt", `${best.id}${best.plan ? `: ${best.plan.strategy}` : ""}`],
    ...eager,
  ];
  if (fastest) rows.push(["candidate", time(fastest)]);
  if (speedup) rows.push(["against eager", ratio(speedup)]);
  for (const { name, speedup: over } of verdict?.rivals ?? []) if (over) rows.push([`against ${name}`, ratio(over)]);
  if (shareOfFloor !== null) rows.push([`of ${floor} floor`, percent(shareOfFloor)]);
  return rows;
}

/** Control characters other than line feed and tab are dropped: a candidate's text may hold escape sequences. */
export function printable(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, "");
}
