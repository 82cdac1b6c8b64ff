/** The searches of a model's modules as one bench, with one budget in proportion to the modules' shares. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { configured, scriptLine } from "../../config/config-file.ts";
import { type Flags, valueOf, wholeNumber } from "../../config/flags.ts";
import { settingsFor } from "../../config/services.ts";
import { BenchPlan } from "../../domain/bench.ts";
import type { Limits } from "../../domain/budget.ts";
import type { Settings } from "../../domain/settings.ts";
import type { ChosenGroup } from "../../domain/whole-model.ts";
import { writePlan } from "../../run/bench-folder.ts";
import { isCut } from "../../run/model-folder.ts";
import { createRun } from "../../run/run-file.ts";
import { inProportion } from "../../search/whole-model/units.ts";
import { readTask } from "../../tools/tasks/task-file.ts";

export type SearchFlags = Flags & { parallel?: string; config?: string };

/** With a token budget and no number of attempts, the tokens decide, up to this many attempts per module. */
const ATTEMPTS_BY_TOKENS = "200";

/** The folder of a task's run, within the model's. */
export const runOf = (task: string): string => join("searches", task);

export const taskFileOf = (folder: string, task: string): string => join(folder, "tasks", `${task}.py`);

/** The settings of each module's search. Throws UserError for an invalid flag, or without a model. */
export async function settingsOf(folder: string, chosen: readonly ChosenGroup[], given: SearchFlags): Promise<Settings[]> {
  const { flags } = configured(given);
  const tokens = valueOf(flags, "maxTokens");
  const total = wholeNumber(flags.attempts, "--attempts", 1);
  const tokensDecide = tokens !== undefined && total === undefined;
  const own: Flags = {
    ...flags,
    attempts: tokensDecide ? ATTEMPTS_BY_TOKENS : undefined, // a total is shared below
    maxTokens: undefined, // of all modules: the bench shares it
    blockRecord: undefined,
    confirmOn: undefined,
    approve: undefined, // nobody watches
  };
  const asked: Flags = { ...given, attempts: undefined, maxTokens: undefined };
  const settings = await Promise.all(
    chosen.map(async ({ task, precision }) => settingsFor(taskFileOf(folder, task), { ...own, precision: flags.precision ?? precision ?? undefined }, asked)),
  );
  const shares = chosen.map(({ share }) => share);
  const sum = shares.reduce((a, b) => a + b, 0);
  const usual = settings.reduce((most, { policy }) => most + policy.attempts, 0);
  const attempts = inProportion(total ?? usual, shares);
  return settings.map((one, at) => {
    const isFree = one.model.source === "replay" && total === undefined; // a replay repeats its recording
    const limited = { ...one, limits: partOf(one.limits, shares[at]! / sum) };
    return isFree || tokensDecide ? limited : { ...limited, policy: { ...one.policy, attempts: attempts[at]! } };
  });
}

/** Makes place for these runs in a folder whose first start was killed before its searches were planned. No run there has begun. */
export function dropCutRuns(folder: string, chosen: readonly ChosenGroup[]): void {
  if (isCut(folder)) for (const { task } of chosen) rmSync(join(folder, runOf(task), "run.json"), { force: true });
}

/** Makes the folders of all runs, and the plan of their bench. */
export function planSearch(folder: string, chosen: readonly ChosenGroup[], settings: readonly Settings[], given: SearchFlags): void {
  const command = scriptLine();
  const runs = chosen.map(({ task, share }, at): BenchPlan["runs"][number] => {
    const { policy, model } = settings[at]!;
    createRun(join(folder, runOf(task)), settings[at]!, readTask(taskFileOf(folder, task)), command);
    return { variant: model.source === "replay" ? "recorded" : policy.strategy, task, run: runOf(task), weight: share };
  });
  const tokens = valueOf(configured(given).flags, "maxTokens") ?? null;
  const parallel = wholeNumber(given.parallel, "--parallel", 1) ?? 2;
  writePlan(folder, { version: 1, command, parallel, tokens: tokens === null ? null : Math.floor(tokens), jobs: BenchPlan.shape.jobs.parse(undefined), runs });
}

const partOf = (limits: Limits, share: number): Limits => {
  const part = (limit: number | null): number | null => (limit === null ? null : limit * share);
  return { tokens: limits.tokens, costUsd: part(limits.costUsd), gpuSeconds: part(limits.gpuSeconds), seconds: part(limits.seconds) };
};
