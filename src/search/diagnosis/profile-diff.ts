/** The changes of a profile against the parent's, as text. They show whether a change had its intended effect. */
import type { Counters } from "../../domain/counters.ts";
import { numberText, percentText } from "../../domain/measure.ts";
import type { CompiledKernel, KernelRow, Profile } from "../../domain/profile.ts";
import { busyUs } from "./bound.ts";

/** A fact of the longest kernel that is reported if it changed. */
interface Fact {
  readonly what: string;
  readonly of: (row: KernelRow, compiled: CompiledKernel | undefined) => number | null | undefined;
  readonly as: (value: number) => string;
}

const counter = (what: string, name: Exclude<keyof Counters, "stalls">, as: (value: number) => string): Fact => ({
  what,
  of: ({ counters }) => counters?.[name],
  as,
});

const facts: readonly Fact[] = [
  { what: "registers", of: ({ launch }, compiled) => launch?.registers ?? compiled?.registers, as: numberText },
  { what: "spilled bytes", of: (_, compiled) => compiled?.spillBytes, as: numberText },
  { what: "shared bytes per block", of: ({ launch }) => launch?.sharedBytes, as: numberText },
  { what: "blocks", of: ({ launch }) => launch?.blocks, as: numberText },
  counter("memory throughput", "memoryShare", percentText),
  counter("device memory throughput", "dramShare", percentText),
  counter("multiprocessor throughput", "smShare", percentText),
  counter("occupancy", "occupancy", percentText),
  counter("tensor cores at work", "tensorShare", percentText),
  counter("sectors per load", "sectorsPerLoad", numberText),
  counter("sectors per store", "sectorsPerStore", numberText),
  counter("bank conflicts", "bankConflicts", percentText),
];
/** Smaller relative changes are omitted. */
const NEWS = 0.1;
const SHOWN = 6;

/** The largest changes of the longest kernel and of the call, such as "registers 168 → 64". Empty if a profile is missing. */
export function changesBetween(before: Profile | null, after: Profile | null): string[] {
  const [old, now] = [before && mainOf(before), after && mainOf(after)];
  if (!before || !after || !old || !now) return [];
  const moved = facts.flatMap(({ what, of, as }) => {
    const [from, to] = [of(old.row, old.compiled), of(now.row, now.compiled)];
    const by = typeof from === "number" && typeof to === "number" ? Math.abs(to - from) / Math.max(from, to, Number.MIN_VALUE) : 0;
    return by > NEWS ? [{ text: `${what} ${as(from!)} → ${as(to!)}`, by }] : [];
  });
  const calls = [before, after].map(({ kernels }) => kernels.reduce((sum, one) => sum + one.calls, 0));
  return [
    ...(calls[0] === calls[1] ? [] : [`kernels per call ${calls.join(" → ")}`]),
    ...(busyUs(before) && busyUs(after) ? [`device busy ${numberText(busyUs(before))} → ${numberText(busyUs(after))} us`] : []),
    ...moved
      .toSorted((a, b) => b.by - a.by)
      .slice(0, SHOWN)
      .map(({ text }) => text),
  ];
}

function mainOf({ kernels, compiled }: Profile): { row: KernelRow; compiled: CompiledKernel | undefined } | null {
  const row = kernels[0];
  return row ? { row, compiled: compiled.find(({ name }) => name === row.name) } : null;
}
