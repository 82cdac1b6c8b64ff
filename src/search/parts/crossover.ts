/** Crossover: one candidate that joins the changes of two attempts to different parts of a large module. */
import type { Attempt, Plan } from "../../run/attempt.ts";
import type { SourceFile } from "../../domain/candidate.ts";
import type { Render } from "../../domain/render.ts";
import type { Expansion } from "../selection/expansion.ts";
import type { Tree } from "../../run/tree.ts";
import { WHOLE } from "./decomposition.ts";
import { lineage } from "../selection/kinship.ts";

/** The number of fastest attempts that are paired. */
const CANDIDATES = 12;
/** A crossover must promise at least this much over the best attempt. */
const WORTHWHILE = 1.02;
const AND = " + ";

/** The parts that an attempt changed, on the way from the reference. */
export function partsDone(tree: Tree, attempt: Attempt): Set<string> {
  return new Set(lineage(tree, attempt).flatMap((one) => one.plan?.part?.split(AND) ?? []));
}

/** The predicted speedup of a crossover: the savings of both attempts add up. 0 if that is impossible. */
export function promised(one: number, other: number): number {
  const left = 1 / one + 1 / other - 1;
  return left > 0 ? 1 / left : 0;
}

/** The pair of attempts with the largest predicted gain. They changed different parts, and no attempt joins them yet. Undefined without a gain. */
export function bestCrossover(tree: Tree, inFlight: readonly Expansion[]): { parent: Attempt; secondParent: Attempt } | undefined {
  const onParts = tree.ranked().filter((one) => one.plan?.part !== undefined && !partsDone(tree, one).has(WHOLE) && (one.speedup?.low ?? 0) > 1);
  const fast = [...onParts.take(CANDIDATES)].map((attempt) => ({ attempt, parts: partsDone(tree, attempt), speedup: attempt.speedup!.median }));
  const pairs = fast.flatMap((one, at) =>
    fast
      .slice(at + 1)
      .filter(
        (two) =>
          one.attempt.language === two.attempt.language && one.parts.isDisjointFrom(two.parts) && !isCrossed(tree, inFlight, one.attempt.id, two.attempt.id),
      )
      .map((two) => ({ parent: one.attempt, secondParent: two.attempt, speedup: promised(one.speedup, two.speedup) })),
  );
  const most = pairs.toSorted((a, b) => b.speedup - a.speedup)[0];
  return most && most.speedup > (tree.ranked().next().value?.speedup?.median ?? 1) * WORTHWHILE ? most : undefined;
}

function isCrossed(tree: Tree, inFlight: readonly Expansion[], one: string, other: string): boolean {
  const joins = (parent: string, secondParent: string): boolean =>
    tree.childrenOf(parent).some((child) => child.plan?.secondParent === secondParent) ||
    inFlight.some((flight) => flight.parent === parent && flight.secondParent === secondParent);
  return joins(one, other) || joins(other, one);
}

/** The chosen expansions; a crossover replaces the last one if it promises a gain. It costs as much as the expansion it replaces. */
export function withCrossover(tree: Tree, chosen: readonly Expansion[], inFlight: readonly Expansion[]): Expansion[] {
  const last = chosen.at(-1);
  const pair = last && bestCrossover(tree, inFlight);
  if (!last || !pair) return [...chosen];
  const childIndex = tree.childrenOf(pair.parent.id).length + [...inFlight, ...chosen.slice(0, -1)].filter((one) => one.parent === pair.parent.id).length;
  return [
    ...chosen.slice(0, -1),
    { ...last, parent: pair.parent.id, secondParent: pair.secondParent.id, childIndex, siblingIndex: 0, siblingCount: 1, first: "planner", why: "crossover" },
  ];
}

/** The plan of a crossover, made without a model. It allows all changes and names the changes to take over. */
export function crossoverPlan(render: Render, tree: Tree, parent: Attempt, secondParent: Attempt, files: readonly SourceFile[]): Plan {
  const [kept, taken] = [parent, secondParent].map((one) => [...partsDone(tree, one)].join(AND)) as [string, string];
  return {
    strategy: "crossover",
    advice: render("phrases#crossover", { taken, secondParent: secondParent.id, kept }),
    anchors: files.map((file) => ({ file: file.name, from: 1, to: file.text.split("\n").length })),
    part: [kept, taken].join(AND),
    secondParent: secondParent.id,
  };
}
