/** Literal messages of a judge: a small machine, its baselines, and passing verdicts of any speed. */
import type { Baselines } from "../../src/domain/protocol.ts";
import type { Candidate } from "../../src/domain/candidate.ts";
import type { OkVerdict } from "../../src/domain/verdict.ts";
import type { Workload } from "../../src/domain/workload.ts";

const isolation = {
  level: "L2",
  ownUser: false,
  noNetwork: false,
  noNewPrivileges: true,
  limits: true,
  systemCallFilter: true,
  controlGroup: false,
  freezer: false,
  fileFilter: true,
} as const;
const time = (us: number) => ({ medianUs: us, lowUs: us * 0.99, highUs: us * 1.01, samples: 12 });
const ratio = (median: number) => ({ median, low: median * 0.99, high: median * 1.01, samples: 12 });

export const common = { isolation, seconds: { build: 1, correctness: 1 } };

export const baselines: Baselines = {
  host: {
    cpu: "scripted",
    cores: 2,
    memoryBytes: 2 ** 33,
    python: "3.12",
    torch: "2.0",
    cuda: null,
    driver: null,
    nvcc: null,
    gxx: "12.2",
    triton: null,
    gpu: null,
    gpus: 0,
    blas: "OpenBLAS",
    threads: 2,
    simd: ["avx2"],
    ncu: "missing",
    isolation,
  },
  inputs: [{ name: "x", shape: [1024], dtype: "float32" }],
  outputs: [{ name: "out", shape: [1024], dtype: "float32" }],
  parameters: [],
  eager: time(1000),
  rivals: [],
  admission: [],
  timedOn: "as given",
  precisionBlind: false,
  floorBytes: 8192,
  floorUs: 10,
  copyGBps: 10,
  operators: [{ name: "aten::mul", calls: 1, us: 900, share: 0.9 }],
  seconds: 1,
};

/** The speedup that a candidate's text names: "# 2.0 times as fast". */
export function namedSpeed({ files }: Candidate): number | undefined {
  const named = /# ([\d.]+) times as fast/.exec(files.map(({ text }) => text).join("\n"))?.[1];
  return named === undefined ? undefined : Number(named);
}

export function okVerdict(tier: OkVerdict["tier"], speedup: number): OkVerdict {
  return {
    status: "ok",
    ...common,
    tier,
    candidate: time(1000 / speedup),
    baseline: time(1000),
    speedup: ratio(speedup),
    comparison: speedup > 1.05 ? "faster" : speedup < 0.95 ? "slower" : "same",
    noiseBand: 0.05,
    rivals: [],
    checkedCalls: 12,
    errorShare: 0.1,
    deterministic: true,
    precisionBlind: false,
    parameters: "none",
    clocks: null,
    kernelbench: null,
    profile: {
      floorBytes: 8192,
      floorUs: 10,
      copyGBps: 10,
      peakBytes: null,
      deviceUs: null,
      kernels: [{ name: "scripted", calls: 1, us: 900 / speedup, share: 1 }],
      compiled: [],
      remarks: [],
    },
  };
}

/** The shapes of a task as the baselines tell them, by name and weight. Eager takes a millisecond on each. */
export const workloadsOf = (weights: Record<string, number>): Workload[] =>
  Object.entries(weights).map(([name, weight], at, all) => ({
    name,
    weight,
    share: weight / all.reduce((sum, [, one]) => sum + one, 0),
    eager: time(1000),
    floorUs: 10,
    inputs: [{ name: "x", shape: [1024 * (at + 1)], dtype: "float32" }],
  }));

/** A passing verdict with these speedups, by shape. */
export function verdictOnShapes(tier: OkVerdict["tier"], speedup: number, shapes: Record<string, number>): OkVerdict {
  const rows = Object.entries(shapes).map(([name, own]) => ({ name, weight: 1, candidate: time(1000 / own), baseline: time(1000), speedup: ratio(own) }));
  return { ...okVerdict(tier, speedup), shapes: rows, ...(tier === "promotion" && { unseen: { checked: 5, refused: ["17x3"] } }) };
}
