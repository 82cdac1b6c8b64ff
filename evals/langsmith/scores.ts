/** The scores of a run: numbers with stable names. `kernelwright bench` builds its tables from the same cells. */
import type { Against, BenchCell } from "../../src/domain/bench.ts";
import type { RunRecord } from "../../src/run/events.ts";
import { baselinesOf, summaryOf } from "../../src/report/bench/summary.ts";
import type { Artifacts } from "../../src/report/run/outcome.ts";
import { filesOf } from "../../src/report/html/source.ts";
import { anchored, strayed } from "../../src/search/grounding/anchors.ts";
import { ROOT } from "../../src/run/tree.ts";

export type Scores = Record<string, number>;

const keyOf = (against: Against): string => against.replace(/-/g, "_");

/** One run's scores; what was not measured is left out. */
export function scoresOf(cell: BenchCell, planCarriedOut: number | null): Scores {
  const isDone = cell.status === "proven" || cell.status === "correct";
  const speeds = cell.speeds.flatMap(({ against, speedup }): [string, number][] => [
    [`fast_1_${keyOf(against)}`, speedup.median > 1 ? 1 : 0],
    [`fast_2_${keyOf(against)}`, speedup.median > 2 ? 1 : 0],
    [`speedup_${keyOf(against)}`, speedup.median],
  ]);
  const { tokens, costUsd, gpuSeconds } = cell.spent;
  const all: [string, number | null][] = [
    ["correct", isDone ? 1 : 0],
    ["proven_faster", cell.status === "proven" ? 1 : 0],
    ...(speeds.length > 0 ? speeds : ([["fast_1_eager", 0]] as [string, number][])),
    ["sol_fraction", cell.solFraction],
    ["tokens", tokens],
    ["cost_usd", costUsd],
    ["judge_seconds", gpuSeconds],
    ["plan_carried_out", planCarriedOut],
  ];
  return Object.fromEntries(all.filter((one): one is [string, number] => one[1] !== null));
}

/** The scores of one way of searching over all tasks. */
export function summaryScores(variant: string, cells: readonly BenchCell[]): Scores {
  const summary = summaryOf(variant, cells, baselinesOf(cells));
  const speeds = summary.speeds.flatMap(({ against, fast, geomean, kept }): [string, number | null][] => [
    [`fast_1_${keyOf(against)}`, fast[1]],
    [`fast_2_${keyOf(against)}`, fast[2]],
    [`speedup_geomean_${keyOf(against)}`, geomean?.value ?? null],
    [`kept_geomean_${keyOf(against)}`, kept?.value ?? null],
  ]);
  const all: [string, number | null][] = [
    ["fast_0", summary.fast0],
    ["proven_faster", summary.proven],
    ...speeds,
    ["sol_fraction_median", summary.solFraction?.value ?? null],
    ["tokens", summary.tokens],
    ["cost_usd", summary.costUsd],
    ["judge_seconds", summary.gpuSeconds],
  ];
  return Object.fromEntries(all.filter((one): one is [string, number] => one[1] !== null));
}

/**
 * The fraction of the coder's attempts that changed the lines marked by the plan, and only those. Null if no plan marks lines, because a
 * first candidate is written from scratch.
 */
export function planCarriedOut({ attempts }: Pick<RunRecord, "attempts">, artifacts: Artifacts): number | null {
  const carried = attempts.flatMap((attempt) => {
    const parent = attempts.find((one) => one.id === attempt.parent);
    if (attempt.role !== "coder" || !attempt.plan || attempt.plan.language || !attempt.source || !parent || parent.id === ROOT) return [];
    const [before, after] = [filesOf(parent, artifacts), filesOf(attempt, artifacts)];
    const isChanged = after.some((file) => file.text !== before.find((one) => one.name === file.name)?.text);
    return isChanged && strayed(anchored(before, attempt.plan.anchors, attempt.plan.advice), after).length === 0 ? [1] : [0];
  });
  return carried.length === 0 ? null : carried.reduce<number>((sum, one) => sum + one, 0) / carried.length;
}
