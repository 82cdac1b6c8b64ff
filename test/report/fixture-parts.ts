/** The parts of the fixture run: its machine, its sources and its verdicts, with realistic figures. fixture.ts builds the run from them. */
import type { Host } from "../../src/domain/hardware.ts";
import type { Diagnosis } from "../../src/domain/profile.ts";
import type { OkVerdict } from "../../src/domain/verdict.ts";

export const HOSTILE = `</code><script>alert("x")</script><img src=x onerror='1'>&amp;`;

export const isolation = {
  level: "L3",
  ownUser: true,
  noNetwork: true,
  noNewPrivileges: true,
  limits: true,
  controlGroup: true,
  freezer: true,
  systemCallFilter: true,
  fileFilter: true,
} as const;

export const host: Host = {
  cpu: "AMD EPYC 9654",
  cores: 16,
  memoryBytes: 128 * 2 ** 30,
  python: "3.12.3",
  torch: "2.11.0",
  cuda: "13.0",
  driver: "580.65",
  nvcc: "13.0.48",
  gxx: "13.3.0",
  triton: "3.6.0",
  gpus: 1,
  gpu: { name: "NVIDIA H200", capability: "9.0", multiprocessors: 132, memoryBytes: 139 * 2 ** 30, l2Bytes: 50 * 2 ** 20, sharedBytesPerBlock: 232448 },
  blas: "MKL",
  threads: 16,
  simd: ["avx2", "avx512f"],
  ncu: "available",
  isolation,
};

export const time = (us: number, samples = 12) => ({ medianUs: us, lowUs: us * 0.985, highUs: us * 1.015, samples });
export const ratio = (median: number, samples = 12) => ({ median, low: median * 0.975, high: median * 1.025, samples });

/** Forty call times around a median, with a tail as real ones have. */
const calls = (us: number): number[] => Array.from({ length: 40 }, (_, at) => Number((us * (0.97 + at / 600 + (at > 35 ? (at - 35) / 20 : 0))).toPrecision(5)));

const kernelbench = { correct: true, passed: 5, trials: 5, maxDifference: 1e-6, flagged: false, note: "" };

const code = { loads: { 16: 6, 4: 2 }, stores: { 16: 4 }, bulkCopies: 0, matrix: 0, localLoads: 0, localStores: 0, atomics: 1, double: 0, loops: 0 };

export const okVerdict = (us: number, speedup: number, tier: "search" | "promotion"): OkVerdict => ({
  status: "ok",
  isolation,
  seconds: { build: 1.21, start: 3.1, correctness: 1.9, timing: tier === "search" ? 3.0 : 19.4, profile: 0.6 },
  tier,
  candidate: { ...time(us, tier === "search" ? 12 : 40), launchUs: us * 0.4, deviceUs: us * 0.7 },
  baseline: { ...time(us * speedup), launchUs: us * 1.9, deviceUs: us * 1.1 },
  speedup: ratio(speedup, tier === "search" ? 12 : 8),
  comparison: speedup > 1.05 ? "faster" : "ambiguous",
  noiseBand: 0.012,
  ...(tier === "promotion" && {
    callTimes: { candidate: calls(us), baseline: calls(us * speedup) },
    pairs: Array.from({ length: 8 }, () => ({ speedup, candidateUs: us, baselineUs: us * speedup })),
    unproven: ["nan", "overflow"],
  }),
  rivals: tier === "promotion" ? [{ name: "compile", time: time(13.1), speedup: ratio(13.1 / us, 40), note: "" }] : [],
  checkedCalls: tier === "search" ? 412 : 1380,
  errorShare: 0.21,
  deterministic: true,
  precisionBlind: false,
  parameters: "none",
  clocks: { smMhz: 1755, memoryMhz: 3201, held: ["power cap"] },
  kernelbench: tier === "search" ? null : { ...kernelbench, meanMs: us / 1e3, eagerMeanMs: (us * speedup) / 1e3, speedup },
  profile: {
    floorBytes: 33_554_432,
    floorUs: 8.4,
    copyGBps: 3995,
    peakBytes: 16_777_216,
    deviceUs: us * 0.95,
    kernels: [
      {
        name: `rows(float*, const float*, long) ${HOSTILE}`,
        calls: 10,
        us: us * 0.93,
        share: 0.97,
        launch: { blocks: 4096, threads: 256, registers: 38, sharedBytes: 1056 },
        counters: { memoryShare: 0.81, occupancy: 0.92, sectorsPerLoad: 16, stalls: [{ reason: "long scoreboard", warps: 7.4 }] },
      },
      { name: `wide_${"kernel_name".repeat(30)}`, calls: 1, us: 0.8, share: 0.03 },
    ],
    compiled: [{ name: "rows(float*, const float*, long)", registers: 38, spillBytes: 0, sharedBytes: 1056, code }],
    remarks: [],
  },
});

export const REFERENCE = `import torch\nfrom torch import nn\n\n\nclass Model(nn.Module):\n    def forward(self, x):\n        shifted = x - x.max(dim=1, keepdim=True).values\n        weights = torch.exp(shifted)\n        return weights / weights.sum(dim=1, keepdim=True)\n`;
export const MODEL = `from kernel import lib\nimport torch\n\n\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n        y = torch.empty_like(x)\n        lib.softmax(y, x, x.shape[0], x.shape[1])\n        return y\n`;
export const kernel = (body: string) =>
  `#include <cuda_runtime.h>\n\n__global__ void rows(float* y, const float* x, long columns) {\n${body}\n}\n\nextern "C" int softmax(float* y, const float* x, long rows_, long columns, cudaStream_t stream) {\n  rows<<<rows_, 256, 0, stream>>>(y, x, columns);\n  return cudaGetLastError();\n}\n`;
export const bodies = {
  r1b0: "  // one block per row, three passes\n  float peak = blockMax(x, columns);\n  float sum = blockSum(x, peak, columns);\n  for (long i = threadIdx.x; i < columns; i += 256) y[i] = __expf(x[i] - peak) / sum;",
  r1b2: "  // one block per row, one pass\n  float4 v = load4(x);\n  store4(y, softmax4(v));",
  r2b0: `  // one block per row, row kept in registers\n  float4 v = load4(x, columns);\n  float peak = blockMax(v);\n  v = exp4(v - peak);\n  float sum = blockSum(v);\n  store4(y, v * (1.0f / sum)); // ${HOSTILE}`,
};

export const diagnosis: Diagnosis = {
  bound: "memory",
  summary: "The row is read three times; two of the reads come from L2.",
  solFraction: 0.44,
  limits: [{ what: "repeated loads", evidence: "3.1 bytes loaded per byte of input", techniques: "keep the row in registers between the passes" }],
};
