/** The option table (domain/options.ts) on the command line, and the options of output. */
import { type Command, Option } from "commander";
import { helpOf, type OptionName, optionOf } from "../domain/options.ts";

export const taskHelp = "a Python file with Model, get_inputs and get_init_inputs (KernelBench's contract)";

/** Adds options of the table to a command; `help` replaces the help of some. */
export function withOptions(command: Command, names: readonly OptionName[], help: Partial<Record<OptionName, string>> = {}): Command {
  for (const name of names) command.option(optionOf(name).flag, help[name] ?? helpOf(name));
  return command;
}

export const withConfig = (command: Command): Command =>
  command.option("--config <file>", "configuration file; flags override it (default: kernelwright.config.json, if it exists)");

/** The options of the judge: the task, the rules and the worker. */
export const judging = ["target", "language", "precision", "library", "require", "worker"] as const satisfies readonly OptionName[];

/** The options of one search: budgets and strategy. */
export const searching = [
  "model",
  "price",
  "strategy",
  "attempts",
  "async",
  "modelTimeout",
  "maxTokens",
  "maxCost",
  "maxGpuSeconds",
  "maxMinutes",
  "targetSpeedup",
  "profiles",
  "blocks",
  "counters",
  "tune",
  "tuneSeconds",
  "seed",
  "replay",
] as const satisfies readonly OptionName[];

export const withOutput = (command: Command): Command =>
  command
    .addOption(new Option("--quiet", "print only the result").conflicts(["verbose", "json"]))
    .addOption(new Option("--verbose", "also print model and judge calls, plans, diagnoses and problems").conflicts(["quiet", "json"]))
    .addOption(new Option("--json", "print only the run's events, one JSON object per line").conflicts(["quiet", "verbose"]));

/** As `withOutput`, for commands that drive several runs. */
export const withBenchOutput = (command: Command): Command =>
  command
    .addOption(new Option("--quiet", "print only the results").conflicts(["verbose", "json"]))
    .addOption(new Option("--verbose", "print every line of every run").conflicts(["quiet", "json"]))
    .addOption(new Option("--json", "print only the results, as JSON; a stopped bench prints its results so far").conflicts(["quiet", "verbose"]));
