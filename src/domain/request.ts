/**
 * What a person asks of a served search, and with what: the two forms that LangGraph Studio draws. The command line says
 * the same in flags. What they add up to is settings.ts's.
 */
import { z } from "zod";
import { Approval } from "./approval.ts";
import { Library } from "./protocol.ts";
import { StrategyName } from "./settings.ts";
import { strategies } from "./strategy.ts";
import { Language, Precision, Target } from "./task.ts";

const limit = (what: string) => z.number().positive().nullable().default(null).describe(`stop ${what}; null is no limit`);
const what = StrategyName.options.map((name) => `${name}: ${strategies[name].what}`).join("; ");

/** One search: the graph's input. */
export const Request = z.object({
  task: z.string().default("").describe("path of a Python task file on the server's machine (KernelBench's contract); empty is a shipped example"),
  source: z.string().default("").describe("or the task itself, pasted: Python with Model, get_inputs and get_init_inputs"),
  target: z
    .enum(["auto", ...Target.options])
    .default("auto")
    .describe("what the kernel runs on; auto is cuda where there is a GPU, else cpu"),
  strategy: StrategyName.nullable().default(null).describe(`how to search; null is beam, or what a recording was made with. ${what}`),
  attempts: z.number().int().min(1).max(10_000).nullable().default(null).describe("kernels to try in all, repairs included; null is the strategy's own number"),
  maxTokens: limit("when the model has used this many tokens, in and out"),
  maxCostUsd: limit("when this many US dollars are spent at the model's list price"),
  maxGpuSeconds: limit("when the judge has held its device for this long"),
  maxMinutes: limit("after this much work of model and judge, queueing excluded"),
  approve: z
    .array(Approval)
    .default([])
    .describe("wait for your word: on plans before they are carried out, on promotion before the leaders are measured again and published"),
  targetSpeedup: z.number().gt(1).nullable().default(null).describe("stop when an attempt is surely this many times as fast as the reference"),
});
export type Request = z.infer<typeof Request>;

/** What a search is carried out with: the graph's context, an assistant's own. Its defaults hold where a field is left out. */
export const Equipment = z.object({
  model: z.string().default("").describe("model at OPENAI_BASE_URL; empty is KERNELWRIGHT_MODEL, else the default of the command line"),
  replay: z.string().default("").describe("answer from this file of recorded replies instead of a model"),
  worker: z.string().default("").describe("where the judge runs: empty is the server's machine, else spool:DIR or a command prefix such as 'ssh gpu01 --'"),
  language: Language.nullable().default(null).describe("what candidates are written in; null is the target's own"),
  precision: Precision.default("fp32"),
  library: Library.default("library-allowed"),
  seed: z.number().int().min(0).nullable().default(null).describe("seed of the search's draws; null is 0, or a recording's own"),
});
export type Equipment = z.infer<typeof Equipment>;
