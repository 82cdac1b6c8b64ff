/** Stops a search or a bench: by Ctrl-C, by a second Ctrl-C, or at its own request. The caller closes its resources and prints the message. */
import { RunControl } from "@langchain/langgraph";
import { warn } from "../tools/system/warn.ts";
import { Exit } from "./exit-codes.ts";
import { STOPPING } from "./terminal/live-screen.ts";

export interface Stop {
  /** when it drains, the graph stops at the end of a step */
  readonly control: RunControl;
  /** ends a question that waits for a person */
  readonly asked: AbortSignal;
  /** Starts nothing new and waits for the work in flight. */
  request(why: string): void;
  /** Restores the process's default signal handling. */
  done(): void;
}

interface Stopping {
  /** the command that continues the work */
  resume: string;
  /** accepts no new work, and finishes the current work */
  finish: () => Promise<unknown>;
  /** reports that the process waits for the work in flight */
  say?: () => void;
  /** reports errors during the stop */
  tell?: (problem: string) => void;
  /** runs before a second Ctrl-C ends the process */
  last?: (control: RunControl) => void;
}

/**
 * `timeout`, service managers and CI runners signal every process of a group, and a launcher forwards its own signal. Therefore the same
 * signal within this time counts once. On a terminal nobody forwards Ctrl-C, so a quick second one comes from a person.
 */
const ECHO_MS = 1000;
const isOnTerminal = (): boolean => process.stdin.isTTY || process.stderr.isTTY;

/**
 * Ctrl-C once: the process starts nothing new, and waits for the work in flight and keeps it. Twice: the process ends, and `resume`
 * repeats the work that was in flight.
 */
export function stopOnSignal({ resume, finish, say = sayStopping, tell = warn, last }: Stopping): Stop {
  const control = new RunControl();
  const asked = new AbortController();
  const request = (why: string): void => {
    control.requestDrain(why);
    asked.abort();
    finish().catch((error: unknown) => tell(`while stopping: ${String(error)}`));
  };
  let first = { signal: "", at: 0 };
  const onSignal = (signal: NodeJS.Signals): void => {
    if (control.drainRequested) {
      const isEcho = signal === first.signal && performance.now() - first.at < ECHO_MS && (signal === "SIGTERM" || !isOnTerminal());
      if (isEcho) return;
      last?.(control);
      warn(`stopped at once\n  -> go on with: ${resume}`);
      process.exit(Exit.interrupted);
    }
    first = { signal, at: performance.now() };
    say();
    request("stopped by Ctrl-C");
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return { control, asked: asked.signal, request, done: () => void process.off("SIGINT", onSignal).off("SIGTERM", onSignal) };
}

/** The message of every search and bench at a stop, unless a live screen shows it. */
export const sayStopping = (): void => warn(STOPPING);
