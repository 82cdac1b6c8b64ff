/** The live screen of a search on a terminal: it follows the run's events and the graph's nodes, and redraws one screen in place. */
import { createLogUpdate } from "log-update";
import { type Attempt, branchOf, isCounted, isRepair } from "../../run/attempt.ts";
import { createTally, type Limits, type Spent } from "../../domain/budget.ts";
import { type JudgedIncumbent, lastWord } from "../../domain/incumbent.ts";
import { type Baselines, rivalTimes } from "../../domain/protocol.ts";
import { recordOf, type RunEvent } from "../../run/events.ts";
import { printable, renderSummary } from "../../report/terminal/summary.ts";
import type { RunFolder } from "../../run/run-folder.ts";
import { warn } from "../../tools/system/warn.ts";
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { FOLLOWER } from "../../domain/span.ts";
import type { Expansion } from "../../search/selection/expansion.ts";
import { cut } from "./cut.ts";
import { styleText } from "node:util";
import { floorUnder } from "../../domain/profile.ts";
import { count, dollars, duration, percent, ratio, seconds, time, times } from "../../report/format.ts";
import { words } from "../../report/run/notes.ts";
import { nearness } from "../../report/run/outcome.ts";

/** Milliseconds between redraws, short enough for seconds to count up evenly. */
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

/** The run's state from its events, updated event by event, because a long search has very many events. */
function createNotes() {
  const tally = createTally();
  const attempts = new Map<string, Attempt>();
  const expanding = new Map<string, string>();
  const since = Date.now();
  let started: Extract<RunEvent, { type: "started" }> | undefined;
  let baselines: Baselines | null = null;
  const incumbents = new Map<string, JudgedIncumbent>();
  let round = 0;
  let ending: string | null = null;
  return {
    take(event: RunEvent): void {
      if (event.type === "started") started = event;
      if (event.type === "prepared") ({ baselines } = event);
      if (event.type === "incumbent") incumbents.set(event.judged.name, lastWord(incumbents.get(event.judged.name), event.judged));
      if (event.type === "charged") tally.add(event.charge, Date.parse(event.at));
      if (event.type === "resumed") ending = null;
      if (event.type === "stopped") ending = event.detail;
      if (event.type === "selected") {
        ({ round } = event);
        for (const { attempt, parent } of event.expansions) if (!attempts.has(attempt)) expanding.set(attempt, parent);
      }
      if (event.type === "attempted") {
        attempts.set(event.attempt.id, event.attempt);
        expanding.delete(branchOf(event.attempt));
      }
    },
    view(lanes: View["lanes"], state: View["state"]): View | null {
      if (!started) return null;
      const limit = Number(started.settings["attempts"]);
      const now = Date.now();
      const lists = { attempts: [...attempts.values()], incumbents: [...incumbents.values()], expanding };
      return { started, baselines, ...lists, lanes, round, limit, spent: tally.spent(), ending, state, since, now };
    },
  };
}

export interface Lane {
  /** the branch; null for work on the run as a whole */
  branch: string | null;
  doing: string;
  /** milliseconds since the epoch */
  since: number;
}

export interface Lanes {
  /** the callbacks for the graph */
  handler: BaseCallbackHandler;
  /** the current steps, longest first */
  now(): readonly Lane[];
}

/** Descriptions of the slow nodes. The other nodes end at once. */
const doings: Readonly<Record<string, string>> = {
  prepare: "the reference is measured",
  analyze: "is planned",
  refactor: "is written",
  verify: "is built, checked and timed",
  tune: "is tuned",
  promote: "the best are measured again in fresh processes",
};

export function createLanes(): Lanes {
  const open = new Map<string, Lane>();
  return { handler: new LaneKeeper(open), now: () => [...open.values()] };
}

class LaneKeeper extends BaseCallbackHandler {
  override name = FOLLOWER;
  readonly #open: Map<string, Lane>;
  constructor(open: Map<string, Lane>) {
    super();
    this.#open = open;
  }

  override handleChainStart(...[, inputs, runId, , , metadata, , name]: Parameters<NonNullable<BaseCallbackHandler["handleChainStart"]>>): void {
    const doing = doings[name ?? ""];
    if (name !== metadata?.["langgraph_node"] || doing === undefined) return; // routes and graphs run under a node's name too
    const { expansion, focus = "" } = inputs as { expansion?: Expansion; focus?: string };
    const repairs = name === "refactor" && expansion !== undefined && (expansion.first === "repairer" || isRepair(focus, expansion));
    this.#open.set(runId, { branch: expansion?.id ?? null, doing: repairs ? "is repaired" : doing, since: Date.now() });
  }

