/** The command line. Each command has its own file, which is loaded when it is called. This file registers them and turns errors into messages and exit codes. */
import { Command } from "commander";
import { existsSync } from "node:fs";
import { strategies } from "../search/selection/strategies.ts";
import { addBench } from "./bench-command.ts";
import { addModel } from "./model-command.ts";
import { completion } from "./commands/completion.ts";
import { Exit, exitHelp, fail } from "./exit-codes.ts";
import { judging, searching, taskHelp, withConfig, withOptions, withOutput } from "./options.ts";
import { version } from "../lib/repository.ts";

const program = new Command("kernelwright")
  .description("Makes PyTorch modules faster with kernels that agents write and a judge proves.")
  .version(version)
  .option("--yes", "install missing system packages without asking (needs root)") // the launcher takes it
  .enablePositionalOptions() // bench and its subcommands have options of the same names
  .addHelpText("after", exitHelp())
  .exitOverride((error) => process.exit(error.exitCode === 0 ? Exit.done : Exit.usage));

/** Refuses a mistyped command, which the default command would take for its task. */
function refuseUnknown(word: string | undefined): void {
  const names = program.commands.map((command) => command.name());
  if (word === undefined || !/^[a-z]+$/.test(word) || [...names, "help"].includes(word) || existsSync(word)) return;
  program.error(`error: there is no command and no task file ${word}; the commands are ${names.join(", ")}`, { exitCode: Exit.usage });
}

/** After a wrong option, points to the list of options. */
function helpOf(command: Command, name: string): void {
  command.showHelpAfterError(`(see ${name} --help)`);
  for (const one of command.commands) helpOf(one, `${name} ${one.name()}`);
}

const strategyLines = Object.entries(strategies)
  .map(([name, { what }]) => `  ${name.padEnd(12)} ${what}`)
  .join("\n");
const optimizeCommand = program.command("optimize", { isDefault: true }).description("search for a faster kernel (the default command)");
withOutput(withConfig(withOptions(optimizeCommand, [...judging, ...searching, "against", "libraryCalls", "blockRecord", "confirmOn", "approve"])))
  .argument("[task]", `${taskHelp} (default: a shipped example)`)
  .option("--estimate", "print a cost estimate and exit")
  .option("--out <dir>", "folder of the run (default: runs/<task>-<time>)")
  .option(
    "--start <path>",
    "a kernel to start from, the first of --attempts (--attempts 1 needs no model): a bundle folder, a Python file with ModelNew, or a run with a winner",
  )
  .addHelpText("after", `\nStrategies:\n${strategyLines}`)
  .addHelpText(
    "after",
    "\nWithout OPENAI_API_KEY and OPENAI_BASE_URL the tasks of evals/tasks run from recorded replies of a real model, unless --model names one.",
  )
  .action(async (task, flags) => (await import("./commands/optimize.ts")).optimize(task, flags));

withConfig(withOptions(program.command("evaluate").description("judge one candidate; needs no model"), [...judging, "against", "libraryCalls"]))
  .argument("<task>", taskHelp)
  .argument("[candidate]", "a bundle folder (model_new.py, kernel.cu or kernel.cpp), or one Python file with ModelNew")
  .option("--list-checks", "list what the judge varies for the task, and exit; takes no candidate")
  .option("--explain", "say which public and fresh inputs the kernel is wrong on, with an element, what was expected and what it gave")
  .option("--full", "measure as for promotion: longer, and against torch.compile and a library call too")
  .option("--json", "print the verdict as JSON")
  .action(async (task, candidate, flags) => (await import("./commands/evaluate.ts")).evaluate(task, candidate, flags));

withConfig(withOptions(program.command("tune").description("tune the constants that a candidate marks (docs/tuning.md); needs no model"), judging))
  .argument("<task>", taskHelp)
  .argument("<candidate>", "a bundle folder, or one Python file with ModelNew")
  .option("--settings <n>", "maximum number of alternative settings to try; a larger space is sampled (default: 16)")
  .option("--seconds <n>", "time limit in judge seconds (default: 60)")
  .option("--seed <n>", "seed of the sampling (default: 0)")
  .option("-o, --out <dir>", "folder for the tuned candidate, if a setting is faster (95 % CI)")
  .action(async (task, candidate, flags) => (await import("./commands/tune.ts")).tune(task, candidate, flags));

