/**
 * What a person asks of a served search, and with what: the two forms that LangGraph Studio draws. The command line says
 * the same in flags. What they add up to is settings.ts's.
 */
import { z } from "zod";
import { Approval } from "./approval.ts";
import { Library } from "./protocol.ts";
import { StrategyName } from "./settings.ts";
import { Language, Precision, Target } from "./task.ts";

const ways =
  "beam: rounds over the fastest attempts; stark: STARK as published; sampling and reflexion: its baselines; " +
  "search-only and agents-only: its ablations; greedy and mcts: one attempt at a time";
const text = (title: string, description: string) => z.string().default("").meta({ title, description });
const limit = (title: string, what: string) =>
  z
    .number()
    .positive()
    .nullable()
    .default(null)
    .meta({ title, description: `stop ${what}; empty: no limit` });

/** One search: the graph's input. A field that may be null is one that a form leaves empty. */
export const Request = z
  .object({
    task: text(
      "Task file",
      "path of a Python file on the server's machine with Model, get_inputs and get_init_inputs, as KernelBench's; empty: a shipped example",
    ),
    source: text("Task source", "or the task itself, pasted: the Python file that the path would name").meta({ format: "textarea" }),
    target: z
      .enum(["auto", ...Target.options])
      .default("auto")
      .meta({ title: "Target", description: "what the kernel runs on; auto: cuda where there is a GPU, else cpu" }),
    strategy: StrategyName.nullable()
      .default(null)
      .meta({ title: "Strategy", description: `how to search; empty: beam, or what a recording was made with. ${ways}` }),
    attempts: z.number().int().min(1).max(10_000).nullable().default(null).meta({
      title: "Attempts",
      description: "kernels to try in all, repairs included; empty: the assistant's own number, else the strategy's",
    }),
    targetSpeedup: z.number().gt(1).nullable().default(null).meta({
      title: "Speedup to stop at",
      description: "stop when an attempt is surely this many times as fast as the reference; empty: go on",
    }),
    maxTokens: limit("Limit: tokens", "when the model has used this many tokens, in and out"),
    maxCostUsd: limit("Limit: US dollars", "when this much is spent at the model's list price"),
    maxGpuSeconds: limit("Limit: seconds of the device", "when the judge has held its device for this long"),
    maxMinutes: limit("Limit: minutes", "after this much work of model and judge, queueing excluded"),
    approve: z.array(Approval).default([]).meta({
      title: "Ask me first",
      description: "plans: before each is carried out; promotion: before the leaders are measured again and published; none: it runs to its end",
      uniqueItems: true,
    }),
  })
  .meta({ title: "Search", description: "From a PyTorch module to a faster kernel, proven. Submitted as it is, it searches for the shipped example." });
export type Request = z.infer<typeof Request>;

/** What a search is carried out with: the graph's context, an assistant's own. Its defaults hold where a field is left out. */
export const Equipment = z
  .object({
    model: text("Model", "name of a model at OPENAI_BASE_URL; empty: KERNELWRIGHT_MODEL, else the default of the command line"),
    replay: text("Recording", "file of recorded replies that answers instead of a model; empty: the model, or the example's own without OPENAI_API_KEY"),
    worker: text("Worker", "where the judge runs: spool:DIR, or a command prefix such as 'ssh gpu01 --'; empty: the server's machine"),
    language: Language.nullable().default(null).meta({ title: "Language", description: "what kernels are written in; empty: the target's own" }),
    precision: Precision.default("fp32").meta({ title: "Precision", description: "the precision track: what arithmetic the baseline may use" }),
    library: Library.default("library-allowed").meta({
      title: "Library calls",
      description: "custom-only: at most 10 % of the time in kernels that are not the candidate's own",
    }),
    seed: z.number().int().min(0).nullable().default(null).meta({ title: "Seed", description: "of the search's draws; empty: 0, or a recording's own" }),
  })
  .meta({ title: "Settings", description: "With what a search is carried out. An assistant may keep its own." });
export type Equipment = z.infer<typeof Equipment>;
