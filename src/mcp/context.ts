/** The state that the tools of the MCP server share. */
import type { Judge } from "../tools/judge/client.ts";
import type { Searches } from "./searches.ts";

/** The person who starts the server chooses the worker. An agent cannot, because a worker is a command. */
export interface ServerContext {
  /** undefined where the command line names none: the configuration file may */
  readonly worker: string | undefined;
  /** the configuration file, if one is named */
  readonly config: string | undefined;
  readonly searches: Searches;
  /** All tools and searches share one judge per worker, so a device never times two kernels at once. */
  open(this: void, worker: string, owner: string): Judge;
}