addBench(program);

addModel(program);

program
  .command("capture")
  .description("write a task from the calls of a module in a script of yours (docs/capture.md); needs no model")
  .argument("<script>", "the Python script to run")
  .argument("[args...]", "the script's own arguments, after --")
  .requiredOption("--module <name>", "a class (package.module.Class), or a module object of the script (model.encoder.0)")
  .option("-o, --output <file>", "where to write the task (default: standard output)")
  .option("--calls <n>", "end the script after this many calls of the module (default: it runs to its end)")
  .option("--with-data", "also store the first call's tensors of each shape and the parameters, beside the task as .pt")
  .option("--python <program>", "the Python that runs the script; it needs torch (default: the judge's)")
  .action(async (script, args, flags) => (await import("./commands/capture.ts")).capture(script, args, flags));

withOutput(program.command("resume").description("continue a stopped run"))
  .argument("<run>", "the run's folder")
  .action(async (run, flags) => (await import("./commands/resume.ts")).resume(run, flags));

withOutput(program.command("fork").description("start a new run from an earlier round of another run"))
  .argument("<run>", "the run's folder; it does not change")
  .option("--round <n>", "the last round to keep (default: all)")
  .option("--hint <text>", "advice for every later planner prompt")
  .option("--attempts <n>", "new kernels to try, repairs included (default: what the run's own number leaves)")
  .option("--out <dir>", "the fork's folder (default: <run>-fork-<id>)")
  .action(async (run, flags) => (await import("./commands/fork.ts")).fork(run, flags));

program
  .command("prune")
  .description("list old runs; --force deletes them. Active runs are kept")
  .option("--runs <dir>", "the folder of runs", "runs")
  .option("--older-than <days>", "minimum age of a run in days", "30")
  .option("--without-win", "only runs without a winner")
  .option("--force", "delete them: sources, prompts, verdicts, reports and checkpoints")
  .action(async (flags) => (await import("./commands/prune.ts")).prune(flags));

program
  .command("list")
  .description("list the runs in a folder: task, strategy, attempts, best speedup, status, age")
  .option("--runs <dir>", "the folder that holds them (default: runs)")
  .option("--json", "print them as JSON")
  .action(async (flags) => (await import("./commands/list.ts")).list(flags));

program
  .command("report")
  .description("write report.html again from the run's event log and print its path")
  .argument("<run>", "the run's folder")
  .action(async (run) => (await import("./commands/report.ts")).report(run));

program
  .command("watch")
  .description("show a run, a bench or a folder of runs in the browser while it grows; it only reads, on loopback")
  .argument("<folder>", "the folder of a run, of a bench, or of runs")
  .option("--port <n>", "port of 127.0.0.1; 0 takes a free one", "2026")
  .action(async (folder, flags) => (await import("./commands/watch.ts")).watch(folder, flags));

program
  .command("inspect")
  .description("print one attempt: plan, diagnosis, verdict, profile, source, prompts and replies")
  .argument("<run>", "the run's folder")
  .argument("<attempt>", "its id, for example r1b1; root is the reference")
  .option("--json", "print it as JSON")
  .action(async (run, attempt, flags) => (await import("./commands/inspect.ts")).inspect(run, attempt, flags));

program
  .command("compare")
  .description("print which differences between two runs exceed the noise, and how the runs differed")
  .argument("<first>", "a run's folder")
  .argument("<second>", "another run's folder")
  .option("--json", "print the comparison as JSON")
  .action(async (first, second, flags) => (await import("./commands/compare.ts")).compare(first, second, flags));

