/** The runs of a bench, several at a time on every worker of its pool, to their ends or to a stop; then the results. */
import { RunControl } from "@langchain/langgraph";
import { join } from "node:path";
import PQueue from "p-queue";
import type { BenchCell, BenchPlan } from "../domain/bench.ts";
import { BrokenHost, Interrupted, Stopped, UserError } from "../domain/errors.ts";
import type { RunEvent } from "../domain/run-record.ts";
import { eagerSpeed } from "../report/bench-table.ts";
import { seconds } from "../report/format.ts";
import { printable } from "../report/text.ts";
import { createToolbox, workerOf } from "../services.ts";
import { readPlan } from "../tools/bench-folder.ts";
import { lockRun, openRun } from "../tools/run-folder.ts";
import { shareWorkers } from "../tools/shared-worker.ts";
import type { Worker } from "../tools/worker.ts";
import { cellIn, showResults } from "./bench-results.ts";
import { Exit } from "./exit.ts";
import { createProgress } from "./progress.ts";
import { isStop, withResume } from "./run-search.ts";
import { driveRun } from "./search-run.ts";

export interface BenchOutputFlags {
  quiet?: boolean;
  verbose?: boolean;
  json?: boolean;
}

type Planned = BenchPlan["runs"][number];
type Say = (line: string) => void;

/** Runs what has not ended, writes and prints the results, and sets the exit code. Throws what stopped the bench. */
export async function runBench(folder: string, flags: BenchOutputFlags): Promise<void> {
  const plan = readPlan(folder);
  const say: Say = flags.quiet || flags.json ? () => {} : (line) => console.log(printable(line));
  const todo = plan.runs.filter((one) => isOpen(cellIn(folder, one)));
  const resume = `kernelwright bench resume ${folder}`;
  say(`bench: ${folder}\n${todo.length} of ${plan.runs.length} runs to do`);
  const stop = stopOnSignal(resume);
  try {
    await runAll(folder, plan, todo, stop, (line) => say(`${new Date().toISOString().slice(11, 19)} ${line}`), flags.verbose ?? false);
  } catch (error) {
    showResults(folder, flags);
    throw withResume(error, resume);
  } finally {
    stop.done();
  }
  const cells = showResults(folder, flags);
  if (stop.control.drainRequested) throw new Stopped("stopped", `go on with: ${resume}`);
  if (cells.every((one) => one.status === "rejected"))
    throw new UserError(`the judge takes none of the tasks: ${cells[0]?.problem}`, "see: kernelwright doctor");
  process.exitCode = cells.some((one) => one.status === "unfinished") ? Exit.stopped : Exit.done;
}

/** What `bench resume` does again: a task that was degenerate stays so. */
const isOpen = (cell: BenchCell): boolean => cell.status === "unfinished" || (cell.status === "rejected" && cell.degenerate === null);

/** How a bench is stopped: once, work in flight is waited for and kept; by a second Ctrl-C at once. */
interface Stop {
  control: RunControl;
  asked: AbortSignal;
  /** toolboxes of the runs under way, and shares of workers: closed, they take no more work and finish what they have */
  open: Set<{ close(): Promise<void> }>;
  request(why: string): void;
  done(): void;
}

function stopOnSignal(resume: string): Stop {
  const control = new RunControl();
  const asked = new AbortController();
  const open: Stop["open"] = new Set();
  const request = (why: string): void => {
    control.requestDrain(why);
    asked.abort();
    for (const one of open) void one.close();
  };
  const onSignal = (): void => {
    if (control.drainRequested) {
      console.error(`kernelwright: stopped at once\n  -> go on with: ${resume}`);
      process.exit(Exit.interrupted);
    }
    console.error("kernelwright: stops after the work in flight; Ctrl-C again stops now");
    request("stopped by Ctrl-C");
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return { control, asked: asked.signal, open, request, done: () => void process.off("SIGINT", onSignal).off("SIGTERM", onSignal) };
}

/** The runs of one worker share its judge: it alone decides what is measured when. The bench holds a share of its own, so that the judge outlives each of them. */
async function runAll(folder: string, { parallel }: BenchPlan, todo: readonly Planned[], stop: Stop, say: Say, verbose: boolean): Promise<void> {
  const workers = shareWorkers(workerOf);
  const pool = new Map<string, { held: Worker; queue: PQueue }>();
  let failure: unknown;
  let ended = 0;
  const runOne = async (one: Planned, worker: string): Promise<void> => {
    if (stop.control.drainRequested) return;
    const label = `${one.variant} ${one.task}`;
    say(`${label}: begins`);
    try {
      await withSecondTry(async () => drive(join(folder, one.run), workers.lease(worker), stop, verbose ? tell(label, say) : () => {}));
    } catch (error) {
      if (stop.control.drainRequested && isStop(error)) return;
      if (!isOfOneRun(error)) {
        failure = error;
        return stop.request("stopped with the bench");
      }
      say(`${label}: ${(error as UserError).message}`);
    }
    ended++;
    say(`${label}: ${resultOf(cellIn(folder, one))} (${ended} of ${todo.length})`);
  };
  for (const one of todo) {
    const { worker } = openRun(join(folder, one.run)).about.settings;
    const place = pool.get(worker) ?? { held: workers.lease(worker), queue: new PQueue({ concurrency: parallel }) };
    pool.set(worker, place);
    stop.open.add(place.held);
    void place.queue.add(async () => runOne(one, worker));
  }
  await Promise.all([...pool.values()].map(async ({ queue }) => queue.onIdle()));
  await Promise.all([...pool.values()].map(async ({ held }) => held.close(true)));
  if (failure !== undefined) throw failure;
}

/** A task that the judge rejects, or a worker that is lost, ends its run; an endpoint that refuses or a full disk would end all. */
const isOfOneRun = (error: unknown): boolean => error instanceof BrokenHost || (error instanceof UserError && !(error instanceof Interrupted));

/** One run with tools of its own over its share of a judge. */
async function drive(path: string, worker: Worker, { control, asked, open }: Stop, listener: (event: RunEvent) => void): Promise<void> {
  const toolbox = createToolbox([listener], "", "", { worker });
  const { run } = toolbox.open(path);
  const release = lockRun(run);
  open.add(toolbox);
  try {
    await driveRun(run, toolbox, { control, asked });
  } catch (error) {
    await toolbox.close();
    if (control.drainRequested) run.emit({ type: "stopped", reason: "interrupted", detail: control.drainReason ?? "" });
    throw error;
  } finally {
    open.delete(toolbox);
    await toolbox.close(true);
    release();
  }
}

/** A lost judge takes all of its runs along; most go on with the next one. */
async function withSecondTry(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof BrokenHost)) throw error;
    await run();
  }
}

function tell(label: string, say: Say): (event: RunEvent) => void {
  const progress = createProgress(true);
  return (event) => {
    const lines = progress(event)?.split("\n") ?? [];
    for (const line of lines) say(`${label}: ${line.replace(/^\d\d:\d\d:\d\d /, "")}`);
  };
}

function resultOf(cell: BenchCell): string {
  if (cell.problem) return `${cell.status}: ${cell.problem}`;
  return `${cell.status}${cell.kernel ? ` ${eagerSpeed(cell)}` : ""}, ${cell.passed} of ${cell.attempts} attempts passed, ${seconds(cell.spent.seconds)} of work`;
}
