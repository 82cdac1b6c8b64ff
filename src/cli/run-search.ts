/** Runs or resumes the graph of one run folder, watching for Ctrl-C. */
import { isGraphDrained, RunControl } from "@langchain/langgraph";
import { Interrupted, Stopped } from "../domain/errors.ts";
import { recordOf } from "../domain/run-record.ts";
import { createToolbox, writeReport } from "../services.ts";
import { lockRun, type RunFolder } from "../tools/run-folder.ts";
import { Exit } from "./exit.ts";
import type { Output } from "./output.ts";
import { driveRun } from "./search-run.ts";

/** Goes on with the run in `folder` from wherever it is, shows progress and the summary, and sets the exit code. */
export async function runSearch(folder: string, output: Output): Promise<void> {
  const toolbox = createToolbox([(event) => output.event(event)]);
  const { run } = toolbox.open(folder);
  const release = lockRun(run);
  const stop = stopOnSignal(run, output, async () => toolbox.close());
  try {
    await driveRun(run, toolbox, {
      control: stop.control,
      asked: stop.signal,
      handlers: output.handler ? [output.handler] : [],
      past: (event) => output.past(event),
    });
  } catch (error) {
    if (!stop.control.drainRequested || !isStop(error)) {
      output.end();
      await keepWhatIsPaidFor(toolbox, run);
      throw withResume(error, `kernelwright resume ${folder}`);
    }
    await toolbox.close();
    throw stopped(run);
  } finally {
    stop.done();
    output.end();
    await toolbox.close(true);
    release();
  }
  showResult(run, output);
}

/** Prints a finished run's result and sets the exit code for it. */
export function showResult(run: RunFolder, output: Output): void {
  const record = recordOf(run.events());
  output.result(run);
  process.exitCode = record.finished?.best ? Exit.done : Exit.notFaster;
}

/**
 * Ctrl-C once: nothing new is begun, work in flight is waited for and kept. Twice: the process ends, and what is in flight is
 * asked for again by `resume`.
 */
function stopOnSignal(run: RunFolder, output: Output, finishWork: () => Promise<void>): { control: RunControl; signal: AbortSignal; done(): void } {
  const control = new RunControl();
  const asked = new AbortController();
  const onSignal = (): void => {
    if (control.drainRequested) {
      noteStop(run);
      output.end();
      console.error(`kernelwright: stopped at once\n  -> go on with: kernelwright resume ${run.path}`);
      process.exit(Exit.interrupted);
    }
    control.requestDrain("Ctrl-C");
    asked.abort();
    output.stopping();
    void finishWork();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return { control, signal: asked.signal, done: () => void process.off("SIGINT", onSignal).off("SIGTERM", onSignal) };
}

/** What Ctrl-C brings about; anything else is an error of its own, whenever it comes. */
export const isStop = (error: unknown): boolean =>
  error instanceof AggregateError ? error.errors.every(isStop) : isGraphDrained(error) || error instanceof Interrupted;

const noteStop = (run: RunFolder): void => run.emit({ type: "stopped", reason: "interrupted", detail: "stopped by Ctrl-C" });

/** What ends a run that was asked to stop: its report so far, and how to go on. */
function stopped(run: RunFolder): Stopped {
  noteStop(run);
  const [first] = run.events();
  const report = first?.type === "started" ? `; the report so far is in ${writeReport(run, recordOf(run.events()))}` : "";
  return new Stopped(`stopped${report}`, `go on with: kernelwright resume ${run.path}`);
}

/** Replies of model calls in flight are waited for and kept; a second Ctrl-C gives them up. */
async function keepWhatIsPaidFor(toolbox: ReturnType<typeof createToolbox>, run: RunFolder): Promise<void> {
  const calls = toolbox.open(run.path).model.inFlight();
  if (calls > 0) console.error(`kernelwright: waiting for ${calls} model calls in flight, so that their replies are kept; Ctrl-C twice gives them up`);
  await toolbox.close(true);
}

/** What stopped the work, with the command that goes on with it; anything else as it is. */
export function withResume(error: unknown, command: string): unknown {
  if (isDiskFull(error)) return withResume(new Interrupted("the disk is full: a checkpoint could not be written", "free some space"), command);
  if (!(error instanceof Interrupted)) return error;
  return new Interrupted(error.message, `${error.remedy}${error.remedy ? "; " : ""}nothing received is lost: ${command}`);
}

/** SQLite's own words for a full disk. */
function isDiskFull(error: unknown): boolean {
  return /^SQLITE_(FULL|IOERR)/.test(String((error as { code?: string } | null)?.code));
}
