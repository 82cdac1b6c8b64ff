/**
 * The search tree of a run, in memory: its attempts as the event log has them. The graph's state holds none of it, so
 * that a checkpoint stays small however large the tree is. Who may see which attempt is decided here, so that what a
 * branch is shown never depends on how far the branches beside it have come.
 */
import type { Word } from "../domain/approval.ts";
import { type Attempt, branchOf, compareIds, type Viewpoint } from "../domain/attempt.ts";
import type { RunEvent } from "../domain/run-record.ts";
import { SearchTree, type Tree } from "../domain/tree.ts";

export interface AttemptLog {
  /** Takes note of an event. */
  note(event: RunEvent): void;
  /** The tree but for the branches named: those in flight. It is one tree, which grows when the next call names fewer. */
  without(branches: readonly string[]): SearchTree;
  /** What a branch may see: everything when it was chosen, and what it has made itself. Holds until the next event. */
  seenBy(branch: Viewpoint): Tree;
  /** The attempts of branches, in the order of their ids. */
  madeBy(branches: readonly string[]): readonly Attempt[];
  /** The last round that an attempt was made in. */
  rounds(): number;
  /** What a person said to the run, in order. */
  told(): readonly Word[];
  /** The branches that have returned, in order (in async mode, where the order is of consequence). */
  returned(): readonly string[];
}

/** Starts from the events so far. */
export function createAttemptLog(events: readonly RunEvent[]): AttemptLog {
  const branches = new Map<string, Map<string, Attempt>>();
  const returned: string[] = [];
  const told: Word[] = [];
  let rounds = 0;
  let tree = new SearchTree();
  let treeRounds = 0;
  const apart = new Set<string>(); // branches that the tree does not hold

  const attemptsOf = (branch: string): Attempt[] => [...(branches.get(branch)?.values() ?? [])];
  const record = (attempt: Attempt): void => {
    const name = branchOf(attempt);
    const branch = branches.get(name) ?? new Map<string, Attempt>();
    if (branch.size === 0) apart.add(name);
    branches.set(name, branch.set(attempt.id, attempt));
    rounds = Math.max(rounds, attempt.round);
    if (!apart.has(name)) tree.put(attempt);
  };
  const note = (event: RunEvent): void => {
    if (event.type === "attempted") record(event.attempt);
    if (event.type === "told") told.push(event.word);
    if (event.type === "returned") returned.push(event.branch);
  };
  const takeIn = (isIn: (branch: string) => boolean): void => {
    for (const branch of [...apart].filter(isIn)) {
      for (const attempt of attemptsOf(branch)) {
        tree.put(attempt);
        treeRounds = Math.max(treeRounds, attempt.round);
      }
      apart.delete(branch);
    }
  };
  for (const event of events) note(event);
  return {
    note,
    without(names) {
      if (names.some((name) => branches.has(name) && !apart.has(name))) {
        tree = new SearchTree(); // somebody went back
        treeRounds = 0;
        for (const branch of branches.keys()) apart.add(branch);
      }
      takeIn((branch) => !names.includes(branch));
      return tree;
    },
    seenBy({ id, round, beside }) {
      const isEarlier = (one: Attempt): boolean => one.round < round;
      takeIn((branch) => !beside.includes(branch) && attemptsOf(branch).every(isEarlier));
      const own = attemptsOf(id);
      const hidden = new Set(beside.filter((branch) => !apart.has(branch)).flatMap(attemptsOf));
      return treeRounds < round && hidden.size === 0 && own.length === 0 ? tree : tree.seen((one) => isEarlier(one) && !hidden.has(one), own);
    },
    madeBy: (names) => names.flatMap(attemptsOf).toSorted(compareIds),
    rounds: () => rounds,
    told: () => told,
    returned: () => returned,
  };
}
