/**
 * Which requests of `serve` hold which runs. A run is open only for a live request: one that has ended, or whose signal has aborted, opens
 * none, whatever LangGraph leaves running. The last holder's end releases the run.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { Interrupted } from "../domain/errors.ts";

/** What a request holds: the runs that are opened during `within`. */
export interface Request {
  within<T>(this: void, work: () => T): T;
  /** Ends the request, as the abort of its signal does. */
  release(this: void): void;
}

interface Held {
  readonly runs: Set<string>;
  isOver: boolean;
}

interface Holding {
  request(this: void, signal: AbortSignal): Request;
  /** Notes that the work at hand opens the run. Returns whether a request holds it. Throws Interrupted in a server if none is live. */
  hold(this: void, run: string): boolean;
  /** Notes that the graph at hand has ended with the run. */
  leave(this: void, run: string): void;
}

/** `release` is called for each run that its last holder leaves, and without a server for each run that is left. */
export function holding(release: (run: string) => void): Holding {
  const current = new AsyncLocalStorage<Held>();
  const holders = new Map<string, Set<Held>>();
  let isServer = false;
  const leave = (run: string, held: Held): void => {
    held.runs.delete(run);
    const all = holders.get(run);
    if (!all?.delete(held) || all.size > 0) return;
    holders.delete(run);
    release(run);
  };
  return {
    request(signal) {
      isServer = true;
      const held: Held = { runs: new Set(), isOver: false };
      const end = (): void => {
        held.isOver = true;
        signal.removeEventListener("abort", end);
        for (const run of held.runs) leave(run, held);
      };
      signal.addEventListener("abort", end);
      if (signal.aborted) end();
      return { within: (work) => current.run(held, work), release: end };
    },
    hold(run) {
      const all = holders.get(run) ?? new Set();
      const held = current.getStore() ?? all.values().next().value; // a branch of async mode has no request of its own
      if (held ? held.isOver : isServer) throw new Interrupted("the run is stopping");
      if (!held) return false;
      held.runs.add(run);
      holders.set(run, all.add(held));
      return true;
    },
    leave(run) {
      const held = current.getStore();
      if (held) leave(run, held);
      else if (!isServer) release(run);
    },
  };
}
