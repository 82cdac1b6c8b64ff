/** The searches that this server runs in the background. Each has a run's folder. Runs of other sessions can be read from their folders. */
import { RunControl } from "@langchain/langgraph";
import { UserError } from "../domain/errors.ts";
import { type Closable, driveOver } from "../operations/drive-run.ts";
import { isStop } from "../operations/stopping.ts";
import { createProgress } from "../report/terminal/progress.ts";
import { openRun } from "../run/run-folder.ts";
import type { Worker } from "../tools/judge/process-worker.ts";
import { warn } from "../tools/system/warn.ts";

interface Search {
  readonly control: RunControl;
  readonly open: Set<Closable>;
  readonly listeners: Set<(line: string) => void>;
  /** resolves when the search has ended, for any reason */
  readonly ended: Promise<void>;
  failure: string | null;
}

export interface Searches {
  /** Starts or continues the run in `folder`. Throws UserError if it is already active, or if it waits for a person. */
  drive(folder: string): void;
  /** The search of a run's folder, if this server has driven it. */
  find(folder: string): Search | undefined;
  isAtWork(folder: string): boolean;
  /** Starts nothing new; waits for the work in flight and keeps it. */
  stop(folder: string, why: string): Promise<void>;
  close(): Promise<void>;
}

/** Searches over shares of judges that `lease` hands out. */
export function createSearches(lease: (worker: string) => Worker): Searches {
  const known = new Map<string, Search>();
  const atWork = new Set<Search>();
  const isAtWork = (folder: string): boolean => atWork.has(known.get(folder) as Search);
  return {
    drive(folder) {
      if (isAtWork(folder)) throw new UserError(`${folder} is at work already`, "follow it with search_status");
      const { settings } = openRun(folder).about;
      if (settings.approve.length > 0)
        throw new UserError(`${folder} waits for a person's approval`, `go on with it in a terminal: npx kernelwright resume ${folder}`);
      const search = begin(folder, lease(settings.worker));
      known.set(folder, search);
      atWork.add(search);
      void search.ended.then(() => atWork.delete(search));
    },
    find: (folder) => known.get(folder),
    isAtWork,
    async stop(folder, why) {
      const search = known.get(folder);
      if (!search || !isAtWork(folder)) throw new UserError(`this server is not working on ${folder}`, "only a search of this server can be stopped");
      search.control.requestDrain(why);
      await Promise.all([...search.open].map(async (one) => one.close()));
      await search.ended;
    },
    async close() {
      const left = [...atWork];
      for (const { control } of left) control.requestDrain("the MCP server ended");
      await Promise.all(left.flatMap(({ open }) => [...open].map(async (one) => one.close(true))));
      await Promise.all(left.map(async ({ ended }) => ended));
    },
  };
}

function begin(folder: string, worker: Worker): Search {
  const control = new RunControl();
  const open = new Set<Closable>();
  const listeners = new Set<(line: string) => void>();
  const progress = createProgress();
  const driven = driveOver(folder, { worker }, control, open, (event) => {
    const line = progress(event);
    if (line !== null) for (const listener of listeners) listener(line);
  });
  const search: Search = { control, open, listeners, ended: driven.catch((error: unknown) => noteFailure(search, error)), failure: null };
  return search;
}

function noteFailure(search: Search, error: unknown): void {
  if (search.control.drainRequested && isStop(error)) return;
  search.failure = error instanceof UserError ? error.spelledOut().message : String(error);
  warn(`a search failed: ${search.failure}`);
}
