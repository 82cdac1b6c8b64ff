/**
 * The limits of one kernel: one rule per fault, from the launch, the machine code and the hardware counters. Each gives its
 * evidence and the techniques that usually help. A rule without its facts is silent.
 */
import type { Gpu } from "../../domain/hardware.ts";
import { numberText, percentText } from "../../domain/measure.ts";
import { type CompiledKernel, type Diagnosis, type KernelRow, type Profile, wayText } from "../../domain/profile.ts";
import { FAR, FEW_WARPS, gainsByMatrix, isPlain } from "./bound.ts";
import { type Weighed, weighed } from "./limit.ts";
import { occupancyOf } from "./occupancy.ts";

/** The facts about a kernel and its call. */
export interface Seen {
  readonly row: KernelRow;
  readonly compiled: CompiledKernel | undefined;
  readonly profile: Profile;
  readonly gpu: Gpu | null;
  readonly bound: Diagnosis["bound"];
  /** floor time / time of the call */
  readonly share: number;
  /** the same of the memory floor alone */
  readonly memoryShare: number;
}

interface Rule {
  readonly what: string;
  /** the evidence, or null if the rule does not apply */
  readonly speaks: (seen: Seen) => { evidence: string; weight: number } | null;
}

const SECTOR = 32;
/** Sector counts above this, at this fraction of the memory floor, exceed what memory can move. They come from wider accesses. */
const IMPOSSIBLE = 1.2;
const said = (evidence: string, weight: number): { evidence: string; weight: number } => ({ evidence, weight });
const widest = (moved: Record<string, number>): number => Math.max(0, ...Object.keys(moved).map(Number));

const rules: readonly Rule[] = [
  {
    what: "uncoalesced access",
    speaks({ row, compiled, memoryShare }) {
      const { counters } = row;
      if (!counters && compiled && isPlain(row, compiled) && memoryShare < FAR)
        return said(`${percentText(memoryShare)} of the memory floor in a kernel that only moves bytes; sectors were not counted`, 0.9);
      const over = (sectors = 0, moved: Record<string, number> = {}): number => sectors / (compiled?.code?.bulkCopies ? 16 : widest(moved) || 16);
      const [load, store] = [over(counters?.sectorsPerLoad, compiled?.code?.loads), over(counters?.sectorsPerStore, compiled?.code?.stores)];
      const times = Math.max(load, store);
      if (times < 1.8 || times * memoryShare > IMPOSSIBLE) return null;
      const [kind, sectors] = load >= store ? ["load", counters!.sectorsPerLoad!] : ["store", counters!.sectorsPerStore!];
      return said(`one warp's ${kind} touches ${numberText(sectors)} sectors of ${SECTOR} bytes, ${numberText(times)} times as many as it must`, 1.5);
    },
  },
  {
    what: "register spills",
    speaks({ row: { counters }, compiled, profile }) {
      if (!compiled?.spillBytes) return null;
      const moved = counters?.localBytes;
      const traffic = moved === undefined ? "" : `, ${numberText(moved / profile.floorBytes)} times the task's bytes moved for it`;
      return said(`${compiled.spillBytes} bytes of spills at ${compiled.registers ?? "?"} registers${traffic}`, moved === undefined || moved > 0 ? 1.4 : 0.5);
    },
  },
  {
    what: "local memory",
    speaks({ row: { counters }, compiled }) {
      const { localLoads = 0, localStores = 0 } = compiled?.code ?? {};
      if (compiled?.spillBytes || localLoads + localStores === 0 || counters?.localBytes === 0) return null;
      return said(`${localLoads + localStores} instructions on local memory without any spill: an array indexed at run time`, 1);
    },
  },
  {
    what: "bank conflicts",
    speaks: ({ row: { counters } }) =>
      (counters?.bankConflicts ?? 0) > 0.3 ? said(`${percentText(counters!.bankConflicts!)} of the accesses to shared memory are replays`, 1.3) : null,
  },
  {
    what: "atomics",
    speaks({ row: { counters }, compiled, profile, share }) {
      const sectors = counters?.atomicSectors;
      const moved = sectors === undefined ? 0 : (sectors * SECTOR) / profile.floorBytes;
      if (moved > 0.02 && share < 0.6)
        return said(`atomics touch ${numberText(sectors!)} sectors in L2, against ${numberText(profile.floorBytes / SECTOR)} of the task`, 1.3);
      return sectors === undefined && compiled?.code?.atomics && share < 0.3
        ? said(`${compiled.code.atomics} atomic instructions on global memory`, 0.9)
        : null;
    },
  },
  {
    what: "divergent branches",
    speaks: ({ row: { counters } }) =>
      (counters?.activeThreads ?? 32) < 20 ? said(`${numberText(counters!.activeThreads!)} of 32 threads at work per instruction`, 1.3) : null,
  },
  {
    what: "tensor cores not used",
    speaks: (seen) => (seen.profile.work?.track === "fp32" ? null : withoutMatrix(seen)),
  },
  {
    what: "tensor cores not used for split operands",
    speaks: (seen) => (seen.profile.work?.track === "fp32" ? withoutMatrix(seen) : null),
  },
  {
    what: "too few blocks",
    speaks: ({ row: { launch }, gpu }) =>
      launch && gpu && launch.blocks < gpu.multiprocessors
        ? said(`${launch.blocks} blocks on ${gpu.multiprocessors} multiprocessors`, 2 * (1 - launch.blocks / gpu.multiprocessors))
        : null,
  },
  ...(["registers", "shared memory", "block size"] as const).map((by) => ({
    what: `occupancy limited by ${by}`,
    speaks({ row: { launch, counters }, gpu, bound }: Seen) {
      const { share, limitedBy } = launch && gpu ? occupancyOf(launch, gpu) : { share: 1, limitedBy: "nothing" };
      if (limitedBy !== by || share > 0.5 || !(bound === "latency" || bound === "unknown")) return null;
      const reached = counters?.occupancy === undefined ? "" : `, ${percentText(counters.occupancy)} reached`;
      const needs = `${launch!.threads} threads of ${launch!.registers} registers and ${numberText(launch!.sharedBytes / 1024)} KiB per block`;
      return said(`room for ${percentText(share)} of the warps${reached}: ${needs}`, share < FEW_WARPS ? 1.2 : 1);
    },
  })),
  {
    what: "waiting at barriers",
    speaks: (seen) => (waits(seen, ["barrier"]) > 0.35 ? said(stallText(seen), 1.1) : null),
  },
  {
    what: "the same bytes read again and again",
    speaks({ row: { counters }, profile, bound }) {
      const times = (counters?.loadBytes ?? 0) / profile.floorBytes;
      return bound === "memory" && times > 4 ? said(`global loads ask for ${numberText(times)} times the bytes of the task`, 1) : null;
    },
  },
  {
    what: "narrow loads and stores",
    speaks({ compiled, bound }) {
      const { loads = {}, stores = {}, bulkCopies = 0 } = compiled?.code ?? {};
      const width = widest(loads);
      if (width === 0 || width > 4 || widest(stores) > 4 || bulkCopies > 0 || bound === "compute" || bound === "launch") return null;
      return said(`no global load or store moves more than ${width} bytes per thread`, 0.7);
    },
  },
  {
    what: "double precision",
    speaks: ({ compiled, bound }) =>
      bound !== "memory" && (compiled?.code?.double ?? 0) > 4 ? said(`${compiled!.code!.double} double-precision instructions`, 0.6) : null,
  },
  {
    what: "waiting for memory",
    speaks: (seen) => (seen.bound === "latency" && waits(seen, ["long_scoreboard"]) > 0.5 ? said(stallText(seen), 0.6) : null),
  },
];

