/** A running search as one screen of text: what it is about, the best so far, budgets, the tree, and what every branch is at. */
import sliceAnsi from "slice-ansi";
import { stripVTControlCharacters, styleText } from "node:util";
import { type Attempt, isCounted } from "../domain/attempt.ts";
import type { Limits, Spent } from "../domain/budget.ts";
import { floorUnder } from "../domain/profile.ts";
import type { Baselines } from "../domain/protocol.ts";
import type { RunEvent } from "../domain/run-record.ts";
import { count, dollars, duration, percent, ratio, seconds, time, times } from "../report/format.ts";
import { words } from "../report/notes.ts";
import { nearness } from "../report/outcome.ts";
import { printable } from "../report/text.ts";
import type { Lane } from "./lanes.ts";

export interface View {
  readonly started: Extract<RunEvent, { type: "started" }>;
  readonly baselines: Baselines | null;
  /** in the order in which they were made, the reference first */
  readonly attempts: readonly Attempt[];
  /** branches that have made no attempt yet, with their parents */
  readonly growing: ReadonlyMap<string, string>;
  readonly lanes: readonly Lane[];
  readonly round: number;
  readonly limit: number;
  readonly spent: Spent;
  /** how the search ended; null while it goes on */
  readonly ending: string | null;
  /** going on until Ctrl-C is pressed, then stopping, then over */
  readonly state: "going" | "stopping" | "over";
  /** milliseconds since the epoch: when this process took the run up, and now */
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

/** A line that does not fit ends in an ellipsis. */
function cut(line: string, columns: number): string {
  const fits = sliceAnsi(line, 0, columns);
  return stripVTControlCharacters(fits) === stripVTControlCharacters(line) ? fits : `${sliceAnsi(line, 0, columns - 1)}…`;
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
    const rivals = baselines.rivals.flatMap(({ name, time: taken }) => (taken ? `, ${name} ${duration(taken.medianUs)}` : ""));
    lines.push(`reference  ${time(baselines.eager)} eager${rivals.join("")}${dim(`; floor ${duration(floorUnder(Infinity, baselines).us)}`)}`);
  }
  if (best?.time && best.speedup) {
    const { shareOfFloor } = nearness(best.time, baselines);
    const share = shareOfFloor === null ? "" : `, ${percent(shareOfFloor)} of the floor`;
    const tone = best.speedup.low > 1 ? "green" : "yellow";
    lines.push(`best       ${styleText([tone, "bold"], ratio(best.speedup))} against eager, ${time(best.time)}${share}  ${best.id}`);
  } else lines.push(`best       ${dim("nothing faster yet")}`);
  if (ending !== null) lines.push(`ends       ${printable(ending)}`);
  return lines;
}

/** A bar where there is a limit, the bare number where there is none. */
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

interface Node {
  id: string;
  depth: number;
  attempt: Attempt | null;
}

/** The tree in at most `room` lines: of a larger one what is growing, the way to the best and the latest. */
function treeOf(view: View, room: number): string[] {
  const nodes = nodesOf(view);
  if (nodes.length <= room) return nodes.map((node) => lineOf(node, view));
  const parents = new Map(view.attempts.map((one) => [one.id, one.parent]));
  const path = new Set<string>();
  for (let id: string | null | undefined = bestOf(view)?.id; id && !path.has(id); id = parents.get(id)) path.add(id);
  const age = new Map(view.attempts.map((one, index) => [one.id, view.attempts.length - index]));
  const rank = ({ id, attempt }: Node): number => (attempt === null || path.has(id) ? 0 : age.get(id)!);
  const kept = new Set(nodes.toSorted((a, b) => rank(a) - rank(b)).slice(0, room - 1));
  const lines = nodes.filter((node) => kept.has(node)).map((node) => lineOf(node, view));
  return [...lines, dim(`… and ${nodes.length - kept.size} others`)];
}

function nodesOf({ attempts, growing }: View): Node[] {
  const known = new Set(attempts.map((one) => one.id));
  const below = new Map<string, Node[]>();
  const add = (parent: string | null, id: string, attempt: Attempt | null): void => {
    const under = parent !== null && known.has(parent) ? parent : "";
    below.set(under, [...(below.get(under) ?? []), { id, depth: 0, attempt }]);
  };
  for (const attempt of attempts) add(attempt.parent, attempt.id, attempt);
  for (const [id, parent] of growing) add(parent, id, null);
  const walk = (parent: string, depth: number): Node[] => (below.get(parent) ?? []).flatMap((node) => [{ ...node, depth }, ...walk(node.id, depth + 1)]);
  return walk("", 0);
}

function lineOf({ id, depth, attempt }: Node, view: View): string {
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

/** What a first Ctrl-C brings. */
export const STOPPING = "stops after the work in flight; Ctrl-C again stops now";

function hintOf({ state }: View): string {
  if (state === "stopping") return styleText("yellow", STOPPING);
  return dim("Ctrl-C stops after the work in flight, twice at once; resume goes on");
}
