/**
 * The standard output of a search. A terminal gets a live view, a pipe gets progress lines. Flags choose more or fewer lines, or JSON events.
 * Errors go to standard error.
 */
import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { recordOf, type RunEvent } from "../../run/events.ts";
import type { Settings } from "../../domain/settings.ts";
import { printable, renderSummary } from "../../report/terminal/summary.ts";
import type { RunFolder } from "../../run/run-folder.ts";
import { warn } from "../../tools/system/warn.ts";
import { createLive } from "./live-screen.ts";
import { createProgress } from "../../report/terminal/progress.ts";
import { sayStopping } from "../signals.ts";

export interface OutputFlags {
  quiet?: boolean;
  verbose?: boolean;
  json?: boolean;
}

export interface Output {
  /** callbacks for the graph, if the output follows its nodes */
  handler?: BaseCallbackHandler;
  /** Reads an event from before a stop, without printing it. */
  past(event: RunEvent): void;
  event(event: RunEvent): void;
  /** Prints a line about the whole run. With JSON output it goes to standard error. */
  say(line: string): void;
  /** Prints a warning on standard error, or above the live view. */
  warn(line: string): void;
  /** Shows that Ctrl-C was pressed and that the work in flight continues. */
  stopping(): void;
  /** Ends the output of an unfinished run. */
  end(): void;
  /** Prints the result of a finished run. */
  result(run: RunFolder): void;
}

/** `quiet` prints only the result. `json` prints only events, one per line, as in events.jsonl. `verbose`, or a run that asks for approval, prints lines. */
export function createOutput({ quiet = false, verbose = false, json = false }: OutputFlags, { approve }: Settings): Output {
  const { stdout } = process;
  if (!quiet && !verbose && !json && approve.length === 0 && stdout.isTTY && stdout.columns >= 40 && stdout.rows >= 12 && process.env["TERM"] !== "dumb")
    return createLive(stdout);
  const progress = createProgress(verbose);
  return {
    past: (event) => void progress(event),
    event(event) {
      const line = json ? JSON.stringify(event) : progress(event);
      if (line !== null && !quiet) console.log(json ? line : printable(line));
    },
    say(line) {
      if (json) console.error(line);
      else if (!quiet) console.log(line);
    },
    warn,
    stopping: sayStopping,
    end: () => {},
    result(run) {
      if (!json) console.log(`${quiet ? "" : "\n"}${renderSummary(recordOf(run.events()))}\nReport: ${run.file("report.html")}`);
    },
  };
}
