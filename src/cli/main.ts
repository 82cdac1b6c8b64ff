/** The command line. Every command is a file; this one only names them and turns errors into a message and an exit code. */
import { Command } from "commander";
import { existsSync } from "node:fs";
import { strategies } from "../domain/strategy.ts";
import { addBench } from "./bench-command.ts";
import { compare } from "./compare.ts";
import { completion } from "./completion.ts";
import { doctor } from "./doctor.ts";
import { evaluate } from "./evaluate.ts";
import { Exit, fail } from "./exit.ts";
import { exportRun } from "./export.ts";
import { fork } from "./fork.ts";
import { inspect } from "./inspect.ts";
import { list } from "./list.ts";
import { configHelp, taskHelp, withBudget, withJudge, withOutput } from "./options.ts";
import { optimize } from "./optimize.ts";
import { prune } from "./prune.ts";
import { report } from "./report.ts";
import { resume } from "./resume.ts";
import { schema } from "./schema.ts";
import { tune } from "./tune.ts";

const EXIT_CODES = `
Exit codes:
  0    a verified faster kernel (optimize, resume, fork), an ok verdict (evaluate), a faster setting (tune), or done (the other commands; a bench that ran all of its runs)
  1    bad input or a missing requirement; the message says what to do
  2    unknown command or option
  3    finished, but nothing is proven faster (optimize, resume, fork), or any verdict but ok (evaluate), or no faster setting (tune)
  4    stopped by the model endpoint, a worker or the disk; resume (for a bench, bench resume) goes on
  130  stopped by Ctrl-C; the same`;

const program = new Command("kernelwright")
  .description("Makes PyTorch modules faster with kernels that agents write and a judge proves.")
  .version("0.1.0")
  .enablePositionalOptions() // bench and its subcommands have options of the same names
  .addHelpText("after", EXIT_CODES)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? Exit.done : Exit.usage));

/** The default command would take a mistyped command for its task. */
function refuseUnknown(word: string | undefined): void {
  const names = program.commands.map((command) => command.name());
  if (word === undefined || !/^[a-z]+$/.test(word) || [...names, "help"].includes(word) || existsSync(word)) return;
  program.error(`error: there is no command and no task file ${word}; the commands are ${names.join(", ")}`, { exitCode: Exit.usage });
}

/** A wrong option is answered with where the right ones are. */
function helpOf(command: Command, name: string): void {
  command.showHelpAfterError(`(see ${name} --help)`);
  for (const one of command.commands) helpOf(one, `${name} ${one.name()}`);
}

const strategyLines = Object.entries(strategies)
  .map(([name, { what }]) => `  ${name.padEnd(12)} ${what}`)
  .join("\n");
withOutput(withBudget(withJudge(program.command("optimize", { isDefault: true }).description("search for a faster kernel (the default command)"))))
  .argument("[task]", `${taskHelp} (default: a shipped example)`)
  .option("--model <name>", "model at OPENAI_BASE_URL (default: KERNELWRIGHT_MODEL, else gpt-5.1)")
  .option("--attempts <n>", "kernels to try in all, repairs included (default: 12; 30 for STARK's own strategies)")
  .option("--strategy <name>", `how to search: ${Object.keys(strategies).join(", ")} (default: beam)`)
  .option("--memory <dir>", "learn from this run, and recall what earlier runs with the same folder learned (default: off)")
  .option("--approve <what>", "wait for your word: plans (before each is carried out), promotion (before the leaders are measured again), or plans,promotion")
  .option("--estimate", "say what the run may cost, and stop")
  .option("--out <dir>", "the run's folder (default: runs/<task>-<time>)")
  .option("--start <path>", "an existing kernel to start from, the first of --attempts: a bundle folder, a Python file with ModelNew, or a run with a winner")
  .option("--replay <file>", "answer from recorded replies instead of a model")
  .addHelpText("after", `\nStrategies:\n${strategyLines}`)
  .addHelpText(
    "after",
    "\nWithout OPENAI_API_KEY or OPENAI_BASE_URL the tasks of evals/tasks run from replies recorded from a real model, unless --model names one.",
  )
  .action(optimize);

withJudge(program.command("evaluate").description("judge one candidate, without any model"))
  .argument("<task>", taskHelp)
  .argument("<candidate>", "a bundle folder (model_new.py, kernel.cu or kernel.cpp), or one Python file with ModelNew")
  .option("--full", "measure as for promotion: longer, and against torch.compile too")
  .option("--json", "print the verdict as JSON")
  .action(evaluate);

