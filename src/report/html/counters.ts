/** Tables of hardware and compiler facts about the kernels of one attempt. Unknown facts are omitted. */
import type { Code, Counters, Processor } from "../../domain/counters.ts";
import type { Profile } from "../../domain/profile.ts";
import { bytes, count, digits, percent } from "../format.ts";
import { facts, markup, table, type Markup } from "./markup.ts";
import { words } from "../run/notes.ts";

const rows: { [K in Exclude<keyof Counters, "stalls">]-?: readonly [string, (value: number) => string] } = {
  memoryShare: ["busiest level of memory, of its peak", percent],
  dramShare: ["device memory, of its peak", percent],
  smShare: ["multiprocessors, of their peak", percent],
  occupancy: ["occupancy", percent],
  l1Hit: ["L1 hits", percent],
  l2Hit: ["L2 hits", percent],
  sectorsPerLoad: ["sectors per load", digits],
  sectorsPerStore: ["sectors per store", digits],
  loadBytes: ["bytes asked of L1", bytes],
  bankConflicts: ["bank conflicts", percent],
  localBytes: ["local memory moved", bytes],
  tensorShare: ["cycles with tensor cores at work", percent],
  activeThreads: ["threads at work per instruction", digits],
  atomicSectors: ["sectors of atomics", count],
};

/** A column for each counted kernel, and the reason for the others. */
export function renderCounters({ kernels, counting }: Profile): Markup {
  const counted = kernels.filter((one) => one.counters);
  const note = counting?.note && markup`<p class="quiet">No counters: ${counting.note}</p>`;
  if (counted.length === 0) return markup`${note}`;
  const known = (Object.keys(rows) as (keyof typeof rows)[]).filter((key) => counted.some(({ counters }) => counters?.[key] !== undefined));
  const cells = known.map((key) => {
    const [label, text] = rows[key];
    return [label, ...counted.map(({ counters }) => (counters?.[key] === undefined ? "–" : text(counters[key])))];
  });
  const stalls = [
    "what warps wait for",
    ...counted.map(({ counters }) => (counters?.stalls ?? []).map(({ reason, warps }) => `${words(reason)} ${digits(warps)}`).join(", ") || "–"),
  ];
  return table(["counted by the hardware", ...counted.map((one) => one.name)], [...cells, stalls], counted.length + 1);
}

/** The CPU use of a call. Empty without a measurement. */
export function renderProcessor(seen: Processor | undefined): Markup {
  if (!seen) return markup``;
  const known = (value: number | undefined): string | null => (value === undefined ? null : count(Math.round(value)));
  return facts([
    ["threads", `${digits(seen.busyThreads)} of ${seen.threads} at work; ${digits(seen.scaling)} times as fast as with one`],
    ["page faults", count(seen.faults)],
    ["instructions", known(seen.instructions)],
    ["memory accesses", known(seen.accesses)],
    [
      "lines fetched",
      seen.firstMisses !== undefined && seen.lastMisses !== undefined && `${known(seen.firstMisses)} by the first cache, ${known(seen.lastMisses)} from memory`,
    ],
  ]);
}

/** "loads 6 of 16 B, 2 of 4 B; tensor cores 128": instructions in a kernel's machine code. */
export function codeText(code: Code): string {
  const widths = (of: Readonly<Record<string, number>>): string =>
    Object.entries(of)
      .toSorted(([a], [b]) => Number(b) - Number(a))
      .map(([width, times]) => `${times} of ${width} B`)
      .join(", ");
  const parts = [
    [widths(code.loads), "loads"],
    [widths(code.stores), "stores"],
    [code.bulkCopies, "bulk copies"],
    [code.matrix, "tensor cores"],
    [code.localLoads + code.localStores, "local memory"],
    [code.atomics, "atomics"],
    [code.double, "double precision"],
  ] as const;
  return parts
    .filter(([value]) => value !== 0 && value !== "")
    .map(([value, name]) => `${name} ${value}`)
    .join("; ");
}
