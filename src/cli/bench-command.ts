/** `bench` and its subcommands as the command line knows them. */
import { type Command, Option } from "commander";
import { strategies } from "../domain/strategy.ts";
import { bench } from "./bench.ts";
import { compareBench, reportBench } from "./bench-results.ts";
import { runBench } from "./bench-run.ts";
import { workerHelp, withBudget, withTarget } from "./options.ts";

const several = (value: string, before: string[] = []): string[] => [...before, value];

const withOutput = (command: Command): Command =>
  command
    .addOption(new Option("--quiet", "print the results alone").conflicts(["verbose", "json"]))
    .addOption(new Option("--verbose", "print every line of every run").conflicts(["quiet", "json"]))
    .addOption(new Option("--json", "print the results as JSON, and nothing else; of a bench that was stopped those so far").conflicts(["quiet", "verbose"]));

/** Adds the command to the program. */
export function addBench(program: Command): void {
  const command = program
    .command("bench")
    .description("search many tasks, several ways side by side at equal budget, and say what each way came to")
    .enablePositionalOptions()
    .argument("[suite...]", "task files, or folders of them")
    .option("--kernelbench <dir>", "tasks of a KernelBench checkout")
    .option("--level <levels>", "its level, or several: 1,2,3")
    .option("--subset <which>", "representative (the checkout's own list), verified, all, or numbers and ranges such as 1,3,6-9 (default: representative)")
    .option("--strategies <names>", `ways to search, side by side: of ${Object.keys(strategies).join(", ")} (default: beam)`)
    .option("--models <names>", "models, side by side (default: one, as for optimize)")
    .option("--attempts <n>", "kernels to try per run, repairs included, the same for every strategy (default: 12)");
  withOutput(withBudget(withTarget(command)))
    .option("--worker <worker>", `${workerHelp}; repeated, a pool of machines of one kind`, several)
    .option("--parallel <n>", "runs at a time on each worker (default: 2)")
    .option("--replay <dir>", "answer from recorded replies in a folder: <task>.<target>.jsonl")
    .option("--out <dir>", "the bench's folder (default: runs/bench-<time>)")
    .option("--dry-run", "say which runs there would be and what they may cost, and stop")
    .addHelpText("after", "\nMemory across tasks is off in a bench: its runs would teach each other. Nothing waits for a person's word.")
    .action(bench);
  withOutput(command.command("resume").description("go on with a bench that was stopped; what has ended is not done again"))
    .argument("<bench>", "the bench's folder")
    .action(runBench);
  command
    .command("report")
    .description("the tables of a bench so far, or of any runs")
    .argument("<folders...>", "the folder of a bench, or folders of runs")
    .option("-o, --output <dir>", "write results.json, results.md and results.html there (default for a bench: its folder)")
    .option("--json", "print the results as JSON")
    .action(reportBench);
  command
    .command("compare")
    .description("which differences between two results, or between the variants of one, are real")
    .argument("<first>", "results.json of a bench, or its folder")
    .argument("[second]", "another one (default: the other variants of the first)")
    .option("--json", "print the comparison as JSON")
    .action(compareBench);
}
