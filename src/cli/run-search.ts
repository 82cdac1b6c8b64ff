/** Runs or resumes the graph of one run folder, watching for Ctrl-C. */
import { Stopped } from "../domain/errors.ts";
import { kernelwright } from "../domain/shell.ts";
import { recordOf } from "../domain/run-record.ts";
import { createToolbox, writeReport } from "../services.ts";
import { openRun, type RunFolder } from "../tools/run-folder.ts";
import { warn } from "../tools/warn.ts";
import { Exit } from "./exit.ts";
import type { Output } from "./output.ts";
import { driveRun, withRun } from "./search-run.ts";
import { isStop, noteStop, type Stop, stopOnSignal, withResume } from "./stop.ts";

/** Goes on with the run in `folder` from wherever it is, shows progress and the summary, and sets the exit code. */
export async function runSearch(folder: string, output: Output): Promise<void> {
  const toolbox = createToolbox([(event) => output.event(event)], "", "", { warn: (line) => output.warn(line) });
  await withRun(folder, toolbox, async (held) => {
    const { run } = held;
    const resume = kernelwright("resume", run.path);
    const stop = stopOnSignal({
      resume,
      finish: async () => toolbox.close(),
      say: () => output.stopping(),
      tell: (problem) => output.warn(problem),
      last(control) {
        noteStop(run, control);
        output.end();
      },
    });
    try {
      await driveRun(held, stop, { handlers: output.handler ? [output.handler] : [], past: (event) => output.past(event) });
    } catch (error) {
      if (!stop.control.drainRequested || !isStop(error)) {
        output.end();
        await keepWhatIsPaidFor(toolbox, run);
        throw withResume(error, resume);
      }
      await toolbox.close();
      throw stopped(run, stop, resume);
    } finally {
      stop.done();
      output.end();
    }
  });
  showResult(openRun(folder), output);
}

/** Prints a finished run's result and sets the exit code for it. */
export function showResult(run: RunFolder, output: Output): void {
  const record = recordOf(run.events());
  output.result(run);
  process.exitCode = record.finished?.best ? Exit.done : Exit.notFaster;
}

/** What ends a run that was asked to stop: its report so far, and how to go on. */
function stopped(run: RunFolder, { control }: Stop, resume: string): Stopped {
  noteStop(run, control);
  const [first] = run.events();
  const report = first?.type === "started" ? `; the report so far is in ${writeReport(run, recordOf(run.events()))}` : "";
  return new Stopped(`stopped${report}`, `go on with: ${resume}`);
}

/** Replies of model calls in flight are waited for and kept; a second Ctrl-C gives them up. */
async function keepWhatIsPaidFor(toolbox: ReturnType<typeof createToolbox>, run: RunFolder): Promise<void> {
  const calls = toolbox.open(run.path).model.inFlight();
  if (calls > 0) warn(`waiting for ${calls} model calls in flight, so that their replies are kept; Ctrl-C twice gives them up`);
  await toolbox.close(true);
}
