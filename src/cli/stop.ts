/** How a search or a bench is stopped: by Ctrl-C, once and twice, or at its own request. What is closed then, and what is said, is the caller's. */
import { isGraphDrained, RunControl } from "@langchain/langgraph";
import { Interrupted } from "../domain/errors.ts";
import type { RunFolder } from "../tools/run-folder.ts";
import { warn } from "../tools/warn.ts";
import { Exit } from "./exit.ts";
import { STOPPING } from "./live-view.ts";

export interface Stop {
  /** asked to drain, it lets a graph stop at the end of a step */
  readonly control: RunControl;
  /** ends a question that waits for a person */
  readonly asked: AbortSignal;
  /** From now on nothing new is begun, and work in flight is waited for. */
  request(why: string): void;
  /** Signals are the process's own again. */
  done(): void;
}

interface Stopping {
  /** the command that goes on with it */
  resume: string;
  /** closes what is at work: it takes nothing new and finishes what it has */
  finish: () => Promise<unknown>;
  /** says that work in flight is waited for */
  say?: () => void;
  /** tells what goes wrong meanwhile */
  tell?: (problem: string) => void;
  /** comes before the end by a second Ctrl-C */
  last?: (control: RunControl) => void;
}

/** `timeout` and service managers send SIGTERM to every process of a group, and ours pass theirs on: within this time it is one. */
const ECHO_MS = 1000;

/**
 * Ctrl-C once: nothing new is begun, work in flight is waited for and kept. Twice: the process ends, and what is in flight is
 * asked for again by `resume`.
 */
export function stopOnSignal({ resume, finish, say = sayStopping, tell = warn, last }: Stopping): Stop {
  const control = new RunControl();
  const asked = new AbortController();
  const request = (why: string): void => {
    control.requestDrain(why);
    asked.abort();
    finish().catch((error: unknown) => tell(`while stopping: ${String(error)}`));
  };
  let since = 0;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (control.drainRequested) {
      if (signal === "SIGTERM" && performance.now() - since < ECHO_MS) return;
      last?.(control);
      warn(`stopped at once\n  -> go on with: ${resume}`);
      process.exit(Exit.interrupted);
    }
    since = performance.now();
    say();
    request("stopped by Ctrl-C");
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return { control, asked: asked.signal, request, done: () => void process.off("SIGINT", onSignal).off("SIGTERM", onSignal) };
}

/** What every search and every bench says, where nothing on the screen does. */
export const sayStopping = (): void => warn(STOPPING);

/** Writes into a run's log that it was stopped, and why. */
export const noteStop = (run: RunFolder, { drainReason = "" }: RunControl): void => run.emit({ type: "stopped", reason: "interrupted", detail: drainReason });

/** What being asked to stop brings about; anything else is an error of its own, whenever it comes. */
export const isStop = (error: unknown): boolean =>
  error instanceof AggregateError ? error.errors.every(isStop) : isGraphDrained(error) || error instanceof Interrupted;

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
