/**
 * Splits large modules into parts: the operators that take the reference's time, with the largest gain of each (Amdahl 1967).
 * A plan targets one part and leaves the rest in PyTorch. crossover.ts joins winners of different parts.
 */
import { percentText } from "../../domain/measure.ts";
import type { Baselines } from "../../domain/protocol.ts";
import type { Policy } from "../../domain/settings.ts";
import { linesOf, type Render } from "../../domain/render.ts";
import { familyOf, HEAVY } from "./operator-families.ts";

export interface Part {
  readonly name: string;
  /** fraction of the reference's time, 0 to 1 */
  readonly share: number;
  /** calls in one forward */
  readonly calls: number;
}

/** A module that is worked on part by part. */
export interface Module {
  /** the largest share first */
  readonly parts: readonly Part[];
  /** the reference's submodules; a plan may also target one of them */
  readonly submodules: readonly string[];
}

/** The least number of heavy operator calls for a split. With fewer, one kernel may hold the whole module. */
const LARGE = 4;
/** The part name of a plan that replaces the whole forward. */
export const WHOLE = "whole";
/** Parts with a smaller fraction of the time get no plan. */
const SMALL = 0.03;

/** The parts of a large module. Null for a module that is better treated as a whole. */
export function moduleOf({ operators }: Pick<Baselines, "operators">, source: string): Module | null {
  const families = [...Map.groupBy(operators, (row) => familyOf(row.name))].map(([name, rows]) => ({
    name,
    share: rows.reduce((sum, row) => sum + row.share, 0),
    calls: Math.max(...rows.map((row) => row.calls)), // the profiler lists an operator and what it calls
  }));
  const heavy = families.filter((one) => HEAVY.has(one.name)).reduce((sum, one) => sum + one.calls, 0);
  const parts = families.filter((one) => one.share >= SMALL).toSorted((a, b) => b.share - a.share);
  return heavy < LARGE || parts.length === 0 ? null : { parts, submodules: submodulesOf(source) };
}

/** The module that planners see in parts. Null if the policy disables parts, or hides the reference's profile. */
export function moduleShown({ guidance, profiles }: Policy, baselines: Pick<Baselines, "operators">, source: string): Module | null {
  return guidance && profiles ? moduleOf(baselines, source) : null;
}

/** The largest speedup of the module if a fraction of its time disappeared: Amdahl's law. */
export function amdahlBound(share: number): number {
  return 1 / (1 - Math.min(share, 0.999));
}

function submodulesOf(source: string): string[] {
  return [...new Set([...source.matchAll(/^\s*self\.(\w+)\s*=\s*[\w.]+\(/gm)].map((match) => match[1]!))];
}

/** Amdahl's bound for a part. Undefined for a submodule, because its fraction of the time is unknown. */
export function atMost({ parts }: Module, part: string | undefined): number | undefined {
  const share = parts.find((one) => one.name === part)?.share;
  return share === undefined ? undefined : amdahlBound(share);
}

/** The error in a plan's part name, as a message for the planner. Null for an existing part. */
export function partProblem(part: string, { parts, submodules }: Module): string | null {
  const names = [...parts.map((one) => one.name), ...submodules, WHOLE];
  return names.includes(part) ? null : `There is no part "${part.slice(0, 100)}". The parts are: ${names.join(", ")}. Name one of them.`;
}

/** The parts in the planner's prompt. `siblingIndex` numbers the parallel planners of one attempt. `done` are the parts that its ancestors changed. */
export function partsText(render: Render, { parts, submodules }: Module, siblingIndex: number, done: ReadonlySet<string>): string {
  const left = parts.filter((one) => !done.has(one.name));
  const first = left.length > 0 ? left[siblingIndex % left.length]! : parts[0]!;
  const line = ({ name, share, calls }: Part): string =>
    render("phrases#part", { name, share: percentText(share), calls: String(calls), bound: amdahlBound(share).toPrecision(3) });
  return render("phrases#parts", {
    lines: linesOf(parts.map(line)),
    done: done.size > 0 ? render("phrases#parts-done", { parts: [...done].join(", ") }) : "",
    submodules: submodules.length > 0 ? render("phrases#submodules", { names: submodules.join(", ") }) : "",
    first: first.name,
  });
}
