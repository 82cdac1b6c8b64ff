/** What a configuration file may set: the command line's options under their names in camelCase. Reading it is config's business. */
import { z } from "zod";
import { Approval } from "./approval.ts";
import { Price } from "./price.ts";
import { Library } from "./protocol.ts";
import { Policy, Settings, StrategyName } from "./settings.ts";
import { Language, Precision, Target } from "./task.ts";

/** A setting without its default, so that a key that is left out sets nothing. */
const bare = <T extends z.ZodType>(setting: z.ZodDefault<T>) => setting.unwrap().describe(setting.description ?? "");

export const ConfigFile = z
  .strictObject({
    $schema: z.string().describe("this schema, for editors"),
    target: Target,
    language: z.union([Language, z.array(Language).min(1)]).describe("what candidates are written in; of several, the others are what a plateau turns to"),
    precision: Precision,
    library: Library.describe("whose kernels may take the time"),
    worker: bare(Settings.shape.worker),
    model: z.string().min(1).describe("the model at OPENAI_BASE_URL"),
    price: Price.pick({ input: true, output: true }).describe("of the model, where prices.json has none"),
    strategy: StrategyName.describe("how to search"),
    attempts: bare(Policy.shape.attempts),
    async: bare(Policy.shape.async),
    seed: z.number().int().min(0).describe("seed of the search's draws"),
    maxTokens: z.number().positive().describe("model tokens, in and out"),
    maxCost: z.number().positive().describe("US dollars at the model's list price"),
    maxGpuSeconds: z.number().positive().describe("seconds in which the judge holds its device"),
    maxMinutes: z.number().positive().describe("minutes in which model or judge work"),
    targetSpeedup: z.number().gt(1).describe("the search stops when an attempt is surely this many times as fast as the reference"),
    tuneSeconds: z.number().positive().describe("the judge's seconds after which tuning one kernel begins no other setting"),
    approve: z.array(Approval).describe("what waits for a person's word"),
    memory: z.string().describe("the folder of lessons across tasks"),
  })
  .partial()
  .describe("kernelwright.config.json: flags of the command line over these over the defaults");
export type ConfigFile = z.infer<typeof ConfigFile>;
