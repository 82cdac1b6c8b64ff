import { describe, expect, test } from "@jest/globals";
import type { Code, Counters, Launch } from "../../../src/domain/counters.ts";
import { type Diagnosis, floorUnder, type Profile } from "../../../src/domain/profile.ts";
import type { OkVerdict } from "../../../src/domain/verdict.ts";
import { changesBetween } from "../../../src/search/diagnosis/profile-diff.ts";
import { diagnose } from "../../../src/search/diagnosis/diagnosis.ts";
import { renderPrompt } from "../../../src/tools/model/prompt.ts";
import { occupancyOf } from "../../../src/search/diagnosis/occupancy.ts";
import { okVerdict } from "../../support/verdicts.ts";

const h200 = { name: "NVIDIA H200", capability: "9.0", multiprocessors: 132, memoryBytes: 2 ** 37, l2Bytes: 60 * 2 ** 20, sharedBytesPerBlock: 232_448 };
const launch: Launch = { blocks: 8192, threads: 256, registers: 32, sharedBytes: 0 };
const code: Code = { loads: { "16": 2 }, stores: { "16": 1 }, bulkCopies: 0, matrix: 0, localLoads: 0, localStores: 0, atomics: 0, double: 0, loops: 1 };
/** As ncu saw a copy by float4 on an H200. */
const copying: Counters = { memoryShare: 0.863, dramShare: 0.863, smShare: 0.1, occupancy: 0.774, sectorsPerLoad: 16, sectorsPerStore: 16, activeThreads: 32 };
const idle: Counters = { ...copying, memoryShare: 0.1, dramShare: 0.1, smShare: 0.2 };

interface Facts {
  us?: number;
  parts?: { launchUs: number; deviceUs: number };
  counters?: Counters;
  launch?: Launch;
  code?: Partial<Code>;
  spillBytes?: number;
  profile?: Partial<Profile>;
}

/** An attempt of one kernel on a task whose floor is 60 us. */
function verdictOf(facts: Facts): OkVerdict {
  const { us = 300 } = facts;
  const compiled = [{ name: "run", registers: 32, spillBytes: facts.spillBytes ?? 0, sharedBytes: 0, code: { ...code, ...facts.code } }];
  const row = {
    name: "run",
    calls: 1,
    us: facts.parts?.deviceUs ?? us - 10,
    share: 1,
    launch: facts.launch ?? launch,
    ...(facts.counters && { counters: facts.counters }),
  };
  const profile: Profile = {
    floorBytes: 256e6,
    floorUs: 60,
    copyGBps: 4270,
    peakBytes: 0,
    deviceUs: us,
    kernels: [row],
    compiled,
    remarks: [],
    ...facts.profile,
  };
  return { ...okVerdict("search", 2), candidate: { medianUs: us, lowUs: us, highUs: us, samples: 12, ...facts.parts }, profile };
}

const said = (facts: Facts): Diagnosis => diagnose(renderPrompt, verdictOf(facts), null, h200);
const first = (facts: Facts): string | undefined => said(facts).limits[0]?.what;
const work = { flops: 17.2e9, track: "bf16", tflops: 780, computeUs: 22, by: "bf16", products: 1 } as const;
/** On an H200 three fp16 products of split operands are the fastest way to a product in fp32. */
const split = { flops: 17.2e9, track: "fp32", tflops: 259, computeUs: 66.4, by: "fp16", products: 3 } as const;

describe("the bound", () => {
  test.each<[Diagnosis["bound"], Facts]>([
    ["memory", { counters: copying }],
    ["compute", { counters: { ...copying, memoryShare: 0.3, smShare: 0.8 } }],
    ["latency", { counters: idle }],
    ["launch", { us: 12, profile: { floorUs: 3 } }],
    ["latency", { us: 12, parts: { launchUs: 5, deviceUs: 12 }, counters: idle, profile: { floorUs: 3 } }], // short, and it waits for the device
    ["launch", { us: 300, parts: { launchUs: 300, deviceUs: 90 }, counters: idle }],
    ["memory", { us: 12, profile: { floorUs: 11 } }],
    ["launch", { profile: { kernels: [{ name: "run", calls: 512, us: 1000, share: 1, launch }] } }],
    ["memory", { us: 80 }],
    ["memory", { spillBytes: 96 }],
    ["latency", { launch: { ...launch, blocks: 1 } }],
    ["latency", { launch: { ...launch, registers: 168 } }],
    ["compute", { profile: { work } }],
    ["latency", { us: 600, code: { atomics: 1 } }],
    ["latency", { launch: { ...launch, threads: 32 } }],
    ["memory", { us: 600, code: { loops: 0 } }],
    ["unknown", {}],
  ])("is %s for %j", (bound, facts) => {
    expect(said(facts).bound).toBe(bound);
  });
});

