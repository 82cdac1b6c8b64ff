/** Runs or resumes the graph of one run folder, watching for Ctrl-C. */
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { Interrupted, UserError } from "../domain/errors.ts";
import { recordOf } from "../domain/run-record.ts";
import { searchGraph } from "../graph/search.ts";
import { renderSummary } from "../report/text.ts";
import { createToolbox } from "../services.ts";
import { Exit } from "./exit.ts";
import { progressLine } from "./progress.ts";

/** More supersteps than any budget needs: a round is three, and attempts are at most 1000. */
const RECURSION_LIMIT = 5000;

/** Goes on with the run in `folder` from wherever it is, prints progress and the summary, and sets the exit code. */
export async function runSearch(folder: string): Promise<void> {
  const toolbox = createToolbox([(event) => print(progressLine(event))]);
  const { run } = toolbox.open(folder);
  const checkpointer = SqliteSaver.fromConnString(run.file("checkpoints.db"));
  const graph = searchGraph(toolbox).compile({ checkpointer });
  const config = { configurable: { thread_id: run.about.id }, durability: "sync" as const, recursionLimit: RECURSION_LIMIT };
  const begun = (await graph.getState(config)).values.run !== undefined;
  const stop = stopOnSignal();
  try {
    if (begun) run.emit({ type: "resumed" });
    await graph.invoke(begun ? null : { run: folder }, { ...config, signal: stop.signal });
  } catch (error) {
    await keepWhatIsPaidFor(toolbox, folder);
    if (stop.signal.aborted) throw interrupted(folder);
    throw withResume(error, folder);
  } finally {
    stop.done();
    await toolbox.close(true);
  }
  const record = recordOf(run.events());
  console.log(`\n${renderSummary(record)}\nReport: ${run.file("report.html")}`);
  process.exitCode = record.finished?.best ? Exit.done : Exit.notFaster;
}

/** Replies of model calls in flight are waited for and kept; a second Ctrl-C gives them up. */
async function keepWhatIsPaidFor(toolbox: ReturnType<typeof createToolbox>, folder: string): Promise<void> {
  const calls = toolbox.open(folder).model.inFlight();
  if (calls > 0) console.error(`kernelwright: waiting for ${calls} model calls in flight, so that their replies are kept; Ctrl-C gives them up`);
  await toolbox.close(true);
}

function stopOnSignal(): { signal: AbortSignal; done(): void } {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(Exit.interrupted);
    controller.abort();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return { signal: controller.signal, done: () => void process.off("SIGINT", onSignal).off("SIGTERM", onSignal) };
}

function interrupted(folder: string): Error {
  process.exitCode = Exit.interrupted;
  return new Stopped("stopped", `go on with: kernelwright resume ${folder}`);
}

/** Ctrl-C: its exit code is set already. */
class Stopped extends Interrupted {}

function withResume(error: unknown, folder: string): unknown {
  if (!(error instanceof UserError)) return error;
  return new Interrupted(error.message, `${error.remedy}${error.remedy ? "; " : ""}nothing received is lost: kernelwright resume ${folder}`);
}

function print(line: string | null): void {
  if (line !== null) console.log(line);
}
