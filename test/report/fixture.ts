/** A run as the search would record it, written by hand: six attempts on row_softmax, one win, several ways to fail. */
import type { Attempt } from "../../src/domain/attempt.ts";
import type { Diagnosis } from "../../src/domain/profile.ts";
import type { Exchange } from "../../src/report/exchange.ts";
import type { Host } from "../../src/domain/host.ts";
import type { RunEvent } from "../../src/domain/run-record.ts";
import type { OkVerdict, Verdict } from "../../src/domain/verdict.ts";

export const HOSTILE = `</code><script>alert("x")</script><img src=x onerror='1'>&amp;`;

const isolation = {
  level: "L3",
  ownUser: true,
  noNetwork: true,
  noNewPrivileges: true,
  limits: true,
  controlGroup: true,
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

const time = (us: number, samples = 12) => ({ medianUs: us, lowUs: us * 0.985, highUs: us * 1.015, samples });
const ratio = (median: number, samples = 12) => ({ median, low: median * 0.975, high: median * 1.025, samples });

const REFERENCE = `import torch\nfrom torch import nn\n\n\nclass Model(nn.Module):\n    def forward(self, x):\n        shifted = x - x.max(dim=1, keepdim=True).values\n        weights = torch.exp(shifted)\n        return weights / weights.sum(dim=1, keepdim=True)\n`;
const MODEL = `from kernel import lib\nimport torch\n\n\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n        y = torch.empty_like(x)\n        lib.softmax(y, x, x.shape[0], x.shape[1])\n        return y\n`;
const kernel = (body: string) =>
  `#include <cuda_runtime.h>\n\n__global__ void rows(float* y, const float* x, long columns) {\n${body}\n}\n\nextern "C" int softmax(float* y, const float* x, long rows_, long columns, cudaStream_t stream) {\n  rows<<<rows_, 256, 0, stream>>>(y, x, columns);\n  return cudaGetLastError();\n}\n`;
const bodies = {
  r1b0: "  // one block per row, three passes\n  float peak = blockMax(x, columns);\n  float sum = blockSum(x, peak, columns);\n  for (long i = threadIdx.x; i < columns; i += 256) y[i] = __expf(x[i] - peak) / sum;",
  r1b2: "  // one block per row, one pass\n  float4 v = load4(x);\n  store4(y, softmax4(v));",
  r2b0: `  // one block per row, row kept in registers\n  float4 v = load4(x, columns);\n  float peak = blockMax(v);\n  v = exp4(v - peak);\n  float sum = blockSum(v);\n  store4(y, v * (1.0f / sum)); // ${HOSTILE}`,
};

const kernelbench = { correct: true, passed: 5, trials: 5, maxDifference: 1e-6, flagged: false, note: "" };

const code = { loads: { 16: 6, 4: 2 }, stores: { 16: 4 }, bulkCopies: 0, matrix: 0, localLoads: 0, localStores: 0, atomics: 1, double: 0, loops: 0 };

const okVerdict = (us: number, speedup: number, tier: "search" | "promotion"): OkVerdict => ({
  status: "ok",
  isolation,
  seconds: { build: 1.21, start: 3.1, correctness: 1.9, timing: tier === "search" ? 3.0 : 19.4, profile: 0.6 },
  tier,
  candidate: time(us, tier === "search" ? 12 : 40),
  baseline: time(us * speedup),
  speedup: ratio(speedup, tier === "search" ? 12 : 40),
  comparison: speedup > 1.05 ? "faster" : "ambiguous",
  noiseBand: 0.012,
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

const attempt = (id: string, parent: string, fields: Partial<Attempt>): Attempt => ({
  id,
  parent,
  round: Number(id[1]),
  role: id.includes("s") ? "repairer" : "coder",
  status: "ok",
  language: "cuda",
  source: null,
  normalized: null,
  plan: null,
  explanation: "",
  problem: "",
  time: null,
  speedup: null,
  diagnosis: null,
  verdict: null,
  tokens: 4812,
  modelSeconds: 21.4,
  judgeSeconds: 9.8,
  ...fields,
});

const diagnosis: Diagnosis = {
  bound: "memory",
  summary: "The row is read three times; two of the reads come from L2.",
  shareOfFloor: 0.44,
  limits: [{ what: "repeated loads", evidence: "3.1 bytes loaded per byte of input", moves: "keep the row in registers between the passes" }],
};

const plan = (strategy: string, advice: string) => ({ strategy, advice, anchors: [{ file: "kernel.cu", from: 3, to: 8 }] });

const attempts: Attempt[] = [
  {
    ...attempt("root", "", { source: "a-root", time: time(29.7), tokens: 0, modelSeconds: 0, judgeSeconds: 31 }),
    parent: null,
    round: 0,
    role: "reference",
    status: "reference",
    language: null,
  },
  attempt("r1b0", "root", {
    source: "a-r1b0",
    verdict: "v-r1b0",
    time: time(19.1),
    speedup: ratio(1.55),
    diagnosis,
    plan: { ...plan("one block per row", "Fuse the five operators into one kernel, a block per row."), anchors: [{ file: "reference.py", from: 6, to: 9 }] },
    explanation: "One kernel with three passes over the row.",
  }),
  attempt("r1b1", "root", {
    status: "build_failed",
    plan: plan("warp per row", "Give each warp a row."),
    problem: `nvcc failed:\nkernel.cu(12): error: identifier "blockMax" is undefined ${HOSTILE}`,
  }),
  attempt("r1b1s1", "r1b1", {
    status: "wrong",
    plan: plan("warp per row", "Define blockMax."),
    problem: "3.1 % of the elements are wrong; the first at [0, 992]: expected 0.00131, got 0.",
  }),
  attempt("r1b2", "root", { source: "a-r1b2", time: time(35.2), speedup: ratio(0.844), plan: plan("online softmax", "One pass with a running maximum.") }),
  attempt("r2b0", "r1b0", {
    source: "a-r2b0",
    verdict: "v-r2b0",
    time: time(10.6),
    speedup: ratio(2.8),
    diagnosis: { ...diagnosis, summary: "Little is left.", shareOfFloor: 0.79, limits: [] },
    plan: plan("row in registers", `Keep the row in registers between the passes. ${HOSTILE}`),
    explanation: "Loads four floats at a time and keeps them.",
  }),
  attempt("r2b1", "r1b0", { status: "duplicate", plan: plan("row in registers", "Keep the row."), problem: "the same program as r2b0" }),
  attempt("r2b2", "r1b0", { status: "timeout", plan: plan("cooperative groups", "Split the rows."), problem: "timing took longer than 180 s" }),
];

const candidate = (id: keyof typeof bodies) =>
  JSON.stringify({
    language: "cuda",
    files: [
      { name: "model_new.py", text: MODEL },
      { name: "kernel.cu", text: kernel(bodies[id]) },
    ],
  });

const stored: Record<string, string> = {
  "a-root": JSON.stringify({ language: "cuda", files: [{ name: "reference.py", text: REFERENCE }] }),
  "a-r1b0": candidate("r1b0"),
  "a-r1b2": candidate("r1b2"),
  "a-r2b0": candidate("r2b0"),
  "v-r1b0": JSON.stringify(okVerdict(19.1, 1.55, "search")),
  "v-r2b0": JSON.stringify(okVerdict(10.6, 2.8, "search")),
};

export const artifacts = (hash: string): string | undefined => stored[hash];

/** What the model was asked for the attempts that have a source. */
export const exchanges = (attempt: string): Exchange[] =>
  stored[`a-${attempt}`] === undefined || attempt === "root"
    ? []
    : [
        {
          call: "coder.0",
          prompt: `## system\n\nYou write CUDA kernels. ${HOSTILE}\n\n## user\n\nMake it faster. ${HOSTILE}`,
          reply: `{"explanation": "keep the row ${HOSTILE}"}`,
        },
      ];

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 9, 30, second)).toISOString();
const failedPromotion: Verdict = { status: "wrong", isolation, seconds: { correctness: 2 }, inputs: "hidden", problem: "outputs differ on hidden inputs" };

/** The whole run: two rounds, two promotions (one of them fails), a win. */
export const events: RunEvent[] = [
  {
    type: "started",
    at: at(0),
    version: 2,
    runId: "row_softmax-2026-11-21T09-30-00",
    task: "row_softmax",
    target: "cuda",
    language: "cuda",
    precision: "fp32",
    model: "some/model",
    mode: "live",
    settings: { attempts: 8, epsilon: 0.3 },
    seed: 7,
    limits: { tokens: 100_000, costUsd: null, gpuSeconds: null, seconds: null },
    price: { input: 1.25, output: 10, source: "a price list", date: "2026-07-24" },
    estimate: { attempts: 8, calls: 16, inputTokens: { low: 24_000, high: 200_000 }, outputTokens: 17_328, costUsd: { low: 0.2, high: 0.42 } },
    command: "kernelwright run evals/tasks/row_softmax.py --attempts 8 --seed 7",
  },
  {
    type: "prepared",
    at: at(30),
    baselines: {
      host,
      inputs: [{ name: "x", shape: [4096, 1024], dtype: "float32" }],
      outputs: [{ name: "0", shape: [4096, 1024], dtype: "float32" }],
      parameters: [],
      eager: time(29.7),
      rivals: [{ name: "compile", time: time(13.2), speedup: ratio(2.25), note: "" }],
      admission: [{ distribution: "shipped", usable: true, vacuous: [], precisionBlind: false, note: "" }],
      timedOn: "shipped",
      precisionBlind: false,
      floorBytes: 33_554_432,
      floorUs: 8.4,
      copyGBps: 3995,
      work: { flops: 2e8, track: "fp32", tflops: 50, computeUs: 4 },
      ceilings: { copyGBps: 3995, tflops: { fp32: 50, tf32: 390, bf16: 780 } },
      operators: [
        { name: "aten::div", calls: 10, us: 8.9, share: 0.31 },
        { name: "aten::exp", calls: 10, us: 7.1, share: 0.25 },
      ],
      seconds: 28.2,
    },
  },
  {
    type: "selected",
    at: at(31),
    round: 1,
    expansions: [
      { attempt: "r1b0", parent: "root", why: "the root is open" },
      { attempt: "r1b1", parent: "root", why: "the root is open" },
    ],
  },
  ...attempts.slice(0, 5).map((one, i): RunEvent => ({ type: "attempted", at: at(40 + 9 * i), attempt: one })),
  {
    type: "charged",
    at: at(60),
    charge: {
      by: "model",
      on: "r1b0.coder.0",
      seconds: 20,
      inputTokens: 30_000,
      cachedTokens: 0,
      outputTokens: 3684,
      counted: true,
      costUsd: 0.07434,
      gpuSeconds: 0,
    },
  },
  {
    type: "charged",
    at: at(75),
    charge: { by: "judge", on: "evaluate-1", seconds: 9, inputTokens: 0, cachedTokens: 0, outputTokens: 0, counted: true, costUsd: 0, gpuSeconds: 7.8 },
  },
  { type: "selected", at: at(80), round: 2, expansions: [{ attempt: "r2b0", parent: "r1b0", why: "the fastest so far" }] },
  ...attempts.slice(5).map((one, i): RunEvent => ({ type: "attempted", at: at(90 + 9 * i), attempt: one })),
  { type: "stopped", at: at(130), reason: "budget", detail: "8 of 8 attempts made" },
  { type: "promoted", at: at(150), attempt: "r2b0", verdict: okVerdict(10.7, 2.78, "promotion") },
  { type: "promoted", at: at(160), attempt: "r1b0", verdict: failedPromotion },
  { type: "finished", at: at(161), best: "r2b0", report: "report.html" },
];

/** The same run with one event's fields changed. */
export function changed<K extends RunEvent["type"]>(type: K, fields: Partial<Extract<RunEvent, { type: K }>>): RunEvent[] {
  return events.map((event) => (event.type === type ? { ...event, ...fields } : event));
}
