/**
 * The two forms that LangGraph Studio draws: the search, and the run settings. Their fields come from the option table;
 * config/resolve-settings.ts makes settings of them.
 */
import { z } from "zod";
import { DEFAULT_STRATEGY, optionOf, options, type OptionName, type ValueOf } from "./options.ts";
import { Language, Target } from "./task.ts";

/** The texts of an option's field. */
function texts(name: OptionName, empty?: string): { title: string; description: string } {
  const { title = name, help, usual = "no limit" } = optionOf(name);
  return { title, description: `${help}; empty: ${empty ?? usual}` };
}

/** An optional field. An empty field leaves the option unset. */
const field = <K extends OptionName>(name: K, empty?: string, schema: z.ZodType = options[name].schema) =>
  (schema as z.ZodType<ValueOf<K>, ValueOf<K>>).nullable().default(null).meta(texts(name, empty));

/** A text field. An empty text leaves the option unset. */
const text = (title: string, description: string) => z.string().default("").meta({ title, description });
const textOf = (name: OptionName, empty?: string) => z.string().default("").meta(texts(name, empty));

/** One search: the graph's input. */
export const SearchForm = z
  .object({
    task: text("Task file", "path of a Python file on the server's machine with Model, get_inputs and get_init_inputs; empty: a shipped example"),
    source: text("Task source", "the text of the task file, pasted; it replaces the path").meta({ format: "textarea" }),
    target: z
      .enum(["auto", ...Target.options])
      .default("auto")
      .meta({ title: options.target.title, description: `${options.target.help}; auto: ${options.target.usual}` }),
    strategy: field("strategy", `${DEFAULT_STRATEGY}, or the recording's strategy`),
    attempts: field("attempts", "the assistant's number, else the strategy's"),
    targetSpeedup: field("targetSpeedup"),
    maxTokens: field("maxTokens"),
    maxCostUsd: field("maxCost"),
    maxGpuSeconds: field("maxGpuSeconds"),
    maxMinutes: field("maxMinutes"),
    approve: options.approve.schema.default([]).meta({ ...texts("approve"), uniqueItems: true }),
  })
  .meta({ title: "Search", description: "Turns a PyTorch module into a faster, proven kernel. An empty form searches for the shipped example." });
export type SearchForm = z.infer<typeof SearchForm>;

/** The run settings: the graph's context. An assistant can set them. */
export const RunContext = z
  .object({
    model: textOf("model"),
    replay: textOf("replay", "ask the model; without OPENAI_API_KEY the example's own recording answers"),
    worker: textOf("worker", "the server's machine"),
    language: Language.nullable().default(null).meta(texts("language")),
    precision: options.precision.schema.default("fp32").meta(texts("precision")),
    library: options.library.schema.default("library-allowed").meta(texts("library")),
    seed: field("seed", "0, or the recording's seed"),
  })
  .meta({ title: "Settings", description: "Run settings. Assistants can override them." });
export type RunContext = z.infer<typeof RunContext>;
