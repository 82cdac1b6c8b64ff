/** Composition: what two attempts made of different parts of a large module, brought together in one. */
import type { Attempt, Plan } from "../domain/attempt.ts";
import type { SourceFile } from "../domain/candidate.ts";
import type { Expansion } from "./expansion.ts";
import type { Tree } from "../domain/tree.ts";
import { lineage } from "./tree.ts";

/** The fastest attempts are looked at, in pairs. */
const CANDIDATES = 12;
/** A composition must promise at least this much over the best attempt. */
const WORTHWHILE = 1.02;
const AND = " + ";

/** The parts that an attempt changed, on the way from the reference. */
export function partsDone(tree: Tree, attempt: Attempt): Set<string> {
  return new Set(lineage(tree, attempt).flatMap((one) => one.plan?.part?.split(AND) ?? []));
}

/** The speedup of two attempts in one, as far as what they save adds up; 0 where that cannot be. */
export function promised(one: number, other: number): number {
  const left = 1 / one + 1 / other - 1;
  return left > 0 ? 1 / left : 0;
}

/** The two attempts whose composition promises most: changes of different parts, not composed yet. Undefined where none promises a gain. */
export function composition(tree: Tree, inFlight: readonly Expansion[]): { parent: Attempt; donor: Attempt } | undefined {
  const onParts = tree.ranked().filter((one) => one.plan?.part !== undefined && (one.speedup?.low ?? 0) > 1);
  const fast = [...onParts.take(CANDIDATES)].map((attempt) => ({ attempt, parts: partsDone(tree, attempt), speedup: attempt.speedup!.median }));
  const pairs = fast.flatMap((one, at) =>
    fast
      .slice(at + 1)
      .filter(
        (two) =>
          one.attempt.language === two.attempt.language && one.parts.isDisjointFrom(two.parts) && !isComposed(tree, inFlight, one.attempt.id, two.attempt.id),
      )
      .map((two) => ({ parent: one.attempt, donor: two.attempt, speedup: promised(one.speedup, two.speedup) })),
  );
  const most = pairs.toSorted((a, b) => b.speedup - a.speedup)[0];
  return most && most.speedup > (tree.ranked().next().value?.speedup?.median ?? 1) * WORTHWHILE ? most : undefined;
}

function isComposed(tree: Tree, inFlight: readonly Expansion[], one: string, other: string): boolean {
  const joins = (parent: string, donor: string): boolean =>
    tree.childrenOf(parent).some((child) => child.plan?.donor === donor) || inFlight.some((flight) => flight.parent === parent && flight.donor === donor);
  return joins(one, other) || joins(other, one);
}

/** The chosen expansions, the last of which composes where that promises a gain: it costs what it replaces. */
export function withComposition(tree: Tree, chosen: readonly Expansion[], inFlight: readonly Expansion[]): Expansion[] {
  const last = chosen.at(-1);
  const pair = last && composition(tree, inFlight);
  if (!last || !pair) return [...chosen];
  const nth = tree.childrenOf(pair.parent.id).length + [...inFlight, ...chosen.slice(0, -1)].filter((one) => one.parent === pair.parent.id).length;
  return [...chosen.slice(0, -1), { ...last, parent: pair.parent.id, donor: pair.donor.id, nth, place: 0, of: 1, first: "planner", why: "compose" }];
}

/** The plan of a composition. No model makes it: everything may change, and what is to be taken over is named. */
export function compositionPlan(tree: Tree, parent: Attempt, donor: Attempt, files: readonly SourceFile[]): Plan {
  const [kept, taken] = [parent, donor].map((one) => [...partsDone(tree, one)].join(AND)) as [string, string];
  return {
    strategy: "compose",
    advice: `Bring ${taken} from attempt ${donor.id} into this source, which holds ${kept}: take over its kernels and how it calls them, keep both optimizations as they are, and nothing twice.`,
    anchors: files.map((file) => ({ file: file.name, from: 1, to: file.text.split("\n").length })),
    part: [kept, taken].join(AND),
    donor: donor.id,
  };
}
