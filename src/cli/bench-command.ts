/** Registers `kernelwright bench` and its subcommands. Each loads its code when it is called. */
import type { Command } from "commander";
import { helpOf } from "../domain/options.ts";
import { judging, searching, withBenchOutput, withConfig, withOptions } from "./options.ts";

const several = (value: string, before: string[] = []): string[] => [...before, value];

/** Adds the command to the program. */
export function addBench(program: Command): void {
  const command = program
    .command("bench")
    .description("search many tasks with several strategies or models at equal budget, and compare the results")
    .enablePositionalOptions()
    .argument("[suite...]", "task files, or folders of them")
    .option("--kernelbench <dir>", "tasks of a KernelBench checkout")
    .option("--level <levels>", "its level, or several: 1,2,3")
    .option("--subset <which>", "representative (the checkout's own list), verified, all, or numbers and ranges such as 1,3,6-9 (default: representative)");
  const shared = [...judging.filter((name) => name !== "worker"), ...searching];
  withBenchOutput(withConfig(withOptions(command, shared, { attempts: "maximum number of kernels per run, the same for every strategy (default: 12)" })))
    .option("--worker <worker>", `${helpOf("worker")}; repeat it for a pool of machines of one kind`, several)
    .option("--parallel <n>", "runs at the same time on each worker (default: 2)")
    .option("--max-jobs-in-flight <n>", "jobs that the bench has in a queue at once (docs/workers.md#a-queue) (default: 64)")
    .option("--bench-tokens <n>", "model tokens for the whole bench; each variant gets an equal part, and unused tokens of a run pass to the next")
    .option("--out <dir>", "folder of the bench (default: runs/bench-<time>)")
    .option("--dry-run", "print the runs and their estimated cost, and exit")
    .addHelpText("after", "\nA bench keeps no record of building blocks, because its runs would teach each other. It asks no person.")
    .action(async (suite, flags) => (await import("./commands/bench.ts")).bench(suite, flags));
  withBenchOutput(command.command("resume").description("continue a stopped bench; finished runs are kept"))
    .argument("<bench>", "the bench's folder")
    .action(async (folder, flags) => void (await (await import("./bench/run.ts")).runBench(folder, flags)));
  command
    .command("report")
    .description("print the tables of a bench, or of any runs")
    .argument("<folders...>", "the folder of a bench, or folders of runs")
    .option("-o, --output <dir>", "write results.json, results.md and results.html there (default for a bench: its folder)")
    .option("--json", "print the results as JSON")
    .action(async (folders, flags) => (await import("./bench/results.ts")).reportBench(folders, flags));
  command
    .command("compare")
    .description("print which differences between two results, or between the variants of one, exceed the noise")
    .argument("<first>", "results.json of a bench, or its folder")
    .argument("[second]", "another one (default: the other variants of the first)")
    .option("--json", "print the comparison as JSON")
    .action(async (first, second, flags) => (await import("./bench/results.ts")).compareBench(first, second, flags));
}
