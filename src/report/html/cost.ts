/** The cost of a run: in all, by round, and by stage of the judge. Also the command that repeats the run. */
import { parseAttemptId } from "../../run/attempt-id.ts";
import type { RunRecord } from "../../run/events.ts";
import { budgetRows, estimateText } from "../run/budget.ts";
import { count, dollars, seconds, times } from "../format.ts";
import { facts, markup, table, type Markup } from "./markup.ts";
import { words } from "../run/notes.ts";
import { type Artifacts, countsOf, spentOn, verdictOf } from "../run/outcome.ts";

/** Tokens and seconds, by who spent them, and the command that repeats the run. */
export function renderCost(record: RunRecord, artifacts: Artifacts): Markup {
  const { started, attempts, stopped } = record;
  const spent = spentOn(attempts);
  return markup`<section id="cost">
    <h2>Cost</h2>
    ${facts([
      ["model", `${started.model}${started.mode === "replay" ? " (replies replayed)" : ""}`],
      ...budgetRows(record),
      ["trace", record.trace && markup`<a href="${record.trace}">${record.trace}</a>`],
      ["estimate before the run", started.estimate && estimateText(started.estimate, started.price)],
      ["wall clock", seconds(record.seconds)],
      ["model time", seconds(spent.modelSeconds)],
      ["judge time", seconds(spent.judgeSeconds)],
      [
        "judge by stage",
        stagesOf(record, artifacts)
          .map(([stage, s]) => `${stage} ${seconds(s)}`)
          .join(", "),
      ],
      [
        "attempts",
        countsOf(attempts)
          .map(([status, n]) => `${n} ${words(status)}`)
          .join(", "),
      ],
      ["stopped because", stopped && `${words(stopped.reason)}${stopped.detail && `: ${stopped.detail}`}`],
    ])}
    ${renderRounds(record)}
    <h3>Run it again</h3>
    <pre><code>${started.command}</code></pre>
  </section>`;
}

/** The judge's seconds by stage over the baselines, all attempts and all promotions. */
function stagesOf({ baselines, attempts, promotions }: RunRecord, artifacts: Artifacts): readonly (readonly [string, number])[] {
  const total = new Map<string, number>(baselines ? [["baselines", baselines.seconds]] : []);
  const verdicts = [...attempts.map((attempt) => verdictOf(attempt, artifacts)), ...promotions.map(({ verdict }) => verdict)];
  for (const verdict of verdicts) for (const [stage, s] of Object.entries(verdict?.seconds ?? {})) total.set(stage, (total.get(stage) ?? 0) + s);
  return [...total];
}

/** One row per round: its attempts, the best speedup so far, what it cost and how long it took. */
function renderRounds(record: RunRecord): Markup {
  const made = record.attempts.filter((one) => one.role !== "reference");
  const rounds = [...new Set(made.map((one) => one.round))].toSorted((a, b) => a - b);
  if (rounds.length === 0) return markup``;
  let best = 0;
  const rows = rounds.map((round) => {
    const own = made.filter((one) => one.round === round);
    const { tokens, modelSeconds, judgeSeconds } = spentOn(own);
    best = Math.max(best, ...own.map((one) => one.speedup?.median ?? 0));
    const dollarsSpent = costOf(round, record);
    const wall = wallClockOf(round, record);
    return [
      String(round),
      `${own.filter((one) => one.status === "ok").length} of ${own.length}`,
      best > 0 ? times(best) : "–",
      count(tokens),
      dollarsSpent === null ? "–" : dollars(dollarsSpent),
      seconds(modelSeconds),
      seconds(judgeSeconds),
      wall === null ? "–" : seconds(wall),
    ];
  });
  return markup`<h3>By round</h3>
    ${table(["round", "passed", "best so far", "tokens", "cost", "model", "judge", "wall clock"], rows)}`;
}

/** The cost of a round's model calls; null without a price. Each charge names its attempt. */
function costOf(round: number, { charges, started }: RunRecord): number | null {
  const own = charges.filter(({ by, on }) => by === "model" && parseAttemptId(on.split(".")[0] ?? "")?.round === round);
  return started.price === null || own.some((one) => one.costUsd === null) ? null : own.reduce((sum, one) => sum + (one.costUsd ?? 0), 0);
}

/** The duration of a round: from its selection to the next one, or to the last event of its attempts. Null if the log lacks it. */
function wallClockOf(round: number, { rounds, stopped }: RunRecord): number | null {
  const at = rounds.findIndex((one) => one.round === round);
  const [from, to] = [rounds[at]?.at, rounds[at + 1]?.at ?? stopped?.at];
  return at < 0 || from === undefined || to === undefined ? null : (Date.parse(to) - Date.parse(from)) / 1000;
}
