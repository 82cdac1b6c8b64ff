/** Runs a bench, several runs at a time on each worker of its pool, until all end or a stop. Then it writes the results. */
import { basename, join, resolve } from "node:path";
import PQueue from "p-queue";
import type { BenchCell, BenchPlan } from "../../domain/bench.ts";
import { BrokenHost, Interrupted, Stopped, UserError } from "../../domain/errors.ts";
import { hashOf } from "../../lib/hash.ts";
import { kernelwright } from "../../lib/shell.ts";
import type { RunEvent } from "../../run/events.ts";
import { eagerSpeed } from "../../report/bench/table.ts";
import { plural, seconds } from "../../report/format.ts";
import { printable } from "../../report/terminal/summary.ts";
import { workerOf } from "../../config/services.ts";
import { readPlan } from "../../run/bench-folder.ts";
import { openRun } from "../../run/run-folder.ts";
import { shareWorkers, type Workers } from "../../tools/judge/shared-worker.ts";
import { warn } from "../../tools/system/warn.ts";
import type { Worker } from "../../tools/judge/process-worker.ts";
import { shareTokens, tokensSpent } from "./budget.ts";
import { cellIn, showResults } from "./results.ts";
import { Exit } from "../exit-codes.ts";
import { createProgress } from "../../report/terminal/progress.ts";
import { type Closable, driveOver } from "../../operations/drive-run.ts";
import { isStop, withResume } from "../../operations/stopping.ts";
import { type Stop, stopOnSignal } from "../signals.ts";
import { converse } from "../terminal/approval-prompt.ts";

export interface BenchOutputFlags {
  quiet?: boolean;
  verbose?: boolean;
  json?: boolean;
}

type Planned = BenchPlan["runs"][number];
type Say = (line: string) => void;

/** What a command that contains a bench does in its own way. */
interface Around {
  /** the command that goes on after a stop */
  resume: string;
  /** writes or shows the results */
  show: (folder: string, flags: BenchOutputFlags) => BenchCell[];
}

/** Runs the open cells, writes and prints the results, and sets the exit code. Resolves with the cells. Throws the error that stopped the bench. */
export async function runBench(
  folder: string,
  flags: BenchOutputFlags,
  { resume, show }: Around = { resume: kernelwright("bench", "resume", folder), show: showResults },
): Promise<BenchCell[]> {
  const plan = readPlan(folder);
  const say: Say = flags.quiet || flags.json ? () => {} : (line) => console.log(printable(line));
  const todo = plan.runs.filter((one) => isOpen(cellIn(folder, one)));
  say(`bench: ${folder}\n${todo.length} of ${plan.runs.length} runs to do`);
  const open: AtWork = new Set();
  const stop = stopOnSignal({ resume, finish: async () => Promise.all([...open].map(async (one) => one.close())) });
  try {
    await runAll({ folder, plan, todo, stop, open, say: (line) => say(`${new Date().toISOString().slice(11, 19)} ${line}`), verbose: flags.verbose ?? false });
  } catch (error) {
    show(folder, flags);
    throw withResume(error, resume);
  } finally {
    stop.done();
  }
  const cells = show(folder, flags);
  if (stop.control.drainRequested) throw new Stopped("stopped", `go on with: ${resume}`);
  if (cells.every((one) => one.status === "rejected"))
    throw new UserError(`the judge takes none of the tasks: ${cells[0]?.problem}`, "see: npx kernelwright doctor");
  const unfinished = cells.filter((one) => one.status === "unfinished").length;
  if (unfinished > 0) warn(`${plural(unfinished, "run")} did not finish\n  -> go on with: ${resume}`);
  process.exitCode = unfinished > 0 ? Exit.stopped : Exit.done;
  return cells;
}

/** Whether `bench resume` runs a cell again. Degenerate tasks are final. */
const isOpen = (cell: BenchCell): boolean => cell.status === "unfinished" || (cell.status === "rejected" && cell.degenerate === null);

/** The active resources of a bench: the toolboxes of its runs, and its shares of workers. */
type AtWork = Set<Closable>;

/** The state that all runs of a bench share. */
interface Bench {
  folder: string;
  plan: BenchPlan;
  todo: readonly Planned[];
  stop: Stop;
  open: AtWork;
  say: Say;
  verbose: boolean;
}

/** All runs of a worker share one judge, which schedules their measurements. The bench holds its own share, so the judge outlives each run. */
async function runAll(bench: Bench): Promise<void> {
  const { folder, plan, todo, stop, open } = bench;
  const claim = { most: plan.jobs, share: `bench ${basename(resolve(folder))} ${hashOf(JSON.stringify(plan)).slice(0, 8)}`, urgency: 1 } as const;
  const workers = shareWorkers((name) => workerOf(name, warn, claim));
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

/** Takes the runs one by one and prints each result. A turn throws only errors that would end every other run too. */
function createTurns({ folder, plan, todo, stop, open, say, verbose }: Bench, workers: Workers): (one: Planned, worker: string) => Promise<void> {
  const shared = plan.tokens === null ? null : shareTokens(plan.tokens, plan.runs, (path) => tokensSpent(join(folder, path)));
  for (const one of plan.runs) if (!todo.includes(one)) shared?.ended(one.run);
  let ended = 0;
  return async (one, worker) => {
    if (stop.control.drainRequested) return;
    const label = `${one.variant} ${one.task}`;
    say(`${label}: begins`);
    const run = async (): Promise<void> =>
      driveOver(
        join(folder, one.run),
        { worker: workers.lease(worker), ...(shared && { tokens: shared.allow(one.run) }) },
        stop.control,
        open,
        verbose ? tell(label, say) : () => {},
        { converse: async (go, input) => converse(go, input, stop.asked) },
      );
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
    shared?.ended(one.run);
    say(`${label}: ${resultOf(cellIn(folder, one))} (${ended} of ${todo.length})`);
  };
}

/** Whether an error ends only its run: a rejected task, or a lost worker. A refusing endpoint or a full disk ends the bench. */
const isOfOneRun = (error: unknown): boolean => error instanceof BrokenHost || (error instanceof UserError && !(error instanceof Interrupted));

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