describe("the first limit", () => {
  test.each<[string, Facts]>([
    ["at the roof", { us: 75, counters: copying }],
    ["uncoalesced access", { us: 600, counters: { ...copying, sectorsPerLoad: 32, sectorsPerStore: 32 }, code: { loads: { "4": 1 }, stores: { "4": 1 } } }],
    ["uncoalesced access", { us: 600, counters: { ...copying, sectorsPerStore: 32 }, code: { stores: { "4": 1 } } }],
    ["narrow loads and stores", { counters: { ...idle, sectorsPerLoad: 4, sectorsPerStore: 4 }, code: { loads: { "4": 1 }, stores: { "4": 1 } } }],
    ["register spills", { counters: { ...copying, localBytes: 1e9 }, spillBytes: 624 }],
    ["local memory", { counters: { ...copying, localBytes: 1e9 }, code: { localLoads: 64, localStores: 16 } }],
    ["uncoalesced access", { us: 600, code: { loops: 0 } }],
    ["atomics", { us: 600, code: { atomics: 1 } }],
    ["at the roof", { us: 80, profile: { kernels: [{ name: "run", calls: 1, us: 64, share: 1, launch }] } }],
    ["bank conflicts", { counters: { ...copying, bankConflicts: 0.97 } }],
    ["atomics", { counters: { ...idle, atomicSectors: 393_280 } }],
    ["divergent branches", { counters: { ...copying, smShare: 0.9, activeThreads: 5 } }],
    ["tensor cores not used", { counters: { ...idle, smShare: 0.8, tensorShare: 0 }, profile: { work } }],
    ["too few blocks", { counters: idle, launch: { ...launch, blocks: 1 } }],
    ["occupancy limited by registers", { counters: idle, launch: { ...launch, registers: 168 } }],
    ["occupancy limited by shared memory", { counters: idle, launch: { ...launch, threads: 128, sharedBytes: 100 << 10 } }],
    ["occupancy limited by block size", { counters: idle, launch: { ...launch, threads: 32 } }],
    ["waiting at barriers", { counters: { ...idle, stalls: [{ reason: "barrier", warps: 20 }] } }],
    ["the same bytes read again and again", { counters: { ...copying, dramShare: 0.1, loadBytes: 65 * 256e6 } }],
    ["many short kernels", { profile: { kernels: [{ name: "run", calls: 512, us: 1000, share: 1, launch }] } }],
    ["launching", { us: 12, profile: { floorUs: 3 } }],
    ["at the roof", { us: 12, profile: { floorUs: 11 } }],
    ["tensor cores not used for split operands", { counters: { ...idle, smShare: 0.8, tensorShare: 0 }, profile: { work: split } }],
  ])("is %s", (what, facts) => {
    expect(first(facts)).toBe(what);
  });

  test("is supported by the facts", () => {
    const plain = said({ counters: { ...idle, stalls: [{ reason: "long_scoreboard", warps: 40 }] } }).limits.map(({ what }) => what);
    expect(plain).toEqual(["waiting for memory"]);
    expect(said({ code: { matrix: 8 }, counters: { ...idle, tensorShare: 0.5 }, profile: { work } }).limits).toEqual([]);
  });

  test("carries its metric and the techniques that usually help", () => {
    expect(said({ counters: idle, launch: { ...launch, registers: 168 } }).limits[0]).toEqual({
      what: "occupancy limited by registers",
      evidence: "room for 13 % of the warps, 77 % reached: 256 threads of 168 registers and 0 KiB per block",
      techniques: "fewer live values per thread, smaller tiles, launch bounds",
    });
  });
});

