/** Runs or resumes one run on the command line, and watches for Ctrl-C. `optimize`, `resume` and `fork` share this. */
import { createToolbox } from "../config/services.ts";
import { writeReport } from "../config/publish.ts";
import { Stopped } from "../domain/errors.ts";
import { kernelwright } from "../lib/shell.ts";
import { driveRun, withRun } from "../operations/drive-run.ts";
import { recordIfBegun } from "../operations/read-run.ts";
import { isStop, noteStop, withResume } from "../operations/stopping.ts";
import { recordOf } from "../run/events.ts";
import { openRun, type RunFolder } from "../run/run-folder.ts";
import { warn } from "../tools/system/warn.ts";
import { Exit } from "./exit-codes.ts";
import { type Stop, stopOnSignal } from "./signals.ts";
import { converse } from "./terminal/approval-prompt.ts";
import type { Output } from "./terminal/output.ts";

/** Runs or continues the run in `folder`, shows progress and the summary, and sets the exit code. */
export async function runSearch(folder: string, output: Output): Promise<void> {
  const toolbox = createToolbox([(event) => output.event(event)], "", "", { warn: (line) => output.warn(line) });
  await withRun(folder, toolbox, async (held) => {
    const { run } = held;
    recordIfBegun(run); // says what its log has lost
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
      await driveRun(held, stop.control, {
        converse: async (go, input) => converse(go, input, stop.asked),
        handlers: output.handler ? [output.handler] : [],
        past: (event) => output.past(event),
      });
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

/** The last output of a stopped run: its report so far, and how to continue. */
function stopped(run: RunFolder, { control }: Stop, resume: string): Stopped {
  noteStop(run, control);
  const [first] = run.events();
  const report = first?.type === "started" ? `; the report so far is in ${writeReport(run, recordOf(run.events()))}` : "";
  return new Stopped(`stopped${report}`, `go on with: ${resume}`);
}

/** Waits for the replies of model calls in flight and keeps them. A second Ctrl-C drops them. */
async function keepWhatIsPaidFor(toolbox: ReturnType<typeof createToolbox>, run: RunFolder): Promise<void> {
  const calls = toolbox.open(run.path).model.inFlight();
  if (calls > 0) warn(`waiting for ${calls} model calls in flight, so that their replies are kept; Ctrl-C twice gives them up`);
  await toolbox.close(true);
}
