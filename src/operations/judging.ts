/** Judges one candidate for one task. The command line and the MCP server share this. */
import type { Flags } from "../config/flags.ts";
import { configured } from "../config/config-file.ts";
import { resolveTarget } from "../config/resolve-settings.ts";
import { workerOf } from "../config/services.ts";
import type { Candidate } from "../domain/candidate.ts";
import { Interrupted } from "../domain/errors.ts";
import { type Incumbent, type JudgedIncumbent, libraryIncumbents } from "../domain/incumbent.ts";
import { alternativesOn } from "../domain/protocol.ts";
import { incumbentQuestion, rulesOf, type Settings } from "../domain/settings.ts";
import type { Task } from "../domain/task.ts";
import type { Tier, Verdict } from "../domain/verdict.ts";
import { createJudge, type Judge } from "../tools/judge/client.ts";
import { expectGpu, hasGpu } from "../tools/judge/gpu.ts";
import { readCandidate } from "../tools/tasks/candidate-files.ts";
import { readTask } from "../tools/tasks/task-file.ts";

/** Opens a judge on a worker. `close` frees the worker. */
export interface JudgeAccess {
  open(this: void, worker: string, owner: string): Judge;
  /** ends the work, and the judge's job with it */
  readonly signal?: AbortSignal;
}

/** A separate judge, for a command of the command line. */
export const ownJudge: JudgeAccess = { open: (worker, owner) => createJudge(workerOf(worker), owner) };

/** Runs `work` with a judge and closes the judge afterwards. Throws Interrupted when the access is cancelled; the judge's job then ends too. */
export async function withJudge<T>({ open, signal }: JudgeAccess, worker: string, purpose: string, work: (judge: Judge) => Promise<T>): Promise<T> {
  const cancelled = Promise.withResolvers<never>();
  cancelled.promise.catch(() => {}); // nobody may be waiting
  const cancel = (): void => cancelled.reject(new Interrupted(`${purpose} was cancelled`));
  if (signal?.aborted) cancel();
  signal?.addEventListener("abort", cancel, { once: true });
  const judge = open(worker, `${purpose} ${Date.now()}`);
  try {
    return await Promise.race([cancelled.promise, work(judge)]);
  } finally {
    signal?.removeEventListener("abort", cancel);
    await judge.close(true);
  }
}

/** The task, its rules and the worker. */
export interface TaskUnderRules {
  readonly task: Task;
  readonly on: Pick<Settings, "target" | "language" | "precision" | "library" | "require">;
  readonly worker: string;
  /** whether library calls may be baselines */
  readonly libraryCalls: boolean;
}

/** The task with a candidate. */
export interface Subject extends TaskUnderRules {
  readonly candidate: Candidate;
}

/** Reads the task and the rules for candidates. Throws UserError for an invalid file or flag, and for a GPU that the judge here lacks. */
export async function readTaskUnderRules(taskFile: string, given: Flags & { config?: string }): Promise<TaskUnderRules> {
  const task = readTask(taskFile);
  const { flags } = configured(given);
  const isFound = await hasGpu(flags.worker);
  const on = resolveTarget(flags, isFound);
  expectGpu(on.target, isFound);
  return { task, on, worker: flags.worker ?? "", libraryCalls: flags.libraryCalls !== false };
}

/** Also reads the candidate. Throws UserError if it is not a valid bundle. */
export async function readSubject(taskFile: string, path: string, given: Flags & { config?: string }): Promise<Subject> {
  const under = await readTaskUnderRules(taskFile, given);
  return { ...under, candidate: readCandidate(path, under.on) };
}

/** The library calls that give the task's answer, from the judge. */
export async function libraryCallsOf(judge: Judge, { task, on }: TaskUnderRules): Promise<Incumbent[]> {
  const { target, precision } = on;
  return libraryIncumbents(await judge.prepare({ task, target, precision, baselines: [], libraryCalls: true }), target);
}

/** The judge's word on each incumbent, one after the other, so that each can have the candidate's device. */
export async function judgeIncumbents(judge: Judge, { task, on }: TaskUnderRules, incumbents: readonly Incumbent[], tier: Tier): Promise<JudgedIncumbent[]> {
  const judged = [];
  for (const one of incumbents) judged.push(await judge.incumbent(one, incumbentQuestion(on, task, tier)));
  return judged;
}

/** The judge's verdict on the subject's candidate. `promotion` compares with every baseline too. `more`: the job's further wishes, as the protocol describes them. */
export async function judgeSubject(
  judge: Judge,
  { task, on, candidate }: Subject,
  tier: Tier,
  more: { counters?: boolean; explain?: true; rareChecks?: true } = {},
): Promise<Verdict> {
  const { target, precision } = on;
  const baselines = tier === "promotion" ? alternativesOn[target] : [];
  return await judge.evaluate({
    task,
    target,
    precision,
    candidate,
    tier,
    baselines,
    ...rulesOf(on),
    ...more,
  });
}
