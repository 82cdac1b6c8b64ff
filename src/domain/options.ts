/**
 * The options of a search, each declared once. The command line, kernelwright.config.json and its JSON Schema, Studio's forms, `bench` and
 * docs/options.md are made from this table.
 */
import { z } from "zod";
import { Approval } from "./approval.ts";
import { Price } from "./price.ts";
import { Library, Requirable } from "./protocol.ts";
import { Policy, StrategyName } from "./settings.ts";
import { Language, Precision, Target } from "./task.ts";

interface Option<T extends z.ZodType> {
  /** the flag on the command line */
  readonly flag: string;
  /** the schema of the option's value, everywhere */
  readonly schema: T;
  readonly help: string;
  /** an example value for error messages */
  readonly example?: string;
  /** the default in words; absent if there is none */
  readonly usual?: string;
  /** the title of its field in Studio; absent for options without a field */
  readonly title?: string;
  /** the schema in the configuration file, if it differs */
  readonly inFile?: z.ZodType | "nothing";
  /** whether a replay takes it from its recording, unless the command line sets it */
  readonly recorded?: true;
}

const option = <T extends z.ZodType>(one: Option<T>): Option<T> => one;
const switchedOff = z.boolean();
const limit = z.number().positive();

/** The default strategy. */
export const DEFAULT_STRATEGY: StrategyName = "refine";

const strategyHelp =
  "search strategy (docs/search.md). refine starts from independent kernels and develops the best of them. beam, greedy and mcts develop the fastest from the start. " +
  "best-of-n and sampling write only independent ones; best-of-n repairs them. stark follows the paper STARK (arXiv 2510.16996), " +
  "which compares it with sampling, reflexion, search-only and agents-only";

