/**
 * Large modules by their parts: which operators take the reference's time and what each could bring at most (Amdahl 1967).
 * A plan targets one part and leaves the rest in PyTorch; compose.ts brings winners of different parts together.
 */
import { percentText } from "../domain/measure.ts";
import type { Baselines } from "../domain/protocol.ts";
import type { Policy } from "../domain/settings.ts";
import { familyOf } from "./families.ts";

export interface Part {
  readonly name: string;
  /** of the reference's time, 0 to 1 */
  readonly share: number;
  /** calls in one forward */
  readonly calls: number;
}

/** A module that is worked on part by part. */
export interface Module {
  /** the largest share first */
  readonly parts: readonly Part[];
  /** as the reference names them: a plan may target one of them too */
  readonly submodules: readonly string[];
}

/** Operators that a kernel cannot simply be fused over. */
const HEAVY = new Set(["attention", "convolution", "recurrent", "matrix product"]);
/** Calls of heavy operators from which a module is worked on part by part: below, one kernel may hold it all. */
const LARGE = 4;
/** A part that takes less of the time is not worth a plan. */
const SMALL = 0.03;

/** The parts of a large module; null for one that is best seen whole. */
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

/** The module that planners see part by part; null where they are to see none, or the reference's profile is kept from them. */
export function moduleShown({ guidance, profiles }: Policy, baselines: Pick<Baselines, "operators">, source: string): Module | null {
  return guidance && profiles ? moduleOf(baselines, source) : null;
}

/** How many times as fast the module could be at most if a share of its time were gone: Amdahl's law. */
export function boundOf(share: number): number {
  return 1 / (1 - Math.min(share, 0.999));
}

function submodulesOf(source: string): string[] {
  return [...new Set([...source.matchAll(/^\s*self\.(\w+)\s*=\s*[\w.]+\(/gm)].map((match) => match[1]!))];
}

/** Amdahl's bound for a part; undefined for a submodule, whose share of the time is not known. */
export function atMost({ parts }: Module, part: string | undefined): number | undefined {
  const share = parts.find((one) => one.name === part)?.share;
  return share === undefined ? undefined : boundOf(share);
}

/** What is wrong with the part that a plan names, in words for the planner; null when it exists. */
export function partProblem(part: string, { parts, submodules }: Module): string | null {
  const names = [...parts.map((one) => one.name), ...submodules];
  return names.includes(part) ? null : `There is no part "${part.slice(0, 100)}". The parts are: ${names.join(", ")}. Name one of them.`;
}

/** The parts as the planner reads them; `place` is its own among planners at work on the same attempt, `done` what was changed on the way to it. */
export function partsText({ parts, submodules }: Module, place: number, done: ReadonlySet<string>): string {
  const left = parts.filter((one) => !done.has(one.name));
  const first = left.length > 0 ? left[place % left.length]! : parts[0]!;
  const line = ({ name, share, calls }: Part): string =>
    `- ${name}: ${percentText(share)} of the reference's time in ${calls} calls, at most ${boundOf(share).toPrecision(3)} times as fast in all`;
  return [
    "# The parts of this module",
    parts.map(line).join("\n"),
    done.size > 0 ? `Changed in this source already: ${[...done].join(", ")}.` : "",
    submodules.length > 0 ? `Submodules: ${submodules.join(", ")}.` : "",
    `It is large: change one part and leave the rest in PyTorch, with the reference's submodules. \`part\` names the one that you change. Begin with ${first.name}, unless there is nothing left to gain; others take other parts, and what wins is brought together later.`,
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}
