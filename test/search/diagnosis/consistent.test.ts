/** Over all recorded profiles, at their own times and at others: what a diagnosis says never contradicts itself or the time of the call. */
import { describe, expect, it } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { baselinesOf, readRecordedRun, recordedRuns, verdictOf } from "../../../evals/search/recorded-runs.ts";
import { gpuFor, type Gpu } from "../../../src/domain/hardware.ts";
import { percentText } from "../../../src/domain/measure.ts";
import { type Diagnosis, floorUnder, type Profile, type Work } from "../../../src/domain/profile.ts";
import { Reply } from "../../../src/domain/protocol.ts";
import { type OkVerdict, Verdict } from "../../../src/domain/verdict.ts";
import { jsonOf } from "../../../src/lib/json.ts";
import { diagnose, diagnosisOf } from "../../../src/search/diagnosis/diagnosis.ts";
import { renderPrompt } from "../../../src/tools/model/prompt.ts";
import { attempt } from "../../support/attempts.ts";
import { scratch } from "../../support/command.ts";
import { repository } from "../../support/places.ts";

interface Recorded {
  readonly name: string;
  readonly verdict: OkVerdict;
  readonly profile: Profile;
  readonly gpu: Gpu | null;
}

const profiled = (name: string, verdict: Verdict, gpu: Gpu | null): Recorded[] =>
  verdict.status === "ok" && verdict.profile ? [{ name, verdict, profile: verdict.profile, gpu }] : [];