program
  .command("export")
  .description("write the winner as code that needs only torch and the compiler; the judge checks it first")
  .argument("<run>", "the run's folder")
  .option("-o, --output <path>", "where to write it (default: standard output)")
  .option(
    "--format <format>",
    "file: one Python file; folder: the kernel's source and a loader; patch: a git patch that replaces the class and falls back to the original; op: a Python package with a torch.library operator, its tests and evidence; wheel: that package, built; hub: that package in the layout of a Hugging Face kernel",
    "file",
  )
  .option("--module <file>", "for a patch: the Python file to patch (default: the task's own)")
  .option("--class <name>", "for a patch: the class in it (default: Model)")
  .option("--attempt <id>", "export this attempt instead of the winner")
  .option("--degraded", "export a kernel that was measured below isolation level L3")
  .option("--no-verify", "skip the judge and an operator's gates")
  .option("--failed-gates", "write an operator although one of its gates fails; its evidence names it")
  .option("--worker <worker>", "where the judge runs (default: as in the run)")
  .option("--replies", "write the model's replies instead, for --replay")
  .action(async (run, flags) => (await import("./commands/export.ts")).exportRun(run, flags));

program
  .command("serve")
  .description("serve the search to LangGraph Studio and the SDK on loopback; threads survive a kill")
  .option("--port <n>", "port of 127.0.0.1", "2025")
  .option("--database <database>", "database of threads and checkpoints: a SQLite file, or postgres://… (default: KERNELWRIGHT_DATABASE, else runs/server.db)")
  .option("--max-runs <n>", "runs at once; more are refused until one ends", "64")
  .action(async (flags) => (await import("./commands/serve.ts")).serve(flags)); // its packages log what is uncaught and go on: not in a search

withConfig(
  withOptions(program.command("mcp").description("serve judge and search as tools for a coding agent (docs/with-a-coding-agent.md)"), ["worker"]),
).action(async (flags) => (await import("./commands/mcp.ts")).mcp(flags));

const queueDatabase = "the queue's Postgres, postgres://… (default: KERNELWRIGHT_DATABASE)";
program
  .command("worker")
  .description("judge for the searches of a queue until a signal (docs/workers.md#a-queue)")
  .option("--database <database>", queueDatabase)
  .option("--worker <worker>", "where the judge runs, as in a search: a command prefix, or spool:DIR (default: this machine)")
  .option("--name <name>", "the worker's name in the queue (default: host and process id)")
  .option("--tasks <n>", "tasks to keep open at once (default: one for each GPU)")
  .option("--jobs <n>", "candidates of a task that the judge has at once", "4")
  .action(async (flags) => (await import("./commands/worker.ts")).worker(flags));

const queue = program.command("queue").description("start, show and guard the queue of --worker queue");
queue
  .command("start")
  .description("run a Postgres for the queue on this machine, until Ctrl-C, and print its address (Linux)")
  .option("--data <dir>", "the folder that keeps its data, port and password", "runs/queue")
  .option("--port <n>", "its port (default: that of the last time, else a free one)")
  .option("--host <address>", "the address to listen on; connections from other hosts are not encrypted", "127.0.0.1")
  .action(async (flags) => (await import("./commands/queue-start.ts")).queueStart(flags));
queue
  .command("status")
  .description("print hosts, devices, what each does, the open questions by run, and failures")
  .option("--database <database>", queueDatabase)
  .option("--json", "print it as JSON")
  .option("--watch", "redraw it each second on a terminal")
  .action(async (flags) => (await import("./commands/queue.ts")).queueStatus(flags));
queue
  .command("roles")
  .description("make the database role of workers, which reads no checkpoints (docs/operations.md#database-roles)")
  .option("--database <database>", "address of the database's owner, postgres://… (default: KERNELWRIGHT_DATABASE)")
  .option("--sql", "print its statements instead")
  .action(async (flags) => (await import("./commands/queue.ts")).queueRoles(flags));

program
  .command("doctor")
  .description("check this machine and suggest fixes")
  .option("--worker <worker>", "check the host of this worker instead")
  .option("--config <file>", "configuration file (default: kernelwright.config.json, if it exists)")
  .action(async (flags) => (await import("./commands/doctor.ts")).doctor(flags));

program
  .command("completion")
  .description("print a script that completes commands and options in a shell")
  .argument("<shell>", "bash, zsh or fish")
  .action(completion(program));

program
  .command("schema")
  .description("print the JSON Schema of kernelwright.config.json")
  .action(async () => (await import("./commands/schema.ts")).schema());

// The reader of the output has closed the pipe. The run's folder has the rest.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
helpOf(program, "npx kernelwright");
refuseUnknown(process.argv[2]);
await program.parseAsync().catch(fail);
process.exit(); // nothing that still runs after a failure may start more work
