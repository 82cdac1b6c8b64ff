/**
 * What a search prints on standard output: a live view on a terminal, lines of progress elsewhere, more or less of them, or
 * its events for machines. Errors go elsewhere.
 */
import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { recordOf, type RunEvent } from "../domain/run-record.ts";
import type { Settings } from "../domain/settings.ts";
import { printable, renderSummary } from "../report/text.ts";
import type { RunFolder } from "../tools/run-folder.ts";
import { warn } from "../tools/warn.ts";
import { createLive } from "./live.ts";
import { createProgress } from "./progress.ts";
import { sayStopping } from "./stop.ts";

export interface OutputFlags {
  quiet?: boolean;
  verbose?: boolean;
  json?: boolean;
}

export interface Output {
  /** for the graph, where the output follows its nodes */
  handler?: BaseCallbackHandler;
  /** Takes note of an event of before a stop. */
  past(event: RunEvent): void;
  event(event: RunEvent): void;
  /** A line about the run as such; beside JSON it goes to standard error. */
  say(line: string): void;
  /** Something went wrong that does not end the run; on standard error, or above the live view. */
  warn(line: string): void;
  /** Ctrl-C was pressed, and work in flight is waited for. */
  stopping(): void;
  /** Nothing more is shown of a run that did not finish. */
  end(): void;
  /** The end of a finished run. */
  result(run: RunFolder): void;
}

/** Quiet leaves the result; JSON is one event per line, as in events.jsonl, and nothing else; verbose, or a run that asks a person, is always lines. */
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