/** The verdicts of the planted faults on an H200. */
function planted(): Recorded[] {
  const replies = readFileSync(join(repository, "evals", "profile", "h200.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => Reply.parse(JSON.parse(line)));
  const gpu = replies.flatMap((one) => (one.kind === "host" ? [one.host.gpu] : []))[0]!;
  return replies.flatMap((one) => (one.kind === "verdict" ? profiled(one.id, one.verdict, gpu) : []));
}

/** The verdicts of real searches on an H200. */
const searched = (): Recorded[] =>
  recordedRuns.flatMap((name) => {
    const run = readRecordedRun(name);
    return run.attempts.flatMap((one) => profiled(`${name} ${one.id}`, verdictOf(run, one), gpuFor("cuda", run.host)));
  });

/** The verdicts of the published run on a CPU. */
function published(folder: string): Recorded[] {
  execFileSync("tar", ["xzf", join(repository, "docs", "results", "runs", "row_softmax-cpu.tar.gz"), "-C", folder]);
  const artifacts = join(folder, "row_softmax-cpu", "artifacts");
  return readdirSync(artifacts).flatMap((name) => {
    const verdict = Verdict.safeParse(jsonOf(readFileSync(join(artifacts, name), "utf8"))).data;
    return verdict ? profiled(`row_softmax on a CPU ${name}`, verdict, null) : [];
  });
}

const all = [...planted(), ...searched(), ...published(scratch())];

/** The same call if it took a multiple of its time, and its floor and kernels too. */
function shortened({ profile, ...one }: Recorded, us: number): Recorded {
  const scale = us / one.verdict.candidate.medianUs;
  const kernels = profile.kernels.map((row) => ({ ...row, us: row.us * scale }));
  const { work } = profile;
  return {
    ...one,
    verdict: { ...one.verdict, candidate: { ...one.verdict.candidate, medianUs: us } },
    profile: { ...profile, kernels, floorUs: profile.floorUs * scale, ...(work && { work: { ...work, computeUs: work.computeUs * scale } }) },
  };
}

const SHARES = [0.02, 0.1, 0.3, 0.36, 0.5, 0.59, 0.61, 0.7, 0.84, 0.86, 0.97, 1.2];

/** A recorded call with other work, in less time, and at many distances from its floor. */
function variants(recorded: Recorded): { profile: Profile; us: number }[] {
  const work = (track: Work["track"], by: Work["track"], products: number): Work => {
    const computeUs = 2 * recorded.profile.floorUs;
    return { flops: computeUs * 1e8, track, tflops: 100, computeUs, by, products };
  };
  const works = [work("fp32", "fp16", 3), work("bf16", "bf16", 1)].map((one) => ({ ...recorded, profile: { ...recorded.profile, work: one } }));
  const calls = [recorded, ...works, shortened(recorded, 12)];
  return calls.flatMap(({ profile, verdict }) => [
    { profile, us: verdict.candidate.medianUs },
    { profile, us: 10 * verdict.candidate.medianUs }, // the trace sees a tenth
    ...SHARES.map((share) => {
      const us = floorUnder(Infinity, profile).us / share;
      const kernels = profile.kernels.map((row) => ({ ...row, us: (row.us * us) / verdict.candidate.medianUs }));
      return { profile: { ...profile, kernels }, us };
    }),
  ]);
}

/** The classes that a limit fits, where it does not fit all. */
const fits: Record<string, Diagnosis["bound"][]> = {
  launching: ["launch"],
  "many short kernels": ["launch"],
  "memory traffic": ["memory"],
  "far from the memory floor": ["compute"],
  "the same bytes read again and again": ["memory"],
  "waiting for memory": ["latency"],
  "idle threads": ["latency"],
  "threads in each other's way": ["latency"],
  "occupancy limited by registers": ["latency", "unknown"],
  "occupancy limited by shared memory": ["latency", "unknown"],
  "occupancy limited by block size": ["latency", "unknown"],
};

/** The limits that rest on facts of the whole call, which hold where the trace does not see the kernels. */
const ofCalls = new Set(["at the roof", "memory traffic", "far from the memory floor", "idle threads", "threads in each other's way"]);
for (const name of ["strided access", "scalar code", "page faults", "possible aliasing", "loops the compiler did not vectorize"]) ofCalls.add(name);

/** Pairs of limits of which one denies the other. At the roof nothing is left, and every other limit promises a gain. */
function areContradictory(one: string, other: string): boolean {
  if (one === other) return false;
  if (one === "at the roof" || other === "at the roof") return true;
  const [mine, theirs] = [fits[one], fits[other]];
  return mine !== undefined && theirs !== undefined && !mine.some((bound) => theirs.includes(bound));
}

function expectConsistent(found: Diagnosis, profile: Profile, us: number): void {
  const floor = floorUnder(us, profile);
  const share = floor.us / us;
  expect(found.solFraction).toBeCloseTo(share);
  expect(found.summary).toContain(`${percentText(share)} of the ${floor.of} floor`);
  if (share >= 0.6) expect(found.bound).toBe(floor.of);
  const names = found.limits.map(({ what }) => what);
  for (const name of names) {
    if (fits[name]) expect([name, fits[name]]).toEqual([name, expect.arrayContaining([found.bound])]);
    expect([name, names.filter((other) => areContradictory(name, other))]).toEqual([name, []]);
  }
  if (found.summary.includes("that the trace does not see")) {
    expect(found.bound).not.toBe("launch");
    expect(names.filter((name) => !ofCalls.has(name))).toEqual([]);
  }
  if (names.includes("at the roof")) expect(share).toBeGreaterThanOrEqual(0.6);
  if (names.includes("far from the memory floor")) expect(profile.floorUs / us).toBeLessThan(0.6);
  const times = /([\d.]+) times as many as it must/.exec(found.limits.find((one) => one.what === "uncoalesced access")?.evidence ?? "")?.[1];
  if (times !== undefined) expect((Number(times) * profile.floorUs) / us).toBeLessThanOrEqual(1.25);
}

describe("a diagnosis of a recorded profile", () => {
  it.each(all)("$name: no two of its statements contradict each other, whatever the call took", (recorded) => {
    for (const { profile, us } of variants(recorded))
      expectConsistent(diagnose(renderPrompt, { ...recorded.verdict, profile }, { medianUs: us }, recorded.gpu), profile, us);
  });

  it("covers planted faults, real searches and a CPU", () => {
    expect(all.length).toBeGreaterThan(40);
    expect(all.filter(({ gpu }) => gpu === null).length).toBeGreaterThan(4);
  });

  it("meets every class, and calls at the roof", () => {
    const found = all.flatMap((recorded) =>
      variants(recorded).map(({ profile, us }) => diagnose(renderPrompt, { ...recorded.verdict, profile }, { medianUs: us }, recorded.gpu)),
    );
    expect(new Set(found.map(({ bound }) => bound))).toEqual(new Set(["memory", "compute", "latency", "launch", "unknown"]));
    expect(found.filter(({ limits }) => limits[0]?.what === "at the roof").length).toBeGreaterThan(100);
    expect(found.filter(({ summary }) => summary.includes("that the trace does not see")).length).toBeGreaterThan(100);
    expect(found.some(({ limits }) => limits.some(({ what }) => what === "tensor cores not used for split operands"))).toBe(true);
  });
});

describe("a diagnosis of the reference", () => {
  it.each(recordedRuns)("%s: is compute-bound if heavy operators take its time", (name) => {
    const baselines = baselinesOf(readRecordedRun(name));
    expect(diagnosisOf(renderPrompt, attempt("root", null, 100), baselines).bound).toBe("compute");
    const streams = { ...baselines, operators: [{ name: "aten::mul", calls: 3, us: 100, share: 1 }] };
    expect(diagnosisOf(renderPrompt, attempt("root", null, 100), streams).bound).toBe("memory");
  });
});
