/** Resolves the settings: flags override the strategy's values and the environment. Settings never contain secrets. */
import { resolve } from "node:path";
import type { Approval } from "../domain/approval.ts";
import type { Limits } from "../domain/budget.ts";
import { UserError } from "../domain/errors.ts";
import { type Policy, Settings } from "../domain/settings.ts";
import { strategies } from "../search/selection/strategies.ts";
import { DEFAULT_STRATEGY, optionNames } from "../domain/options.ts";
import { languagesOf } from "../domain/task.ts";
import { formatWorker, parseWorker, withFolder } from "../domain/worker-spec.ts";
import { z } from "zod";
import { type Flags, valueOf } from "./flags.ts";
import { modelSettings } from "./model-settings.ts";

/** With `--max-tokens` and without `--attempts` the tokens decide, up to this many attempts. */
const MOST_FOR_TOKENS = 200;

/**
 * Target, language and precision from flags. `hasGpu` says whether the judge's machine has a GPU: it decides the default.
 * Throws UserError for an invalid flag.
 */
export function resolveTarget(flags: Flags, hasGpu: boolean): Pick<Settings, "target" | "language" | "alsoIn" | "precision" | "library" | "require"> {
  const target = valueOf(flags, "target") ?? (hasGpu ? "cuda" : "cpu");
  const [language = languagesOf[target][0], ...alsoIn] = valueOf(flags, "language") ?? [];
  const foreign = [language, ...alsoIn].find((one) => !languagesOf[target].includes(one));
  const require = valueOf(flags, "require") ?? [];
  if (target === "cpu" && require.includes("race"))
    throw new UserError("target cpu cannot require race: racecheck examines CUDA libraries alone", "leave race out of --require");
  if (foreign) throw new UserError(`target ${target} does not run ${foreign}`, `use --language ${languagesOf[target].join(" or ")}`);
  return {
    target,
    language,
    alsoIn,
    precision: valueOf(flags, "precision") ?? "fp32",
    library: valueOf(flags, "library") ?? "library-allowed",
    require,
  };
}

/** The settings of a run, from flags over defaults. Throws UserError for an invalid flag. */
export function resolveSettings(taskFile: string, flags: Flags, hasGpu: boolean): Settings {
  for (const name of optionNames) valueOf(flags, name); // a flag that a replay ignores can be wrong too
  const onTarget = resolveTarget(flags, hasGpu);
  const model = modelSettings(taskFile, onTarget.target, flags);
  const limits = budgetLimits(flags);
  const policy = policySettings(flags);
  expectTurns(onTarget, policy);
  if (limits.costUsd !== null && model.price === null)
    throw new UserError(`--max-cost needs a price, and none is known for the model ${model.name}`, "give it with --price IN,OUT, or add it to prices.json");
  const worker = parseWorker(valueOf(flags, "worker") ?? "");
  const confirmOn = valueOf(flags, "confirmOn") ?? 1;
  if (confirmOn > 1 && worker.kind !== "queue")
    throw new UserError(`--confirm-on ${confirmOn} needs several hosts, and this worker has one`, "give --worker queue (docs/workers.md#a-queue)");
  const settings = Settings.safeParse({
    ...onTarget,
    taskFile: resolve(taskFile),
    seed: valueOf(flags, "seed"),
    libraryCalls: flags.libraryCalls !== false,
    confirmOn,
    worker: formatWorker(withFolder(worker, (folder) => resolve(folder))),
    model,
    limits,
    blockRecord: flags.blockRecord === undefined ? null : resolve(flags.blockRecord),
    approve: approvals(flags, policy),
    policy,
  });
  if (!settings.success) throw new UserError(`invalid settings: ${z.prettifyError(settings.error)}`, "see npx kernelwright optimize --help");
  return settings.data;
}

/** Throws UserError where several languages are given to a strategy that never turns from one to the next. */
function expectTurns({ language, alsoIn }: Pick<Settings, "language" | "alsoIn">, { strategy, guidance }: z.input<typeof Policy>): void {
  if (guidance === false && alsoIn.length > 0)
    throw new UserError(
      `--language ${[language, ...alsoIn].join(",")} does not go with --strategy ${strategy}: it writes one language alone`,
      "give one language, or take another strategy, such as refine",
    );
}

function approvals(flags: Flags, { strategy, agents, change }: z.input<typeof Policy>): Approval[] {
  const named = valueOf(flags, "approve") ?? [];
  if (flags.async && named.includes("plans"))
    throw new UserError("--approve plans does not go with --async", "leave one of them out: branches that wait need whole rounds");
  if ((agents === "solo" || change === "direct") && named.includes("plans"))
    throw new UserError(
      `--approve plans does not go with --strategy ${strategy}: its agents make no plans`,
      "take --strategy beam, or leave --approve plans out",
    );
  return named;
}

/** The strategy's values, overridden by flags. */
function policySettings(flags: Flags): z.input<typeof Policy> {
  const strategy = valueOf(flags, "strategy") ?? DEFAULT_STRATEGY;
  const { set } = strategies[strategy];
  const followsTokens = set.firstRound !== undefined && flags.maxTokens !== undefined && flags.attempts === undefined;
  return { ...set, strategy, ...(followsTokens && { attempts: MOST_FOR_TOKENS }), ...policyFlags(flags) };
}

/** The part of the policy that flags set, without the strategy. Throws UserError for an invalid flag. */
export function policyFlags(flags: Flags): Partial<Policy> {
  const set = {
    tune: flags.tune === false ? 0 : undefined,
    profiles: flags.profiles === false ? false : undefined,
    counters: flags.counters === false ? false : undefined,
    blocks: flags.blocks === false ? false : undefined,
    async: flags.async,
    tuneSeconds: valueOf(flags, "tuneSeconds"),
    attempts: valueOf(flags, "attempts"),
    targetSpeedup: valueOf(flags, "targetSpeedup"),
  };
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined));
}

function budgetLimits(flags: Flags): Limits {
  const minutes = valueOf(flags, "maxMinutes");
  return {
    tokens: valueOf(flags, "maxTokens") ?? null,
    costUsd: valueOf(flags, "maxCost") ?? null,
    gpuSeconds: valueOf(flags, "maxGpuSeconds") ?? null,
    seconds: minutes === undefined ? null : minutes * 60,
  };
}
