/** A short summary of a search for the graph's state: the tree in a few lines, and a draft's changes. Its size is bounded, because every checkpoint has it. */
import { createTwoFilesPatch } from "diff";
import type { Attempt } from "../../run/attempt.ts";
import type { SourceFile } from "../../domain/candidate.ts";
import { usText } from "../../domain/measure.ts";
import type { Settings } from "../../domain/settings.ts";
import type { Verdict } from "../../domain/verdict.ts";
import { ROOT, type SearchTree } from "../../run/tree.ts";
import type { Expansion } from "../selection/expansion.ts";

/** The largest numbers of lines: the end of the path to the best attempt, the best, and the latest. */
const WAY = 10;
const BEST = 8;
const LATEST = 12;
/** The number of ancestors in which a line searches for a shown parent. Without one it is placed under the reference. */
const FAR = 100;
const MOST_OF_A_LINE = 110;
const MOST_OF_A_CHANGE = 40;

interface About {
  readonly task: { readonly name: string };
  readonly settings: Pick<Settings, "target" | "precision" | "policy">;
}

/** The task, the spending, the tree, and the reason for the end. */
export function summaryOf(
  { task, settings }: About,
  tree: SearchTree,
  expanding: readonly Expansion[] = [],
  ending: { reason: string; detail: string } | null = null,
): string {
  const { target, precision, policy } = settings;
  const head = `${task.name} on ${target}, ${precision}, ${policy.strategy}: ${tree.spent()} of ${policy.attempts} attempts`;
  return [head, ...treeLines(tree, expanding.slice(0, LATEST)), ...(ending ? [`ended: ${ending.reason}: ${ending.detail}`] : [])].join("\n");
}

/** The indented tree: each attempt with its time or error, and its plan. Below it are its branches in flight. */
function treeLines(tree: SearchTree, expanding: readonly Expansion[]): string[] {
  const above = (one: Attempt): Attempt | undefined => (one.parent === null ? undefined : tree.find(one.parent));
  const ranked = tree.ranked().take(BEST).toArray();
  const way: Attempt[] = [];
  for (let one = ranked[0]; one && way.length < WAY; one = above(one)) way.push(one);
  const root = tree.find(ROOT);
  const shown = new Set([...way, ...ranked, ...tree.all().slice(-LATEST), root, ...expanding.map((one) => tree.find(one.parent))]);
  const shownAbove = (one: Attempt): Attempt | undefined => {
    let parent = above(one);
    for (let steps = 0; parent && !shown.has(parent); steps++) parent = steps < FAR ? above(parent) : root;
    return parent;
  };
  const children = Map.groupBy(shown, shownAbove);
  const below = (parent: Attempt | undefined, depth: number): string[] =>
    (children.get(parent) ?? []).flatMap((one) => [
      lineOf(one, depth, one === ranked[0] && one.id !== ROOT),
      ...expanding.filter(({ parent }) => parent === one.id).map(({ id }) => `${"  ".repeat(depth + 1)}${id}  expanding`),
      ...below(one, depth + 1),
    ]);
  const left = tree.all().length - shown.size;
  return [...below(undefined, 0), ...(left > 0 ? [`(and ${left} more)`] : [])];
}

function lineOf(attempt: Attempt, depth: number, isBest: boolean): string {
  const { id, plan } = attempt;
  const parts = [outcomeLine(attempt), plan && `[${plan.strategy}]`, isBest && "<- best"];
  return `${"  ".repeat(depth)}${id}  ${parts.filter(Boolean).join("  ")}`.slice(0, MOST_OF_A_LINE);
}

/** The result of an attempt in a line: time and speedup, or the error. */
export function outcomeLine({ status, time, speedup, problem }: Attempt): string {
  const [first = "", second = ""] = problem.split("\n").filter((line) => line.trim() !== "");
  if (status !== "ok" && status !== "reference") return `${status}: ${first.endsWith(":") ? `${first} ${second.trim()}` : first}`;
  return time ? `${usText(time.medianUs)}${speedup ? `, ${speedup.median.toPrecision(3)}x` : ""}` : "";
}

const MOST_OF_A_RESULT = 200;

/** The result of an attempt for the state of a branch, at most 200 characters. */
export const resultOf = (attempt: Attempt): string => outcomeLine(attempt).slice(0, MOST_OF_A_RESULT);

/** The result of promotion: the winner and its speedup in the second measurement. */
export function promotionText(winner: { id: string; verdict: Verdict } | undefined): string {
  return winner?.verdict.status === "ok"
    ? `promoted: ${winner.id}, ${winner.verdict.speedup.median.toPrecision(3)}x the reference when measured again`
    : "promoted: nothing";
}

/** A draft's changes, as the first lines of a diff. */
export function changeOf(parent: readonly SourceFile[], draft: readonly SourceFile[]): string {
  const before = (name: string): string => parent.find((one) => one.name === name)?.text ?? "";
  const changed = draft.filter(({ name, text }) => text !== before(name));
  const patches = changed.map(({ name, text }) => createTwoFilesPatch(name, name, before(name), text, "", "", { context: 1 }));
  const lines = patches.flatMap((patch) => patch.split("\n").slice(2)).filter((line) => line !== "");
  const cut = lines.slice(0, MOST_OF_A_CHANGE).map((line) => line.slice(0, MOST_OF_A_LINE));
  return [...cut, ...(lines.length > cut.length ? [`(and ${lines.length - cut.length} more lines)`] : [])].join("\n");
}