  override handleChainEnd(_outputs: unknown, runId: string): void {
    this.#open.delete(runId);
  }

  override handleChainError(_error: unknown, runId: string): void {
    this.#open.delete(runId);
  }
}

export interface View {
  readonly started: Extract<RunEvent, { type: "started" }>;
  readonly baselines: Baselines | null;
  /** the user's own baselines, as judged so far */
  readonly incumbents: readonly JudgedIncumbent[];
  /** in order of creation; the reference is first */
  readonly attempts: readonly Attempt[];
  /** branches that have made no attempt yet, with their parents */
  readonly expanding: ReadonlyMap<string, string>;
  readonly lanes: readonly Lane[];
  readonly round: number;
  readonly limit: number;
  readonly spent: Spent;
  /** the end of the search; null while it runs */
  readonly ending: string | null;
  /** running until Ctrl-C, then stopping, then over */
  readonly state: "going" | "stopping" | "over";
  /** milliseconds since the epoch: the start of this process, and now */
  readonly since: number;
  readonly now: number;
}

/** The screen: lines no wider than `columns`, and fewer than `rows` of them. */
export function renderLive(view: View, { columns, rows }: { columns: number; rows: number }): string {
  const head = [...headOf(view), "", ...budgetsOf(view), ""];
  const foot = view.state === "over" ? [] : ["", ...lanesOf(view), hintOf(view)];
  const room = Math.max(3, rows - 1 - head.length - foot.length);
  const lines = [...head, ...treeOf(view, room), ...foot].slice(-(rows - 1));
  return lines.map((line) => cut(line, columns)).join("\n");
}

const dim = (text: string): string => styleText("dim", text);