withJudge(program.command("tune").description("try the constants that a candidate marks as tunable (docs/tuning.md), without any model"))
  .argument("<task>", taskHelp)
  .argument("<candidate>", "a bundle folder, or one Python file with ModelNew")
  .option("--settings <n>", "settings to try at most beside the source's own; of more a draw (default: 16)")
  .option("--seconds <n>", "the judge's seconds after which no other setting is begun (default: 60)")
  .option("--seed <n>", "seed of the draw (default: 0)")
  .option("-o, --out <dir>", "where to write the tuned candidate, if one is surely faster")
  .action(tune);

addBench(program);

withOutput(program.command("resume").description("go on with a run that was stopped")).argument("<run>", "the run's folder").action(resume);

withOutput(program.command("fork").description("go back to an earlier round of a run and search on from there, in a run of its own"))
  .argument("<run>", "the run's folder; it stays as it is")
  .option("--round <n>", "the last round to keep (default: all)")
  .option("--hint <text>", "advice for every planner from there on")
  .option("--attempts <n>", "kernels to try in all, those kept included (default: the run's own number)")
  .option("--out <dir>", "the fork's folder (default: <run>-fork-<id>)")
  .action(fork);

program
  .command("prune")
  .description("name the folders of old runs, or remove them with --force; a run at work is left alone")
  .option("--runs <dir>", "the folder of runs", "runs")
  .option("--older-than <days>", "since they began", "30")
  .option("--without-win", "only those that found nothing faster")
  .option("--force", "remove them: sources, prompts, verdicts, reports and checkpoints")
  .action(prune);

program
  .command("list")
  .description("the runs in a folder: task, strategy, attempts, best speedup, status, age")
  .option("--runs <dir>", "the folder that holds them (default: runs)")
  .option("--json", "print them as JSON")
  .action(list);

program
  .command("report")
  .description("write a run's report.html again from its event log, finished or not, and print its path")
  .argument("<run>", "the run's folder")
  .action(report);

program
  .command("inspect")
  .description("one attempt in full: plan, diagnosis, verdict, profile, source, prompts and replies")
  .argument("<run>", "the run's folder")
  .argument("<attempt>", "its id, for example r1b1; root is the reference")
  .option("--json", "print it as JSON")
  .action(inspect);

program
  .command("compare")
  .description("say which differences between two runs are beyond noise, and what was different about the runs")
  .argument("<first>", "a run's folder")
  .argument("<second>", "another run's folder")
  .option("--json", "print the comparison as JSON")
  .action(compare);

program
  .command("export")
  .description("write a run's winner so that it needs torch and the compiler alone; the judge judges it again as exported")
  .argument("<run>", "the run's folder")
  .option("-o, --output <path>", "where to write it (default: standard output)")
  .option(
    "--format <format>",
    "file: one Python file; folder: the kernel's source beside a loader; patch: for git apply, the module's class swapped behind a fallback",
    "file",
  )
  .option("--module <file>", "for a patch: the Python file to patch (default: the task's own)")
  .option("--class <name>", "for a patch: the class in it (default: Model)")
  .option("--attempt <id>", "another attempt than the winner")
  .option("--degraded", "even if it was measured at an isolation level below L3")
  .option("--no-verify", "without judging it again")
  .option("--worker <worker>", "where it is judged (default: as the run)")
  .option("--replies", "write the model's replies instead, for --replay")
  .action(exportRun);

program
  .command("serve")
  .description("serve the search to LangGraph Studio and the SDK, on loopback; threads outlive a kill")
  .option("--port <n>", "port of 127.0.0.1", "2025")
  .option(
    "--database <database>",
    "where threads and their checkpoints are kept: a SQLite file, or postgres://… (default: KERNELWRIGHT_DATABASE, else runs/server.db)",
  )
  .action(async (flags) => (await import("./serve.ts")).serve(flags)); // its packages log what is uncaught and go on: not in a search

program
  .command("doctor")
  .description("show what was found here, and what to do about what was not")
  .option("--worker <worker>", "look at a worker's host instead")
  .option("--config <file>", configHelp)
  .action(doctor);

program
  .command("completion")
  .description("print a script that completes commands and options")
  .argument("<shell>", "bash, zsh or fish")
  .action(completion(program));

program.command("schema").description("print the JSON Schema of kernelwright.config.json").action(schema);

// Whoever read the output has gone; the run's folder tells the rest.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
helpOf(program, "npx kernelwright");
refuseUnknown(process.argv[2]);
await program.parseAsync().catch(fail);
process.exit(); // nothing that still runs after a failure may start more work
