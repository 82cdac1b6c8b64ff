/** What a command line adds up to, over the environment and what a strategy sets. Secrets stay out of settings. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { Approval } from "./domain/approval.ts";
import type { Limits } from "./domain/budget.ts";
import { UserError } from "./domain/errors.ts";
import { Library } from "./domain/protocol.ts";
import { type Price, priceOf, PriceTable } from "./domain/price.ts";
import type { Equipment, Request } from "./domain/request.ts";
import { type ModelSettings, type Policy, Settings, StrategyName } from "./domain/settings.ts";
import { strategies } from "./domain/strategy.ts";
import { Language, languagesOf, Precision, Target } from "./domain/task.ts";
import { modelName, secrets } from "./environment.ts";
import { z } from "zod";

const repository = join(import.meta.dirname, "..");
const DEFAULT_MODEL = "gpt-5.1";

export interface Flags {
  target?: string | undefined;
  language?: string | undefined;
  precision?: string | undefined;
  model?: string | undefined;
  attempts?: string | undefined;
  strategy?: string | undefined;
  async?: boolean | undefined;
  seed?: string | undefined;
  worker?: string | undefined;
  library?: string | undefined;
  replay?: string | undefined;
  maxTokens?: string | undefined;
  maxCost?: string | undefined;
  maxGpuSeconds?: string | undefined;
  maxMinutes?: string | undefined;
  targetSpeedup?: string | undefined;
  price?: string | undefined;
  memory?: string | undefined;
  profiles?: boolean | undefined;
  counters?: boolean | undefined;
  tune?: boolean | undefined;
  tuneSeconds?: string | undefined;
  /** nothing is going to be asked: what it would cost can be told without a key */
  estimate?: boolean | undefined;
  approve?: string | undefined;
}

/** A form as the flags that say the same; what is left open is no flag. */
export function flagsOf(request: Request, equipment: Equipment): Flags {
  const flag = (value: string | number | null): string | undefined => (value === null || value === "" ? undefined : String(value));
  return {
    target: request.target === "auto" ? undefined : request.target,
    language: flag(equipment.language),
    precision: equipment.precision,
    model: flag(equipment.model),
    attempts: flag(request.attempts),
    strategy: flag(request.strategy),
    seed: flag(equipment.seed),
    worker: flag(equipment.worker),
    library: equipment.library,
    replay: flag(equipment.replay),
    maxTokens: flag(request.maxTokens),
    maxCost: flag(request.maxCostUsd),
    maxGpuSeconds: flag(request.maxGpuSeconds),
    maxMinutes: flag(request.maxMinutes),
    targetSpeedup: flag(request.targetSpeedup),
    approve: flag(request.approve.join(",")),
  };
}

/**
 * Target, language and precision from flags. `hasGpu` is what was found where the judge runs: it decides the default.
 * Throws UserError for a flag that fits nothing.
 */
export function resolveTarget(flags: Flags, hasGpu: boolean): Pick<Settings, "target" | "language" | "alsoIn" | "precision" | "library"> {
  const target = choice(Target, flags.target ?? (hasGpu ? "cuda" : "cpu"), "--target");
  const named = (flags.language ?? languagesOf[target][0]).split(",");
  const [language = languagesOf[target][0], ...alsoIn] = [...new Set(named)].map((one) => choice(Language, one, "--language"));
  const foreign = [language, ...alsoIn].find((one) => !languagesOf[target].includes(one));
  if (foreign) throw new UserError(`target ${target} does not run ${foreign}`, `use --language ${languagesOf[target].join(" or ")}`);
  const library = choice(Library, flags.library ?? "library-allowed", "--library");
  return { target, language, alsoIn, precision: choice(Precision, flags.precision ?? "fp32", "--precision"), library };
}

/** The settings of a run, from flags over defaults. Throws UserError for a flag that fits nothing. */
export function resolveSettings(taskFile: string, flags: Flags, hasGpu: boolean): Settings {
  const onTarget = resolveTarget(flags, hasGpu);
  const model = modelSettings(taskFile, onTarget.target, flags);
  const limits = limitsOf(flags);
  const policy = policySettings(flags);
  if (limits.costUsd !== null && model.price === null)
    throw new UserError(`--max-cost cannot be kept: no price is known for the model ${model.name}`, "give it with --price IN,OUT, or add it to prices.json");
  const settings = Settings.safeParse({
    ...onTarget,
    taskFile: resolve(taskFile),
    seed: wholeNumber(flags.seed, "--seed"),
    worker: flags.worker?.replace(/^spool:(.*)$/, (_, folder: string) => `spool:${resolve(folder)}`),
    model,
    limits,
    memory: flags.memory === undefined ? null : resolve(flags.memory),
    approve: approvals(flags, policy),
    policy,
  });
  if (!settings.success) throw new UserError(`these settings do not fit: ${z.prettifyError(settings.error)}`, "see npx kernelwright optimize --help");
  return settings.data;
}

