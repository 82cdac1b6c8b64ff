/** A search as a person reads it in the state: the tree in a few lines, and what a draft changes. Bounded: it is in every checkpoint. */
import { createTwoFilesPatch } from "diff";
import type { Attempt } from "../domain/attempt.ts";
import type { SourceFile } from "../domain/candidate.ts";
import { usText } from "../domain/measure.ts";
import type { Settings } from "../domain/settings.ts";
import type { Verdict } from "../domain/verdict.ts";
import { ROOT, type SearchTree } from "../domain/tree.ts";
import type { Expansion } from "./expansion.ts";

/** Lines of the tree: the end of the way to the best attempt, the best, and the latest. */
const WAY = 10;
const BEST = 8;
const LATEST = 12;
/** Steps back on which an attempt looks for one that is shown; beyond it stands under the reference. */
const FAR = 100;
const MOST_OF_A_LINE = 110;
const MOST_OF_A_CHANGE = 40;

interface About {
  readonly task: { readonly name: string };
  readonly settings: Pick<Settings, "target" | "precision" | "policy">;
}

/** What is searched for, what was spent on it, the tree, and why it ended once it has. */
export function storyOf(
  { task, settings }: About,
  tree: SearchTree,
  growing: readonly Expansion[] = [],
  ending: { reason: string; detail: string } | null = null,
): string {
  const { target, precision, policy } = settings;
  const head = `${task.name} on ${target}, ${precision}, ${policy.strategy}: ${tree.spent()} of ${policy.attempts} attempts`;
  return [head, ...treeLines(tree, growing.slice(0, LATEST)), ...(ending ? [`ended: ${ending.reason}: ${ending.detail}`] : [])].join("\n");
}

/** The tree, indented: each attempt with its time or what was wrong with it, and its plan; under it what grows from it now. */
function treeLines(tree: SearchTree, growing: readonly Expansion[]): string[] {
  const above = (one: Attempt): Attempt | undefined => (one.parent === null ? undefined : tree.find(one.parent));
  const ranked = tree.ranked().take(BEST).toArray();
  const way: Attempt[] = [];
  for (let one = ranked[0]; one && way.length < WAY; one = above(one)) way.push(one);
  const root = tree.find(ROOT);
  const shown = new Set([...way, ...ranked, ...tree.all().slice(-LATEST), root, ...growing.map((one) => tree.find(one.parent))]);
  const shownAbove = (one: Attempt): Attempt | undefined => {
    let parent = above(one);
    for (let steps = 0; parent && !shown.has(parent); steps++) parent = steps < FAR ? above(parent) : root;
    return parent;
  };
  const children = Map.groupBy(shown, shownAbove);
  const below = (parent: Attempt | undefined, depth: number): string[] =>
    (children.get(parent) ?? []).flatMap((one) => [
      lineOf(one, depth, one === ranked[0] && one.id !== ROOT),
      ...growing.filter(({ parent }) => parent === one.id).map(({ id }) => `${"  ".repeat(depth + 1)}${id}  growing`),
      ...below(one, depth + 1),
    ]);
  const left = tree.all().length - shown.size;
  return [...below(undefined, 0), ...(left > 0 ? [`(and ${left} more)`] : [])];
}

function lineOf(attempt: Attempt, depth: number, isBest: boolean): string {
  const { id, plan } = attempt;
  const told = [outcomeOf(attempt), plan && `[${plan.strategy}]`, isBest && "<- best"];
  return `${"  ".repeat(depth)}${id}  ${told.filter(Boolean).join("  ")}`.slice(0, MOST_OF_A_LINE);
}

/** How an attempt did, in a line: its time and speedup, or what was wrong with it. */
export function outcomeOf({ status, time, speedup, problem }: Attempt): string {
  const [first = "", second = ""] = problem.split("\n").filter((line) => line.trim() !== "");
  if (status !== "ok" && status !== "reference") return `${status}: ${first.endsWith(":") ? `${first} ${second.trim()}` : first}`;
  return time ? `${usText(time.medianUs)}${speedup ? `, ${speedup.median.toPrecision(3)}x` : ""}` : "";
}

/** What came of promotion: the winner and its speedup in the second measurement. */
export function promotionText(winner: { id: string; verdict: Verdict } | undefined): string {
  return winner?.verdict.status === "ok"
    ? `promoted: ${winner.id}, ${winner.verdict.speedup.median.toPrecision(3)}x the reference when measured again`
    : "promoted: nothing";
}

/** What a draft changes in its parent, as the first lines of a diff. */
export function changeOf(parent: readonly SourceFile[], draft: readonly SourceFile[]): string {
  const before = (name: string): string => parent.find((one) => one.name === name)?.text ?? "";
  const changed = draft.filter(({ name, text }) => text !== before(name));
  const patches = changed.map(({ name, text }) => createTwoFilesPatch(name, name, before(name), text, "", "", { context: 1 }));
  const lines = patches.flatMap((patch) => patch.split("\n").slice(2)).filter((line) => line !== "");
  const cut = lines.slice(0, MOST_OF_A_CHANGE).map((line) => line.slice(0, MOST_OF_A_LINE));
  return [...cut, ...(lines.length > cut.length ? [`(and ${lines.length - cut.length} more lines)`] : [])].join("\n");
}
