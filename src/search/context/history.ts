/**
 * The other attempts in a prompt. The short form has one line per attempt and at most one source. STARK's published form has the source, plan and
 * problem of each attempt of the window (context-window.ts).
 */
import { type Attempt, compareIds } from "../../run/attempt.ts";
import type { Candidate } from "../../domain/candidate.ts";
import type { Policy, Role } from "../../domain/settings.ts";
import { ROOT, type Tree } from "../../run/tree.ts";
import { distance, descendantsOf, lineage, ranking } from "../selection/kinship.ts";
import { outcomeText, statusText } from "./attempt-text.ts";
import { linesOf, type Render } from "../../domain/render.ts";
import { filesText } from "./source-text.ts";

/** The largest number of lines. */
const LISTED = 10;
const MOST_OF_A_CHANGE = 160;
/** Another source is shown if it is this many times as fast, because it costs thousands of tokens. */
const WORTH_READING = 1.15;

export interface Told {
  readonly render: Render;
  readonly eagerUs: number;
  readonly sourceOf: (attempt: Attempt) => Candidate;
}

/** A line for each of the nearest attempts and, for a planner, the source of the fastest one of another branch. */
export function summaryText({ render, eagerUs, sourceOf }: Told, role: Role, tree: Tree, attempt: Attempt): string {
  const listed = nearest(tree, attempt);
  if (listed.length === 0) return "";
  const lines = listed.map((one) =>
    render("phrases#history-line", { attempt: one.id, parent: one.parent ?? "", outcome: outcomeText(one, eagerUs), plan: changeText(one) }),
  );
  const other = role === "planner" ? fasterElsewhere(tree, attempt) : undefined;
  const source = other
    ? render("phrases#history-source", { attempt: other.id, why: render("phrases#why-fastest", {}), files: filesText(sourceOf(other).files) })
    : "";
  return render("phrases#history", { lines: linesOf(lines), source });
}

/** Whole entries, as published. */
export function entriesText({ render, eagerUs, sourceOf }: Told, window: readonly Attempt[], { profiles }: Policy): string {
  const entries = window.map((one) =>
    render("phrases#history-entry", {
      attempt: one.id,
      parent: one.parent ?? "",
      status: statusText(render, one, eagerUs),
      plan: one.plan ? render("phrases#entry-plan", { strategy: one.plan.strategy, advice: one.plan.advice }) : "",
      problem: one.problem ? render("phrases#entry-problem", { problem: one.problem }) : "",
      profile: profiles && one.diagnosis ? render("phrases#entry-profile", { summary: one.diagnosis.summary }) : "",
      files: filesText(sourceOf(one).files),
    }),
  );
  return entries.length === 0 ? "" : render("phrases#history", { lines: entries.join("\n\n"), source: "" });
}

/** The nearest attempts in the tree, ordered by id. Attempts without a kernel are omitted. */
function nearest(tree: Tree, attempt: Attempt): Attempt[] {
  const others = tree.all().filter((one) => one.id !== ROOT && one.id !== attempt.id && one.status !== "no_reply" && one.status !== "out_of_budget");
  const sorted = others.map((one) => ({ one, far: distance(tree, attempt, one) })).toSorted((a, b) => a.far - b.far || compareIds(b.one, a.one));
  return sorted
    .slice(0, LISTED)
    .map(({ one }) => one)
    .toSorted(compareIds);
}

/** The fastest attempt that is neither a descendant nor an ancestor of this one, if it is fast enough to show its source. */
function fasterElsewhere(tree: Tree, attempt: Attempt): Attempt | undefined {
  const grew = descendantsOf(tree, attempt);
  const way = new Set(lineage(tree, attempt).map(({ id }) => id));
  const other = ranking(tree).find((one) => !grew(one) && !way.has(one.id));
  return (other?.speedup?.median ?? 0) >= (attempt.speedup?.median ?? 1) * WORTH_READING ? other : undefined;
}

function changeText({ plan, explanation, role }: Attempt): string {
  const change = [plan?.strategy ?? "", plan && role !== "repairer" ? "" : explanation].filter(Boolean).join(": ");
  return change === "" ? "" : `; ${change.split("\n")[0]!.slice(0, MOST_OF_A_CHANGE)}`;
}
