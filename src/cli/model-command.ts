/** Registers `kernelwright model` and its subcommand. Each loads its code when it is called. */
import type { Command } from "commander";
import { helpOf } from "../domain/options.ts";
import { judging, searching, withBenchOutput, withConfig, withOptions } from "./options.ts";

const all = "of all modules together, in proportion to their time";

/** Adds the command to the program. */
export function addModel(program: Command): void {
  const command = program
    .command("model")
    .description("rank the modules of a script's model by time, search the top ones, and measure the model with their kernels (docs/model.md)")
    .enablePositionalOptions()
    .argument("[script]", "the Python script that builds a model and calls it")
    .argument("[args...]", "the script's own arguments, after --")
    .option("--rank-only", "print the ranking and exit; needs no model")
    .option("--top <n>", "number of modules to search (default: 3)");
  const help = {
    attempts: `maximum number of kernels ${all} (default: 12 for each)`,
    maxTokens: `${helpOf("maxTokens")}, ${all}`,
    maxCost: `${helpOf("maxCost")}, ${all}`,
    maxGpuSeconds: `${helpOf("maxGpuSeconds")}, ${all}`,
    maxMinutes: `${helpOf("maxMinutes")}, ${all}`,
  };
  withBenchOutput(withConfig(withOptions(command, [...judging, ...searching, "libraryCalls"], help)))
    .option("--parallel <n>", "searches at the same time (default: 2)")
    .option("--python <program>", "the Python that runs the script; it needs torch (default: the judge's)")
    .option("--degraded", "use kernels that were measured below isolation level L3")
    .option("--out <dir>", "folder of the search (default: runs/model-<script>-<time>)")
    .action(async (script, args, flags) => (await import("./commands/model.ts")).model(script, args, flags));
  withBenchOutput(command.command("resume").description("continue a stopped search of a model; finished runs are kept"))
    .argument("<folder>", "the folder that model printed")
    .action(async (folder, flags) => (await import("./commands/model.ts")).resume(folder, flags));
}
