/** A handwritten run record: six attempts on row_softmax, with one win and several kinds of failure. */
import type { Attempt } from "../../src/run/attempt.ts";
import type { Exchange } from "../../src/report/run/exchange.ts";
import type { RunEvent } from "../../src/run/events.ts";
import type { Verdict } from "../../src/domain/verdict.ts";
import { bodies, diagnosis, host, HOSTILE, isolation, kernel, MODEL, okVerdict, ratio, REFERENCE, time } from "./fixture-parts.ts";

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
    diagnosis: { ...diagnosis, summary: "Little is left.", solFraction: 0.79, limits: [] },
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

/** The prompts of the attempts that have a source. */
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