function approvals({ approve = "", async: isAsync = false }: Flags, { strategy, agents }: z.input<typeof Policy>): Approval[] {
  const named = [...new Set(approve.split(",").filter(Boolean))].map((one) => choice(Approval, one, "--approve"));
  if (isAsync && named.includes("plans"))
    throw new UserError("--approve plans does not go with --async", "leave one of them out: branches that wait need whole rounds");
  if (agents === "solo" && named.includes("plans"))
    throw new UserError(`--approve plans does not go with --strategy ${strategy}: its one agent makes no plans`, "leave one of them out");
  return named;
}

/** What the strategy sets, and what flags set over it. */
function policySettings(flags: Flags): z.input<typeof Policy> {
  const strategy = choice(StrategyName, flags.strategy ?? "beam", "--strategy");
  const { set } = strategies[strategy];
  return { ...set, strategy, ...policyFlags(flags) };
}

/** What flags themselves say of how to search, the strategy aside. Throws UserError for one that says nothing usable. */
export function policyFlags(flags: Flags): Partial<Policy> {
  const attempts = wholeNumber(flags.attempts, "--attempts");
  const tuneSeconds = amount(flags.tuneSeconds, "--tune-seconds");
  const targetSpeedup = amount(flags.targetSpeedup, "--target-speedup", 1);
  return {
    ...(flags.tune === false && { tune: 0 }),
    ...(flags.profiles === false && { profiles: false }),
    ...(flags.counters === false && { counters: false }),
    ...(flags.async !== undefined && { async: flags.async }),
    ...(tuneSeconds !== null && { tuneSeconds }),
    ...(attempts !== undefined && { attempts }),
    ...(targetSpeedup !== null && { targetSpeedup }),
  };
}

function modelSettings(taskFile: string, target: Target, flags: Flags): z.input<typeof ModelSettings> {
  const { apiKey, baseURL } = secrets();
  const live = (): z.input<typeof ModelSettings> => {
    const name = flags.model ?? modelName() ?? DEFAULT_MODEL;
    return { name, source: "live", baseURL: baseURL ?? null, price: givenPrice(flags.price) ?? priceOf(name, priceTable()) };
  };
  if (flags.replay === undefined && (apiKey || baseURL)) return live();
  const given = flags.replay ?? join(repository, "evals", "recorded");
  const recording = statSync(given, { throwIfNoEntry: false })?.isDirectory() ? join(given, `${basename(taskFile, ".py")}.${target}.jsonl`) : given;
  if (flags.replay === undefined && (flags.model !== undefined || !existsSync(recording))) {
    if (flags.estimate) return live();
    const unheard =
      flags.model === undefined ? "no model is configured, and no replies are recorded for this task" : `no server is set for the model ${flags.model}`;
    throw new UserError(unheard, "set OPENAI_API_KEY (and OPENAI_BASE_URL for another server than OpenAI's)");
  }
  return { name: "recorded", source: "replay", recording: resolve(recording), price: FREE };
}

const FREE: Price = { input: 0, output: 0, source: "recorded replies cost nothing", date: "" };

function priceTable(): PriceTable {
  return PriceTable.parse(JSON.parse(readFileSync(join(repository, "prices.json"), "utf8")));
}

/** The price in `--price 1.25,10`. */
function givenPrice(flag: string | undefined): Price | null {
  if (flag === undefined) return null;
  const [input, output, ...more] = flag.split(",").map((part) => (part.trim() === "" ? NaN : Number(part)));
  if (input === undefined || output === undefined || more.length > 0 || !(input >= 0 && output >= 0))
    throw new UserError(`--price ${flag} is no price`, "give US dollars per million tokens, in and out, for example --price 1.25,10");
  return { input, output, source: "as given", date: new Date().toISOString().slice(0, 10) };
}

function limitsOf(flags: Flags): Limits {
  const minutes = amount(flags.maxMinutes, "--max-minutes");
  return {
    tokens: amount(flags.maxTokens, "--max-tokens"),
    costUsd: amount(flags.maxCost, "--max-cost"),
    gpuSeconds: amount(flags.maxGpuSeconds, "--max-gpu-seconds"),
    seconds: minutes && minutes * 60,
  };
}

/** A number above `least`; null where the flag is not given. Throws UserError for anything else. */
export function amount(value: string | undefined, flag: string, least = 0): number | null {
  if (value === undefined) return null;
  const number = value.trim() === "" ? NaN : Number(value);
  if (!(number > least && Number.isFinite(number)))
    throw new UserError(`${flag} ${value} is not a number above ${least}`, `for example ${flag} ${least + 1.5}`);
  return number;
}

function choice<T extends string>(schema: z.ZodType<T> & { options: readonly T[] }, value: string, flag: string): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new UserError(`${flag} ${value} is unknown`, `use one of: ${schema.options.join(", ")}`);
  return parsed.data;
}

/** A whole number, for `--attempts` above 0; undefined where the flag is not given. Throws UserError for anything else. */
export function wholeNumber(value: string | undefined, flag: string): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value) || (flag === "--attempts" && Number(value) < 1))
    throw new UserError(`${flag} ${value} is not a ${flag === "--attempts" ? "positive " : ""}whole number`, `for example ${flag} 12`);
  return Number(value);
}