const clock = (milliseconds: number): string => {
  const whole = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

const made = (view: View): readonly Attempt[] => view.attempts.filter(isCounted);

function bestOf({ attempts }: View): Attempt | undefined {
  return attempts.filter((one) => one.speedup).toSorted((a, b) => b.speedup!.median - a.speedup!.median)[0];
}

function headOf(view: View): string[] {
  const { started, baselines, round, ending } = view;
  const best = bestOf(view);
  const model = started.mode === "replay" ? "recorded replies" : started.model;
  const where = [`${started.target} in ${started.language}`, printable(model), round > 0 && `round ${round}`, clock(view.now - view.since)].filter(Boolean);
  const lines = [`${styleText("bold", printable(started.task))} ${dim("on")} ${where.join(dim(" · "))}`];
  if (baselines) {
    const rivals = rivalTimes(baselines).map((rival) => `${rival.name} ${duration(rival.time.medianUs)}`);
    const kept = rivals.length > 0 ? `; by kept ratios ${rivals.join(", ")}` : "";
    lines.push(`reference  ${time(baselines.eager)} eager${kept}${dim(`; floor ${duration(floorUnder(Infinity, baselines).us)}`)}`);
  }
  for (const one of view.incumbents) lines.push(`incumbent  ${printable(incumbentText(one))}`);
  if (best?.time && best.speedup) {
    const { solFraction } = nearness(best.time, baselines);
    const share = solFraction === null ? "" : `, ${percent(solFraction)} of SOL`;
    const tone = best.speedup.low > 1 ? "green" : "yellow";
    lines.push(`best       ${styleText([tone, "bold"], ratio(best.speedup))} against eager, ${time(best.time)}${share}  ${best.id}`);
  } else lines.push(`best       ${dim("nothing faster yet")}`);
  if (ending !== null) lines.push(`ends       ${printable(ending)}`);
  return lines;
}

function incumbentText({ name, verdict }: JudgedIncumbent): string {
  return verdict?.status === "ok"
    ? `${ratio(verdict.speedup)} against eager, ${time(verdict.candidate)}  ${name}`
    : `left out: ${words(verdict?.status ?? "no verdict")}  ${name}`;
}

/** A bar if there is a limit, otherwise the number alone. */
function budgetsOf(view: View): string[] {
  const { spent, limit, started } = view;
  const { tokens, costUsd, gpuSeconds, seconds: work }: Limits = started.limits;
  const rows: [string, number, number | null, (value: number) => string][] = [
    ["attempts", made(view).length, limit, count],
    ["tokens", spent.tokens, tokens, count],
    ...(spent.costUsd === null ? [] : [["cost", spent.costUsd, costUsd, dollars] as [string, number, number | null, (value: number) => string]]),
    ["device", spent.gpuSeconds, gpuSeconds, seconds],
    ["work", spent.seconds, work, seconds],
  ];
  return rows.map(([name, value, most, text]) => `${name.padEnd(10)} ${bar(value, most)} ${text(value)}${most === null ? "" : dim(` of ${text(most)}`)}`);
}

const WIDTH = 20;

function bar(value: number, most: number | null): string {
  if (most === null) return dim("·".repeat(WIDTH));
  const full = Math.min(WIDTH, Math.round((WIDTH * value) / most));
  return `${styleText(value >= most ? "yellow" : "cyan", "█".repeat(full))}${dim("░".repeat(WIDTH - full))}`;
}

interface ShownAttempt {
  id: string;
  depth: number;
  attempt: Attempt | null;
}

/** The tree in at most `room` lines. A larger tree shows attempts in flight, the path to the best, and the latest. */
function treeOf(view: View, room: number): string[] {
  const nodes = nodesOf(view);
  if (nodes.length <= room) return nodes.map((node) => lineOf(node, view));
  const parents = new Map(view.attempts.map((one) => [one.id, one.parent]));
  const path = new Set<string>();
  for (let id: string | null | undefined = bestOf(view)?.id; id && !path.has(id); id = parents.get(id)) path.add(id);
  const age = new Map(view.attempts.map((one, index) => [one.id, view.attempts.length - index]));
  const rank = ({ id, attempt }: ShownAttempt): number => (attempt === null || path.has(id) ? 0 : age.get(id)!);
  const kept = new Set(nodes.toSorted((a, b) => rank(a) - rank(b)).slice(0, room - 1));
  const lines = nodes.filter((node) => kept.has(node)).map((node) => lineOf(node, view));
  return [...lines, dim(`… and ${nodes.length - kept.size} others`)];
}

function nodesOf({ attempts, expanding }: View): ShownAttempt[] {
  const known = new Set(attempts.map((one) => one.id));
  const below = new Map<string, ShownAttempt[]>();
  const add = (parent: string | null, id: string, attempt: Attempt | null): void => {
    const under = parent !== null && known.has(parent) ? parent : "";
    below.set(under, [...(below.get(under) ?? []), { id, depth: 0, attempt }]);
  };
  for (const attempt of attempts) add(attempt.parent, attempt.id, attempt);
  for (const [id, parent] of expanding) add(parent, id, null);
  const walk = (parent: string, depth: number): ShownAttempt[] =>
    (below.get(parent) ?? []).flatMap((node) => [{ ...node, depth }, ...walk(node.id, depth + 1)]);
  return walk("", 0);
}

function lineOf({ id, depth, attempt }: ShownAttempt, view: View): string {
  const indent = "  ".repeat(Math.min(depth, 12));
  if (attempt === null) return `${indent}${styleText("cyan", "○")} ${id}`;
  if (attempt.role === "reference") return `${indent}${dim("● reference")}`;
  const { status, speedup, time: taken, plan } = attempt;
  const strategy = plan ? `  ${dim(printable(plan.strategy).replace(/\s+/g, " "))}` : "";
  if (!speedup || !taken) return `${indent}${styleText("red", "✗")} ${id} ${styleText("red", words(status))}${strategy}`;
  const isBest = id === bestOf(view)?.id;
  const tone = speedup.low > 1 ? "green" : "yellow";
  return `${indent}${styleText(tone, isBest ? "★" : "●")} ${isBest ? styleText("bold", id) : id} ${styleText(tone, times(speedup.median))} ${duration(taken.medianUs)}${strategy}`;
}

function lanesOf({ lanes, now }: View): string[] {
  return lanes.map(({ branch, doing, since }) => `${styleText("cyan", "▸")} ${branch === null ? doing : `${branch} ${doing}`} ${dim(clock(now - since))}`);
}

/** The effect of the first Ctrl-C. */
export const STOPPING = "stops after the work in flight; Ctrl-C again stops now";

function hintOf({ state }: View): string {
  if (state === "stopping") return styleText("yellow", STOPPING);
  return dim("Ctrl-C finishes the work in flight and stops; twice stops at once; resume continues");
}
