/** The end of a search after a stop request: its log entry, the errors that follow from the request, and the resume command. */
import { isGraphDrained, type RunControl } from "@langchain/langgraph";
import { Interrupted, UserError } from "../domain/errors.ts";
import { hostTrouble } from "../tools/system/host-trouble.ts";
import type { RunFolder } from "../run/run-folder.ts";

/** Logs that a run was stopped, and the reason. */
export const noteStop = (run: RunFolder, { drainReason = "" }: RunControl): void => run.emit({ type: "stopped", reason: "interrupted", detail: drainReason });

/** Whether an error is a consequence of a stop request. Any other error counts as itself, even after a stop request. */
export const isStop = (error: unknown): boolean => isGraphDrained(error) || error instanceof Interrupted;

/**
 * Chooses one of several errors that ended a step of a graph. Trouble of the host comes first, then a bug, a user's mistake and a stop.
 * `driveRun` throws this one. Returns any other error unchanged.
 */
export function oneError(thrown: unknown): unknown {
  if (!(thrown instanceof AggregateError)) return thrown;
  const errors: unknown[] = thrown.errors;
  const others = errors.filter((one) => !isStop(one));
  return others.find((one) => hostTrouble(one) !== undefined) ?? others.find((one) => !(one instanceof UserError)) ?? others[0] ?? errors[0] ?? thrown;
}

/** For a stop: a message with the reason and the command that continues the work. Any other error is returned unchanged. */
export function withResume(thrown: unknown, command: string): unknown {
  const error = hostTrouble(thrown, "a checkpoint") ?? thrown;
  if (!(error instanceof Interrupted)) return error;
  return new Interrupted(error.message, `${error.remedy}${error.remedy ? "; " : ""}nothing received is lost: ${command}`);
}