/** The evidence if matrix instructions are faster on this task and no kernel of the call has any. */
function withoutMatrix({ row: { counters }, compiled, profile }: Seen): ReturnType<Rule["speaks"]> {
  const { work, kernels, compiled: all } = profile;
  if (!work || !gainsByMatrix(profile)) return null;
  const isUsed = kernels.some((row) => (row.counters?.tensorShare ?? 0) > 0.02) || all.some(({ code }) => (code?.matrix ?? 0) > 0);
  const isKnown = counters?.tensorShare !== undefined || compiled?.code?.matrix === 0;
  if (isUsed || !isKnown) return null;
  return said(
    `${numberText(work.flops / 1e9)} GFLOP of matrix products, up to ${numberText(work.tflops)} TFLOP/s ${wayText(work)}, and no matrix instruction`,
    1.6,
  );
}

/** The fraction of all stalls with these reasons, or of the three largest if only they are known. */
function waits({ row: { counters } }: Seen, reasons: readonly string[]): number {
  const stalls = counters?.stalls ?? [];
  const all = stalls.reduce((sum, { warps }) => sum + warps, 0);
  return all === 0 ? 0 : stalls.filter(({ reason }) => reasons.includes(reason)).reduce((sum, { warps }) => sum + warps, 0) / all;
}

function stallText({ row: { counters } }: Seen): string {
  return `warps that wait at each instruction: ${counters!.stalls!.map(({ reason, warps }) => `${numberText(warps)} ${reason.replaceAll("_", " ")}`).join(", ")}`;
}

/** The limits of a kernel, heaviest first. */
export function gpuLimits(seen: Seen): Weighed[] {
  return rules
    .flatMap(({ what, speaks }) => {
      const heard = speaks(seen);
      return heard ? [weighed(heard.weight * seen.row.share, what, heard.evidence)] : [];
    })
    .toSorted((a, b) => b.weight - a.weight);
}
