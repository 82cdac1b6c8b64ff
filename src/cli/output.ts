/** What a search prints on standard output: progress for people, more or less of it, or its events for machines. Errors go elsewhere. */
import { recordOf, type RunEvent } from "../domain/run-record.ts";
import { printable, renderSummary } from "../report/text.ts";
import type { RunFolder } from "../tools/run-folder.ts";
import { createProgress } from "./progress.ts";

export interface OutputFlags {
  quiet?: boolean;
  verbose?: boolean;
  json?: boolean;
}

export interface Output {
  /** Takes note of an event of before a stop. */
  past(event: RunEvent): void;
  event(event: RunEvent): void;
  /** A line about the run as such; beside JSON it goes to standard error. */
  say(line: string): void;
  /** The end of a finished run. */
  result(run: RunFolder): void;
}

/** Quiet leaves the result; JSON is one event per line, as in events.jsonl, and nothing else. */
export function createOutput({ quiet = false, verbose = false, json = false }: OutputFlags): Output {
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
    result(run) {
      if (!json) console.log(`${quiet ? "" : "\n"}${renderSummary(recordOf(run.events()))}\nReport: ${run.file("report.html")}`);
    },
  };
}
