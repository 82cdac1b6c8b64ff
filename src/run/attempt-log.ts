/**
 * The search tree of a run, in memory: its attempts as the event log has them. The graph's state holds no attempts, so a checkpoint stays
 * small. This file decides who may see which attempt. A branch never sees how far parallel branches have come.
 */
import type { HumanFeedback } from "../domain/approval.ts";
import type { Host } from "../domain/hardware.ts";
import type { Baselines } from "../domain/protocol.ts";
import { asDuplicate, type Attempt, branchOf, compareIds, type Viewpoint } from "./attempt.ts";
import { parseAttemptId } from "./attempt-id.ts";
import type { RunEvent } from "./events.ts";
import { SearchTree, type Tree } from "./tree.ts";

export interface AttemptLog {
  /** Adds an event. */
  note(event: RunEvent): void;
  /** The tree without the given branches, which are in flight. All calls share one tree. It grows when a later call names fewer branches. */
  without(branches: readonly string[]): SearchTree;
  /** The tree that a branch may see: all attempts at its selection, and its own. Holds until the next event. */
  seenBy(branch: Viewpoint): Tree;
  /** The attempts of branches, in the order of their ids. */
  madeBy(branches: readonly string[]): readonly Attempt[];
  /** The last round with an attempt. */
  rounds(): number;
  /** The human feedback to the run, in order. */
  feedback(): readonly HumanFeedback[];
  /** The judge's measurement of the reference. Throws if the log lacks it. */
  baselines(): Baselines;
  /** The host of that measurement. Null before it. */
  host(): Host | null;
  /** The returned branches, in order: all of them, or those that had returned when a branch was chosen. Only async mode uses it. */
  returned(chosen?: Viewpoint): readonly string[];
}

/** Starts from the events so far. */
export function createAttemptLog(events: readonly RunEvent[]): AttemptLog {
  const branches = new Map<string, Map<string, Attempt>>();
  const beside = createBeside();
  let rounds = 0;
  let tree = new SearchTree();
  let treeRounds = 0;
  const outsideTree = new Set<string>(); // branches that the tree does not hold

  const attemptsOf = (branch: string): Attempt[] => [...(branches.get(branch)?.values() ?? [])];
  const record = (attempt: Attempt): void => {
    const name = branchOf(attempt);
    const branch = branches.get(name) ?? new Map<string, Attempt>();
    if (branch.size === 0) outsideTree.add(name);
    branches.set(name, branch.set(attempt.id, attempt));
    rounds = Math.max(rounds, attempt.round);
    if (!outsideTree.has(name)) tree.put(attempt);
  };
  const note = (event: RunEvent): void => {
    beside.note(event);
    if (event.type === "attempted") record(event.attempt);
    if (event.type === "duplicate") {
      const attempt = branches.get(branchOf({ id: event.attempt }))?.get(event.attempt);
      if (attempt) record(asDuplicate(attempt, event.of));
    }
  };
  const takeIn = (isIn: (branch: string) => boolean): void => {
    for (const branch of [...outsideTree].filter(isIn)) {
      for (const attempt of attemptsOf(branch)) {
        tree.put(attempt);
        treeRounds = Math.max(treeRounds, attempt.round);
      }
      outsideTree.delete(branch);
    }
  };
  for (const event of events) note(event);
  return {
    note,
    without(names) {
      if (names.some((name) => branches.has(name) && !outsideTree.has(name))) {
        tree = new SearchTree(); // somebody went back
        treeRounds = 0;
        for (const branch of branches.keys()) outsideTree.add(branch);
      }
      takeIn((branch) => !names.includes(branch));
      return tree;
    },
    seenBy({ id, round, beside }) {
      const isEarlier = (one: Attempt): boolean => one.round < round;
      takeIn((branch) => !beside.includes(branch) && attemptsOf(branch).every(isEarlier));
      const own = attemptsOf(id);
      const hidden = new Set(beside.filter((branch) => !outsideTree.has(branch)).flatMap(attemptsOf));
      return treeRounds < round && hidden.size === 0 && own.length === 0 ? tree : tree.seen((one) => isEarlier(one) && !hidden.has(one), own);
    },
    madeBy: (names) => names.flatMap(attemptsOf).toSorted(compareIds),
    rounds: () => rounds,
    ...beside.known,
  };
}

/** The rest of the log: the reference, a person's words, and the order of returned branches. */
function createBeside(): { note(event: RunEvent): void; known: Pick<AttemptLog, "baselines" | "host" | "feedback" | "returned"> } {
  const returned: string[] = [];
  const feedback: HumanFeedback[] = [];
  let baselines: Baselines | undefined;
  return {
    note(event) {
      if (event.type === "prepared") ({ baselines } = event);
      if (event.type === "human_feedback") feedback.push(event.feedback);
      if (event.type === "returned") returned.push(event.branch);
    },
    known: {
      baselines() {
        if (!baselines) throw new Error("the reference is not measured yet");
        return baselines;
      },
      host: () => baselines?.host ?? null,
      feedback: () => feedback,
      returned(chosen) {
        if (!chosen) return returned;
        const isThere = (one: string): boolean => (parseAttemptId(one)?.round ?? 0) < chosen.round && !chosen.beside.includes(one);
        return returned.slice(0, returned.findLastIndex(isThere) + 1); // those that were in flight returned after all of them
      },
    },
  };
}