describe("the floor", () => {
  test("is the larger of bytes and arithmetic, and says which", () => {
    const far = said({ us: 300, profile: { work: { ...work, computeUs: 220 } } });
    expect(far).toMatchObject({ floor: "compute", solFraction: 220 / 300 });
    expect(far.summary).toBe("It runs at 73 % of the compute floor (17.2 GFLOP at 780 TFLOP/s in bf16 take 220 us).");
  });

  test("says how its rate is reached: by split operands in fp32, and by the fastest permitted way if a record does not tell it", () => {
    const summaryOf = (of: Profile["work"]): string => said({ profile: { work: of } }).summary;
    expect(summaryOf(split)).toContain("(17.2 GFLOP at 259 TFLOP/s in fp32 by 3 fp16 products of split operands take 66.4 us)");
    const { by: _, products: __, ...old } = split;
    expect(summaryOf(old)).toContain("at 259 TFLOP/s by the fastest products that the track fp32 permits");
    expect(summaryOf({ ...split, by: "fp32", products: 1 })).toContain("at 259 TFLOP/s in fp32 take");
  });

  test("in fp32 tensor cores are missed only where split operands are faster and the products outweigh the bytes", () => {
    const limits = (of: Profile["work"], more: Facts = {}): string[] =>
      said({ counters: { ...idle, smShare: 0.8, tensorShare: 0 }, profile: { work: of }, ...more }).limits.map(({ what }) => what);
    const missed = "tensor cores not used for split operands";
    expect(limits(split)).toContain(missed);
    expect(limits({ ...split, by: "fp32", products: 1 })).not.toContain(missed);
    expect(limits({ ...split, computeUs: 20 })).not.toContain(missed);
    expect(limits(split, { counters: { ...idle, smShare: 0.8, tensorShare: 0.4 } })).not.toContain(missed);
    expect(said({ profile: { work: split } }).bound).toBe("compute");
    expect(said({ profile: { work: { ...split, by: "fp32", products: 1 } } }).bound).toBe("unknown");
  });

  test("tells apart the floor that a kernel can beat and the time that every kernel needs", () => {
    expect(said({ us: 100, profile: { neededUs: 40 } })).toMatchObject({ solFraction: 0.6, neededFraction: 0.4 });
    expect(said({ us: 100 }).neededFraction).toBeUndefined();
  });

  test("omits arithmetic if a kernel was faster than the compute floor", () => {
    expect(floorUnder(200, { floorUs: 60, work: { ...work, computeUs: 220 } })).toEqual({ us: 60, of: "memory" });
    expect(said({ us: 200, profile: { work: { ...work, computeUs: 220 } } }).solFraction).toBeCloseTo(0.3);
  });
});

describe("occupancy", () => {
  test.each([
    [{ threads: 256, registers: 32, sharedBytes: 0 }, 1, "nothing"],
    [{ threads: 128, registers: 168, sharedBytes: 0 }, 0.1875, "registers"],
    [{ threads: 128, registers: 16, sharedBytes: 100 << 10 }, 0.125, "shared memory"],
    [{ threads: 32, registers: 16, sharedBytes: 0 }, 0.5, "block size"],
    [{ threads: 768, registers: 16, sharedBytes: 0 }, 0.75, "block size"],
  ])("of %j is %d on an H200, limited by %s", (of, share, limitedBy) => {
    expect(occupancyOf({ blocks: 1, ...of }, h200)).toEqual({ share, limitedBy });
  });
});

describe("changes against the parent", () => {
  test("name the changed figures, the largest first", () => {
    const before = verdictOf({ us: 300, spillBytes: 624, counters: { ...copying, dramShare: 0.2 } }).profile;
    const after = verdictOf({ us: 110, counters: copying }).profile;
    expect(changesBetween(before, after)).toEqual(["device busy 290 → 100 us", "spilled bytes 624 → 0", "device memory throughput 20 % → 86 %"]);
    expect(diagnose(renderPrompt, verdictOf({ us: 110, counters: copying }), null, h200, verdictOf({ spillBytes: 624 })).changes).toContain(
      "spilled bytes 624 → 0",
    );
  });

  test("are omitted if the parent failed", () => {
    expect(changesBetween(null, verdictOf({}).profile)).toEqual([]);
    expect(said({}).changes).toBeUndefined();
  });
});

describe("on a GPU, a call of which the trace sees less than half", () => {
  const kernels = [{ name: "run", calls: 1, us: 90, share: 1, launch, counters: copying }];

  test("gets no advice on its kernels, and no class by their counters", () => {
    const found = said({ profile: { kernels } });
    expect(found).toMatchObject({ bound: "unknown", limits: [] });
    expect(found.summary).toContain("Most of the time (70 %) is in code that the trace does not see");
  });

  test("is explained by launching where it waits for the host", () => {
    const found = said({ parts: { launchUs: 300, deviceUs: 90 }, profile: { kernels } });
    expect([found.bound, found.limits[0]?.what]).toEqual(["launch", "launching"]);
    expect(found.summary).not.toContain("does not see");
  });
});