export const options = {
  target: option({
    flag: "--target <target>",
    schema: Target,
    help: "where the kernel runs: cuda or cpu",
    usual: "cuda on a machine with a GPU, else cpu",
    title: "Target",
  }),
  language: option({
    flag: "--language <languages>",
    schema: z.array(Language).min(1),
    inFile: z.union([Language, z.array(Language).min(1)]),
    help: "language of the kernels: cuda, triton or cpp. A search takes several, for example cuda,triton, and turns to the next one after rounds without a gain. STARK and its baselines take one",
    usual: "the first language of the target",
    title: "Language",
  }),
  precision: option({
    flag: "--precision <track>",
    schema: Precision,
    help: "arithmetic that baseline and candidate may use: fp32, tf32, bf16 or fp16",
    usual: "fp32",
    title: "Precision",
  }),
  library: option({
    flag: "--library <policy>",
    schema: Library,
    help: "library-allowed, or custom-only: library kernels may take at most 10 % of the time",
    usual: "library-allowed",
    title: "Library calls",
  }),
  require: option({
    flag: "--require <names>",
    schema: z.array(Requirable),
    help: `rare conditions on which a kernel must be right too (docs/judge.md#two-grades): ${Requirable.options.join(", ")}. Several, separated by commas`,
    example: "nan,train",
    usual: "none: a kernel that fails on one passes, and the verdict of a promotion or of evaluate names the condition as unproven",
  }),
  against: option({
    flag: "--against <files>",
    schema: z.array(z.string().min(1)).min(1),
    inFile: "nothing",
    help: "programs of yours that do the same as the task's Model, as further baselines (docs/judge.md#incumbents): bundle folders, or Python files with ModelNew or Model. Several, separated by commas",
    example: "my_kernel.py",
    usual: "none",
  }),
  libraryCalls: option({
    flag: "--no-library-calls",
    schema: switchedOff,
    help: "do not add the library call that gives the reference's answer, such as F.softmax, as a further baseline (docs/judge.md#library-calls)",
  }),
  worker: option({
    flag: "--worker <worker>",
    schema: z.string(),
    help: "where the judge builds and times kernels: behind a command prefix such as 'ssh gpu01 --', spool:DIR, a folder of job files, or queue, a Postgres that many hosts share (docs/workers.md)",
    usual: "this machine",
    title: "Worker",
  }),
  model: option({
    flag: "--models, --model <name>",
    schema: z.string().min(1),
    help: "language model at OPENAI_BASE_URL. A bench takes several, separated by commas",
    usual: "KERNELWRIGHT_MODEL, else gpt-5.1",
    title: "Model",
  }),
  price: option({
    flag: "--price <in,out>",
    schema: Price.pick({ input: true, output: true }),
    help: "price of the model in US dollars per million tokens, input and output",
    example: "1.25,10",
    usual: "the price in kernelwright's own prices.json",
  }),
  strategy: option({
    flag: "--strategies, --strategy <name>",
    schema: StrategyName,
    help: `${strategyHelp}. A bench takes several, separated by commas`,
    usual: DEFAULT_STRATEGY,
    title: "Strategy",
    recorded: true,
  }),
  attempts: option({
    flag: "--attempts <n>",
    schema: Policy.shape.attempts.unwrap(),
    help: "maximum number of kernels to try, repairs included",
    example: "12",
    usual: "12, or 30 for best-of-n and the strategies of STARK's paper. With --max-tokens alone the tokens decide",
    title: "Attempts",
    recorded: true,
  }),
  async: option({
    flag: "--async",
    schema: z.boolean(),
    help: "start the next kernel as soon as one is done, instead of several together in rounds",
    recorded: true,
  }),
  seed: option({
    flag: "--seed <n>",
    schema: z.number().int().min(0),
    help: "seed of the search's random draws",
    example: "12",
    usual: "0",
    title: "Seed",
    recorded: true,
  }),
  modelTimeout: option({
    flag: "--model-timeout <seconds>",
    schema: z.number().positive(),
    help: "time limit of a model call; after it the search asks once more",
    example: "600",
    usual: "1800",
  }),
  maxTokens: option({ flag: "--max-tokens <n>", schema: limit, help: "budget of model tokens, input and output", example: "2e6", title: "Limit: tokens" }),
  maxCost: option({ flag: "--max-cost <usd>", schema: limit, help: "budget in US dollars at list price", example: "5", title: "Limit: US dollars" }),
  maxGpuSeconds: option({
    flag: "--max-gpu-seconds <n>",
    schema: limit,
    help: "budget of device seconds: the judge's time on the GPU, or on the CPU with --target cpu",
    example: "600",
    title: "Limit: seconds of the device",
  }),
  maxMinutes: option({
    flag: "--max-minutes <n>",
    schema: limit,
    help: "budget of working minutes of models and judge; waiting in a queue does not count",
    example: "90",
    title: "Limit: minutes",
  }),
  targetSpeedup: option({
    flag: "--target-speedup <x>",
    schema: z.number().gt(1),
    help: "stop when a kernel is at least this many times as fast as the reference, by the low end of its 95 % interval",
    example: "2.5",
    title: "Speedup to stop at",
    recorded: true,
  }),
  confirmOn: option({
    flag: "--confirm-on <hosts>",
    schema: z.number().int().min(1).max(16),
    help: "number of hosts that measure the winner, the search's own included. Further ones need a queue (docs/workers.md#a-queue)",
    example: "2",
    usual: "1",
  }),
  approve: option({
    flag: "--approve <what>",
    schema: z.array(Approval),
    help: "ask a person first. plans: before each plan is carried out, in beam and others that plan. promotion: before the fastest kernels are measured again. Both: plans,promotion",
    usual: "ask nothing",
    title: "Ask me first",
  }),
  profiles: option({ flag: "--no-profiles", schema: switchedOff, help: "hide profiling data from the agents (ablation)", recorded: true }),
  counters: option({ flag: "--no-counters", schema: switchedOff, help: "do not read hardware counters (docs/profile.md)", recorded: true }),
  tune: option({ flag: "--no-tune", schema: switchedOff, help: "do not tune the constants that a kernel marks (docs/tuning.md)", recorded: true }),
  tuneSeconds: option({
    flag: "--tune-seconds <n>",
    schema: Policy.shape.tuneSeconds.unwrap(),
    help: "time limit for tuning one kernel, in seconds that the judge works",
    example: "20",
    usual: "60",
    recorded: true,
  }),
  blocks: option({ flag: "--no-blocks", schema: switchedOff, help: "show the agents no proven building blocks (ablation)", recorded: true }),
  blockRecord: option({
    flag: "--block-record <dir>",
    schema: z.string(),
    help: "folder that keeps what each building block gained: later runs with it no longer show blocks that do not help",
    usual: "off",
  }),
  replay: option({
    flag: "--replay <path>",
    schema: z.string(),
    inFile: "nothing",
    help: "answer from recorded replies instead of a model: a file, or a folder of <task>.<target>.jsonl",
    title: "Recording",
  }),
};

export type OptionName = keyof typeof options;
/** The type of an option's value. */
export type ValueOf<K extends OptionName> = z.output<(typeof options)[K]["schema"]>;

export const optionNames = Object.keys(options) as OptionName[];

/** The general type of an option, for code that treats all options alike. */
export const optionOf = (name: OptionName): Option<z.ZodType> => options[name];

/** The table of docs/options.md, in Markdown. */
export function optionsTable(): string {
  const cell = (text: string): string => text.replaceAll("|", "\\|");
  const rows = optionNames.map((name) => {
    const { flag, help, usual = "", title = "", inFile } = optionOf(name);
    return `| \`${flag}\` | ${inFile === "nothing" ? "" : `\`${name}\``} | ${title} | ${cell(help)} | ${cell(usual)} |`;
  });
  return ["| option | configuration key | field in Studio | meaning | default |", "| --- | --- | --- | --- | --- |", ...rows].join("\n");
}

/** "--max-tokens": the spelling that messages and recorded command lines use. */
export const longFlag = (name: OptionName): string =>
  optionOf(name)
    .flag.replace(/^--\w+, /, "")
    .split(" ")[0] ?? "";

/** Whether the flag switches something off. Its value is then false. */
export const isNegative = (name: OptionName): boolean => longFlag(name).startsWith("--no-");

/** The help text of an option, with its default. */
export function helpOf(name: OptionName): string {
  const { help, usual } = optionOf(name);
  return usual === undefined ? help : `${help} (default: ${usual})`;
}
