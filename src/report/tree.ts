/** The search as it went: every attempt under its parent, the chart of speedups, and what failed and why. */
import type { Attempt } from "../domain/attempt.ts";
import type { RunRecord } from "../domain/run-record.ts";
import { renderChart } from "./chart.ts";
import { duration, plural, ratio, times } from "./format.ts";
import { fold, markup, table, type Markup } from "./markup.ts";
import { words } from "./notes.ts";
import { pathTo, type Outcome } from "./outcome.ts";

/** The chart and the tree of attempts, each with its status, strategy, why it was chosen, time and speedup. */
export function renderSearch(record: RunRecord, { best }: Outcome): Markup {
  const { attempts, baselines, expansions } = record;
  const winning = new Set(pathTo(best, attempts));
  const why = new Map(expansions.map((expansion) => [expansion.attempt, expansion.why]));
  const rows = inTreeOrder(attempts).map(({ attempt, depth }) => [
    markup`<span class="${winning.has(attempt) ? "node winner" : "node"}" style="--depth:${depth}">${attempt.id}</span>`,
    markup`<span class="status ${attempt.status}">${words(attempt.status)}</span>`,
    markup`${attempt.plan?.strategy}${partOf(attempt)}${why.has(attempt.id) && markup`<small>${why.get(attempt.id)}</small>`}`,
    attempt.time && duration(attempt.time.medianUs),
    attempt.speedup && ratio(attempt.speedup),
  ]);
  return markup`<section id="search">
    <h2>Search</h2>
    <p class="quiet">
      ${plural(attempts.filter((a) => a.role !== "reference").length, "attempt")}; indented under the attempt that each one changes, the way to the best one in
      bold. Times are those of the search.
    </p>
    ${renderChart(attempts, best?.id ?? null, baselines?.rivals.find(({ name }) => name === "compile")?.speedup ?? null)} ${table(["attempt", "status", "strategy", "time", "speedup"], rows, 3)}
  </section>`;
}

/** Of a large module: what the attempt changed, and what that could bring at most. */
function partOf({ plan }: Attempt): Markup | null {
  if (plan?.part === undefined) return null;
  return markup`<small>part: ${plan.part}${plan.atMost !== undefined && ` (at most ${times(plan.atMost)} in all)`}</small>`;
}

type Placed = { readonly attempt: Attempt; readonly depth: number };

/** Parents before children, siblings in the order they were made; an attempt whose parent is missing stands at the top. */
function inTreeOrder(attempts: readonly Attempt[]): readonly Placed[] {
  const known = new Set(attempts.map((attempt) => attempt.id));
  const below = (parent: string, depth: number): Placed[] =>
    attempts.filter((attempt) => attempt.parent === parent).flatMap((attempt) => [{ attempt, depth }, ...below(attempt.id, depth + 1)]);
  const tops = attempts.filter((attempt) => attempt.parent === null || !known.has(attempt.parent));
  return tops.flatMap((attempt) => [{ attempt, depth: 0 }, ...below(attempt.id, 1)]);
}

/** Every attempt that ended without a time, with the problem it was told. */
export function renderFailures(attempts: readonly Attempt[]): Markup {
  const failed = attempts.filter(({ status }) => status !== "ok" && status !== "reference" && status !== "duplicate");
  if (failed.length === 0) return markup``;
  return markup`<section id="failures">
    <h2>Failures</h2>
    ${failed.map(({ id, status, plan, problem }) => fold(markup`<span class="status ${status}">${words(status)}</span> ${id}${plan && ` — ${plan.strategy}`}`, markup`<pre><code>${problem || "no details were recorded"}</code></pre>`))}
  </section>`;
}
