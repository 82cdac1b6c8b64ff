/**
 * Real runs on an H200: sources, plans, times and profiles of every attempt. The prompt bench renders their prompts again. The tasks are
 * our own modules of the same shapes. The record lacks the original prompts and the promotion verdicts.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { Candidate } from "../../src/domain/candidate.ts";
import { Host } from "../../src/domain/hardware.ts";
import { KernelRow } from "../../src/domain/profile.ts";
import { Baselines } from "../../src/domain/protocol.ts";
import { Verdict } from "../../src/domain/verdict.ts";
import { Plan } from "../../src/run/attempt.ts";

const RecordedAttempt = z.object({
  id: z.string(),
  parent: z.string(),
  role: z.enum(["coder", "repairer"]),
  status: z.string(),
  plan: Plan.nullable(),
  explanation: z.string(),
  problem: z.string(),
  speedup: z.tuple([z.number(), z.number(), z.number()]).nullable().describe("median, low, high"),
  us: z.number().nullable(),
  kernels: z.array(KernelRow),
  compiled: z.array(z.object({ name: z.string(), registers: z.number().nullable(), spillBytes: z.number() })),
  files: Candidate.shape.files,
});
export type RecordedAttempt = z.infer<typeof RecordedAttempt>;

const RecordedRun = z.object({
  task: z.object({ name: z.string(), source: z.string() }),
  eagerUs: z.number(),
  floor: z.object({ floorBytes: z.number(), floorUs: z.number(), copyGBps: z.number() }),
  operators: z.array(KernelRow),
  host: Host,
  attempts: z.array(RecordedAttempt),
});
export type RecordedRun = z.infer<typeof RecordedRun>;

export const recordedRuns = ["conv3d_max_logsumexp_relu", "depthwise_conv2d", "causal_self_attention"] as const;

export function readRecordedRun(name: (typeof recordedRuns)[number]): RecordedRun {
  return RecordedRun.parse(JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, "recorded", `${name}.json.gz`))).toString("utf8")));
}

const time = (us: number) => ({ medianUs: us, lowUs: us, highUs: us, samples: 24 });

export function baselinesOf({ eagerUs, floor, operators, host }: RecordedRun): Baselines {
  return Baselines.parse({
    host,
    inputs: [],
    outputs: [],
    parameters: [],
    eager: time(eagerUs),
    rivals: [],
    admission: [],
    timedOn: "as given",
    precisionBlind: false,
    ...floor,
    ceilings: { copyGBps: floor.copyGBps, tflops: { fp32: 51.5, tf32: 407, bf16: 767, fp16: 745 } },
    operators,
    seconds: 20,
  });
}

/** The verdict that an attempt got, as far as it was kept. */
export function verdictOf({ floor, eagerUs, host }: RecordedRun, attempt: RecordedAttempt): Verdict {
  const common = { isolation: host.isolation, seconds: { build: 1, correctness: 1, timing: 1 } };
  if (attempt.speedup === null || attempt.us === null) {
    const inputs = attempt.problem.includes("hidden") ? "hidden" : "public";
    return Verdict.parse({ ...common, status: attempt.status, inputs, problem: attempt.problem, compiler: "nvcc", diagnostics: attempt.problem });
  }
  const [median, low, high] = attempt.speedup;
  const compiled = attempt.compiled.map((one) => ({ ...one, sharedBytes: null }));
  return Verdict.parse({
    ...common,
    status: "ok",
    tier: "search",
    candidate: time(attempt.us),
    baseline: time(eagerUs),
    speedup: { median, low, high, samples: 24 },
    comparison: "faster",
    noiseBand: 0.05,
    rivals: [],
    checkedCalls: 36,
    errorShare: 0.4,
    deterministic: true,
    precisionBlind: false,
    parameters: "loaded",
    profile: { ...floor, kernels: attempt.kernels, peakBytes: null, deviceUs: null, compiled, remarks: [] },
  });
}
