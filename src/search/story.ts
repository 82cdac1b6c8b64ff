/** A search as a person reads it in the state: the tree in a few lines, and what a draft changes. Bounded: it is in every checkpoint. */
import { createTwoFilesPatch } from "diff";
import type { Attempt } from "../domain/attempt.ts";
import type { SourceFile } from "../domain/candidate.ts";
import { leading, ROOT, type Tree } from "./tree.ts";

/** Lines of the tree: the end of the way to the best attempt, the best, and the latest. */
const WAY = 10;
const BEST = 8;
const LATEST = 12;
const MOST_OF_A_LINE = 110;
const MOST_OF_A_CHANGE = 40;

/** The tree, indented: each attempt with its time or what was wrong with it, and its plan. */
export function storyOf(tree: Tree): string {
  const known = new Map(tree.map((one) => [one.id, one]));
  const above = (one: Attempt): Attempt | undefined => known.get(one.parent ?? "");
  const ranked = leading(tree, BEST);
  const way: Attempt[] = [];
  for (let one = ranked[0]; one && way.length < WAY; one = above(one)) way.push(one);
  const shown = new Set([...way, ...ranked, ...tree.slice(-LATEST), ...(known.has(ROOT) ? [known.get(ROOT)!] : [])]);
  const shownAbove = (one: Attempt): Attempt | undefined => {
    let parent = above(one);
    while (parent && !shown.has(parent)) parent = above(parent);
    return parent;
  };
  const children = Map.groupBy(shown, shownAbove);
  const below = (parent: Attempt | undefined, depth: number): string[] =>
    (children.get(parent) ?? []).flatMap((one) => [lineOf(one, depth, one === ranked[0] && one.id !== ROOT), ...below(one, depth + 1)]);
  const left = tree.length - shown.size;
  return [...below(undefined, 0), ...(left > 0 ? [`(and ${left} more)`] : [])].join("\n");
}

function lineOf({ id, status, time, speedup, plan, problem }: Attempt, depth: number, isBest: boolean): string {
  const took = time ? `${time.medianUs.toPrecision(4)} us${speedup ? `, ${speedup.median.toPrecision(3)}x` : ""}` : "";
  const wrong = problem.split("\n").find((line) => line.trim() !== "") ?? "";
  const told = [status === "ok" || status === "reference" ? took : `${status}: ${wrong}`, plan && `[${plan.strategy}]`, isBest && "<- best"];
  return `${"  ".repeat(depth)}${id}  ${told.filter(Boolean).join("  ")}`.slice(0, MOST_OF_A_LINE);
}

/** What a draft changes in its parent, as the first lines of a diff. */
export function changeOf(parent: readonly SourceFile[], draft: readonly SourceFile[]): string {
  const patches = draft.map(({ name, text }) =>
    createTwoFilesPatch(name, name, parent.find((one) => one.name === name)?.text ?? "", text, "", "", { context: 1 }),
  );
  const lines = patches.flatMap((patch) => patch.split("\n").slice(2)).filter((line) => line !== "");
  const cut = lines.slice(0, MOST_OF_A_CHANGE).map((line) => line.slice(0, MOST_OF_A_LINE));
  return [...cut, ...(lines.length > cut.length ? [`(and ${lines.length - cut.length} more lines)`] : [])].join("\n");
}
