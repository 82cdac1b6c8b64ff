/** The runs of a bench, several at a time on every worker of its pool, to their ends or to a stop; then the results. */
import { join } from "node:path";
import PQueue from "p-queue";
import type { BenchCell, BenchPlan } from "../domain/bench.ts";
import { BrokenHost, Interrupted, Stopped, UserError } from "../domain/errors.ts";
import { kernelwright } from "../domain/shell.ts";
import type { RunEvent } from "../domain/run-record.ts";
import { eagerSpeed } from "../report/bench-table.ts";
import { plural, seconds } from "../report/format.ts";
import { printable } from "../report/text.ts";
import { createToolbox, workerOf } from "../services.ts";
import { readPlan } from "../tools/bench-folder.ts";
import { openRun } from "../tools/run-folder.ts";
import { shareWorkers, type Workers } from "../tools/shared-worker.ts";
import { warn } from "../tools/warn.ts";
import type { Worker } from "../tools/worker.ts";
import { cellIn, showResults } from "./bench-results.ts";
import { Exit } from "./exit.ts";
import { createProgress } from "./progress.ts";
import { driveRun, withRun } from "./search-run.ts";
import { isStop, noteStop, type Stop, stopOnSignal, withResume } from "./stop.ts";

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
  const resume = kernelwright("bench", "resume", folder);
  say(`bench: ${folder}\n${todo.length} of ${plan.runs.length} runs to do`);
  const open: AtWork = new Set();
  const stop = stopOnSignal({ resume, finish: async () => Promise.all([...open].map(async (one) => one.close())) });
  try {
    await runAll({ folder, plan, todo, stop, open, say: (line) => say(`${new Date().toISOString().slice(11, 19)} ${line}`), verbose: flags.verbose ?? false });
  } catch (error) {
    showResults(folder, flags);
    throw withResume(error, resume);
  } finally {
    stop.done();
  }
  const cells = showResults(folder, flags);
  if (stop.control.drainRequested) throw new Stopped("stopped", `go on with: ${resume}`);
  if (cells.every((one) => one.status === "rejected"))
    throw new UserError(`the judge takes none of the tasks: ${cells[0]?.problem}`, "see: npx kernelwright doctor");
  const unfinished = cells.filter((one) => one.status === "unfinished").length;
  if (unfinished > 0) warn(`${plural(unfinished, "run")} did not finish\n  -> go on with: ${resume}`);
  process.exitCode = unfinished > 0 ? Exit.stopped : Exit.done;
}

/** What `bench resume` does again: a task that was degenerate stays so. */
const isOpen = (cell: BenchCell): boolean => cell.status === "unfinished" || (cell.status === "rejected" && cell.degenerate === null);

/** What a bench has at work: toolboxes of its runs, and shares of workers. Closed, they take no more and finish what they have. */
type AtWork = Set<{ close(): Promise<void> }>;

/** What the runs of a bench have in common. */
interface Bench {
  folder: string;
  plan: BenchPlan;
  todo: readonly Planned[];
  stop: Stop;
  open: AtWork;
  say: Say;
  verbose: boolean;
}

/** The runs of one worker share its judge: it alone decides what is measured when. The bench holds a share of its own, so that the judge outlives each of them. */
async function runAll(bench: Bench): Promise<void> {
  const { folder, plan, todo, stop, open } = bench;
  const workers = shareWorkers(workerOf);
  const pool = new Map<string, { held: Worker; queue: PQueue }>();
  const failures: unknown[] = [];
  const takeTurn = createTurns(bench, workers);
  const turns = todo.map(async (one) => {
    try {
      const { worker } = openRun(join(folder, one.run)).about.settings;
      const place = pool.get(worker) ?? { held: workers.lease(worker), queue: new PQueue({ concurrency: plan.parallel }) };
      pool.set(worker, place);
      open.add(place.held);
      await place.queue.add(async () => takeTurn(one, worker));
    } catch (error) {
      failures.push(error);
      stop.request("stopped with the bench");
    }
  });
  await Promise.all(turns);
  await Promise.all([...pool.values()].map(async ({ held }) => held.close(true)));
  if (failures.length > 0) throw failures[0];
}

/** Takes the runs one by one and says what each came to. A turn throws what would end every other run too. */
function createTurns({ folder, todo, stop, open, say, verbose }: Bench, workers: Workers): (one: Planned, worker: string) => Promise<void> {
  let ended = 0;
  return async (one, worker) => {
    if (stop.control.drainRequested) return;
    const label = `${one.variant} ${one.task}`;
    say(`${label}: begins`);
    const run = async (): Promise<void> => drive(join(folder, one.run), workers.lease(worker), stop, open, verbose ? tell(label, say) : () => {});
    try {
      await run().catch(async (error: unknown) => {
        if (!(error instanceof BrokenHost) || stop.control.drainRequested) throw error;
        await run(); // a lost judge takes all of its runs along; most go on with the next one
      });
    } catch (error) {
      if (stop.control.drainRequested && isStop(error)) return;
      if (!isOfOneRun(error)) throw error;
      const { message, remedy } = error as UserError;
      say(`${label}: ${message}${remedy ? `\n  -> ${remedy}` : ""}`);
    }
    ended++;
    say(`${label}: ${resultOf(cellIn(folder, one))} (${ended} of ${todo.length})`);
  };
}

/** A task that the judge rejects, or a worker that is lost, ends its run; an endpoint that refuses or a full disk would end all. */
const isOfOneRun = (error: unknown): boolean => error instanceof BrokenHost || (error instanceof UserError && !(error instanceof Interrupted));

/** One run with tools of its own over its share of a judge. */
async function drive(path: string, worker: Worker, stop: Stop, open: AtWork, listener: (event: RunEvent) => void): Promise<void> {
  const toolbox = createToolbox([listener], "", "", { worker });
  open.add(toolbox);
  try {
    await withRun(path, toolbox, async (held) => {
      try {
        await driveRun(held, stop);
      } catch (error) {
        await toolbox.close();
        if (stop.control.drainRequested) noteStop(held.run, stop.control);
        throw error;
      }
    });
  } finally {
    open.delete(toolbox);
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
