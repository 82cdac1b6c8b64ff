/**
 * The search tree of a run, in memory: its attempts as the event log has them. The graph's state holds none of it, so
 * that a checkpoint stays small however large the tree is. Who may see which attempt is decided here, so that what a
 * branch is shown never depends on how far the branches beside it have come.
 */
import type { Word } from "../domain/approval.ts";
import { type Attempt, branchOf, compareIds, type Viewpoint } from "../domain/attempt.ts";
import type { RunEvent } from "../domain/run-record.ts";

export interface AttemptLog {
  /** Takes note of an event. */
  note(event: RunEvent): void;
  /** All attempts but those of the branches named, in the order of their ids. */
  without(branches: readonly string[]): readonly Attempt[];
  /** What a branch may see: everything when it was chosen, and what it has made itself. */
  seenBy(branch: Viewpoint): readonly Attempt[];
  /** What a person said to the run, in order. */
  told(): readonly Word[];
  /** The branches that have returned, in order (in async mode, where the order is of consequence). */
  returned(): readonly string[];
}

/** Starts from the events so far. */
export function createAttemptLog(events: readonly RunEvent[]): AttemptLog {
  let all: readonly Attempt[] = [];
  const branches = new Map<string, Map<string, Attempt>>();
  const returned: string[] = [];
  const told: Word[] = [];
  let rest: { key: string; all: readonly Attempt[]; tree: readonly Attempt[] } | undefined;
  let last: { key: string; tree: readonly Attempt[] } | undefined;

  const record = (attempt: Attempt): void => {
    all = inserted(all, attempt);
    const branch = branches.get(branchOf(attempt)) ?? new Map<string, Attempt>();
    branches.set(branchOf(attempt), branch.set(attempt.id, attempt));
  };
  const madeBy = (branch: string): Attempt[] => [...(branches.get(branch)?.values() ?? [])];
  const note = (event: RunEvent): void => {
    if (event.type === "attempted") record(event.attempt);
    if (event.type === "told") told.push(event.word);
    if (event.type === "returned") returned.push(event.branch);
  };
  /** Nothing that a viewpoint leaves out or in changes later, so branches of one round share one tree and its index. */
  const earlier = ({ round, beside }: Viewpoint): readonly Attempt[] => {
    const key = [round, ...beside].join(" ");
    if (last?.key === key) return last.tree;
    const hidden = new Set(beside.flatMap(madeBy));
    last = { key, tree: all.filter((one) => one.round < round && !hidden.has(one)) };
    return last.tree;
  };
  for (const event of events) note(event);
  return {
    note,
    without(names) {
      const hidden = new Set(names.flatMap(madeBy));
      if (hidden.size === 0) return all;
      const key = names.join(" ");
      if (rest?.key !== key || rest.all !== all) rest = { key, all, tree: all.filter((one) => !hidden.has(one)) };
      return rest.tree;
    },
    seenBy(branch) {
      const own = madeBy(branch.id);
      return own.length === 0 ? earlier(branch) : [...earlier(branch), ...own];
    },
    told: () => told,
    returned: () => returned,
  };
}

/** The list with one attempt more, or with a new version of one. */
function inserted(all: readonly Attempt[], attempt: Attempt): Attempt[] {
  const before = all.findLastIndex((one) => compareIds(one, attempt) <= 0);
  const isKnown = all[before]?.id === attempt.id;
  return all.toSpliced(isKnown ? before : before + 1, isKnown ? 1 : 0, attempt);
}