describe("on the CPU", () => {
  const working = { threads: 16, busyThreads: 15, scaling: 12, faults: 0 };
  const cpu = (profile: Partial<Profile>, us: number): Diagnosis =>
    diagnose(renderPrompt, verdictOf({ us, profile: { compiled: [], ...profile } }), null, null);
  const simulated = { instructions: 1e7, accesses: 256e6 / 32, firstMisses: 4e6, lastMisses: 4e6 };

  test.each<[Diagnosis["bound"], string, number, Partial<Profile>]>([
    ["memory", "at the roof", 65, { processor: { ...working, ...simulated } }],
    ["latency", "idle threads", 300, { processor: { ...working, busyThreads: 1, scaling: 1 } }],
    ["latency", "threads in each other's way", 300, { processor: { ...working, scaling: 0.4 } }],
    ["memory", "strided access", 300, { processor: { ...working, ...simulated, firstMisses: 64e6 } }],
    ["memory", "memory traffic", 300, { processor: { ...working, ...simulated, scaling: 0.4 } }],
    ["compute", "scalar code", 300, { processor: { ...working, ...simulated, instructions: 3e8, accesses: 64e6 } }],
    ["memory", "page faults", 300, { processor: { ...working, ...simulated, faults: 62_500 } }],
    ["compute", "possible aliasing", 300, { remarks: ["kernel.cpp:9: would be vectorized if pointers were known not to alias"] }],
  ])("a call is bound by %s and limited by %s at %d us", (bound, what, us, profile) => {
    const found = cpu(profile, us);
    expect([found.bound, found.limits[0]?.what]).toEqual([bound, what]);
  });

  test("without counts nothing is said about memory or arithmetic, and the reason is told", () => {
    const counting = { by: "none" as const, seconds: 0, note: "valgrind is missing", raw: "" };
    expect(cpu({ processor: working, counting }, 800)).toMatchObject({
      bound: "unknown",
      limits: [],
      summary: expect.stringContaining("Nothing was counted: valgrind is missing."),
    });
  });

  const missed = (line: number) => `kernel.cpp:${line}:3: missed: couldn't vectorize loop`;
  const optimized = "kernel.cpp:11:5: optimized: loop vectorized using 64 byte vectors";
  const narrow = { ...working, ...simulated, instructions: 3e8, accesses: 64e6 };
  const named = (profile: Partial<Profile>): string[] => cpu(profile, 300).limits.map(({ what }) => what);

  test("loops that were not vectorized are named only where accesses are narrow", () => {
    const remarks = [missed(20), missed(21), optimized];
    const scalar = cpu({ remarks, processor: narrow }, 300);
    expect(scalar.limits.find(({ what }) => what === "loops the compiler did not vectorize")?.evidence).toBe(`${missed(20)}; ${missed(21)}`);
    for (const processor of [working, { ...narrow, accesses: 8e6 }])
      expect(named({ remarks, processor })).not.toContain("loops the compiler did not vectorize");
  });

  test("code is not called scalar where all loops are vectorized, lines are fetched again, or more accesses than instructions are counted", () => {
    expect(named({ remarks: [missed(20), optimized], processor: narrow })).toContain("scalar code");
    expect(named({ remarks: [optimized], processor: narrow })).toEqual(["far from the memory floor"]);
    expect(named({ processor: { ...narrow, firstMisses: 10e6, accesses: 70e6 } })).not.toContain("scalar code");
    expect(named({ processor: { ...narrow, instructions: 63e6 } })).not.toContain("scalar code");
  });

  test("nothing advises tensor cores, or vector instructions where the code has them", () => {
    const { limits } = cpu({ remarks: [optimized], processor: narrow }, 300);
    expect(limits.map(({ techniques }) => techniques).join()).not.toMatch(/tensor|vector/);
  });

  const rows = (times: readonly number[]) => times.map((us, at) => ({ name: `row ${at}`, calls: 1, us, share: us / times.reduce((a, b) => a + b) }));

  test.each([10, 300])("where a call of %d us spends most of its time in code that the trace does not see, its kernels get no advice", (us) => {
    const found = cpu({ kernels: rows([3, 1]), floorUs: 2, processor: working }, us);
    expect(found).toMatchObject({ bound: "unknown", limits: [] });
    expect(found.summary).toContain(`Most of the time (${us === 10 ? 60 : 99} %) is in code that the trace does not see`);
    expect(cpu({ kernels: rows([us / 2, us / 2]), floorUs: 2 }, us).summary).not.toContain("does not see");
  });

  test("shares of kernels are of the call's time", () => {
    const shown = (times: readonly number[]) => cpu({ kernels: rows(times) }, 300).limits.find(({ what }) => what === "2 kernels per call")?.evidence;
    expect(shown([150, 60])).toBe("row 0 50 %; row 1 20 %");
    expect(shown([300, 100])).toBe("row 0 75 %; row 1 25 %"); // the profiled call took longer, or kernels overlap
    expect(shown([280, 10])).toBeUndefined();
  });

  test("an allocation is no kernel to fuse, and a call at the roof gets no other advice about memory", () => {
    expect(cpu({ kernels: rows([58.8, 0.6, 0.6]), processor: { ...working, ...simulated } }, 61).limits.map(({ what }) => what)).toEqual(["at the roof"]);
  });
});
