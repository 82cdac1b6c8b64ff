/** The live view on a terminal: takes note of events and lanes and redraws one screen in place. What is on it is live-view.ts's business. */
import { createLogUpdate } from "log-update";
import { type Attempt, branchOf } from "../domain/attempt.ts";
import { createTally } from "../domain/budget.ts";
import type { Baselines } from "../domain/protocol.ts";
import { recordOf, type RunEvent } from "../domain/run-record.ts";
import { renderSummary } from "../report/text.ts";
import type { RunFolder } from "../tools/run-folder.ts";
import { warn } from "../tools/warn.ts";
import { createLanes } from "./lanes.ts";
import { renderLive, type View } from "./live-view.ts";

/** Often enough for seconds to count up evenly. */
const REDRAW_MS = 250;

/** The output of a search, as output.ts has it, for a terminal. */
export function createLive(stream: NodeJS.WriteStream) {
  const lanes = createLanes();
  const screen = createLogUpdate(stream);
  const note = createNotes();
  let timer: NodeJS.Timeout | undefined;
  let state: View["state"] = "going";
  const draw = (): void => {
    const view = note.view(lanes.now(), state);
    if (view) screen(renderLive(view, { columns: stream.columns, rows: stream.rows }));
  };
  const end = (): void => {
    if (state === "over") return;
    clearInterval(timer);
    state = "over";
    draw();
    screen.done();
  };
  return {
    handler: lanes.handler,
    past: (event: RunEvent) => note.take(event),
    event(event: RunEvent) {
      note.take(event);
      timer ??= setInterval(draw, REDRAW_MS);
    },
    say: (line: string) => screen.persist(line),
    warn: (line: string) => (state === "over" ? warn(line) : screen.persist(`kernelwright: ${line}`)),
    stopping() {
      if (state === "over") return warn("Ctrl-C again stops now");
      state = "stopping";
      draw();
    },
    end,
    result(run: RunFolder) {
      end();
      console.log(`\n${renderSummary(recordOf(run.events()))}\nReport: ${run.file("report.html")}`);
    },
  };
}

/** The run as its events tell it, kept up to date rather than made anew: a long search has very many of them. */
function createNotes() {
  const tally = createTally();
  const attempts = new Map<string, Attempt>();
  const growing = new Map<string, string>();
  const since = Date.now();
  let started: Extract<RunEvent, { type: "started" }> | undefined;
  let baselines: Baselines | null = null;
  let round = 0;
  let ending: string | null = null;
  return {
    take(event: RunEvent): void {
      if (event.type === "started") started = event;
      if (event.type === "prepared") ({ baselines } = event);
      if (event.type === "charged") tally.add(event.charge, Date.parse(event.at));
      if (event.type === "resumed") ending = null;
      if (event.type === "stopped") ending = event.detail;
      if (event.type === "selected") {
        ({ round } = event);
        for (const { attempt, parent } of event.expansions) if (!attempts.has(attempt)) growing.set(attempt, parent);
      }
      if (event.type === "attempted") {
        attempts.set(event.attempt.id, event.attempt);
        growing.delete(branchOf(event.attempt));
      }
    },
    view(lanes: View["lanes"], state: View["state"]): View | null {
      if (!started) return null;
      const limit = Number(started.settings["attempts"]);
      const now = Date.now();
      return { started, baselines, attempts: [...attempts.values()], growing, lanes, round, limit, spent: tally.spent(), ending, state, since, now };
    },
  };
}
