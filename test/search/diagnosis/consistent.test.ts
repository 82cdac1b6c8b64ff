/** Over all recorded profiles of an H200: what a diagnosis says never contradicts itself or the time of the call. */
import { describe, expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { baselinesOf, readRecordedRun, recordedRuns, verdictOf } from "../../../evals/search/recorded-runs.ts";
import { gpuFor, type Gpu } from "../../../src/domain/hardware.ts";
import { percentText } from "../../../src/domain/measure.ts";
import { type Diagnosis, floorUnder } from "../../../src/domain/profile.ts";
import { Reply } from "../../../src/domain/protocol.ts";
import type { OkVerdict } from "../../../src/domain/verdict.ts";
import { diagnose, diagnosisOf } from "../../../src/search/diagnosis/diagnosis.ts";
import { renderPrompt } from "../../../src/tools/model/prompt.ts";
import { attempt } from "../../support/attempts.ts";
import { repository } from "../../support/places.ts";

interface Recorded {
  readonly name: string;
  readonly verdict: OkVerdict;
  readonly gpu: Gpu | null;
}

const planted = readFileSync(join(repository, "evals", "profile", "h200.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => Reply.parse(JSON.parse(line)));
const host = planted.flatMap((one) => (one.kind === "host" ? [one.host] : []))[0]!;
const all: Recorded[] = [
  ...planted.flatMap((one) => (one.kind === "verdict" && one.verdict.status === "ok" ? [{ name: one.id, verdict: one.verdict, gpu: host.gpu }] : [])),
  ...recordedRuns.flatMap((name) => {
    const run = readRecordedRun(name);
    return run.attempts.flatMap((one) => {
      const verdict = verdictOf(run, one);
      return verdict.status === "ok" ? [{ name: `${name} ${one.id}`, verdict, gpu: gpuFor("cuda", run.host) }] : [];
    });
  }),
].filter(({ verdict }) => verdict.profile !== null);

const has = ({ limits }: Diagnosis, what: string): boolean => limits.some((one) => one.what === what);

describe("a diagnosis of a recorded profile", () => {
  it.each(all)("$name: is consistent about the speed of light, the bound and the limits", ({ verdict, gpu }) => {
    const found = diagnose(renderPrompt, verdict, gpu);
    const us = verdict.candidate.medianUs;
    const floor = floorUnder(us, verdict.profile!);
    const share = floor.us / us;
    expect(found.solFraction).toBeCloseTo(share);
    expect(found.summary).toContain(`${percentText(share)} of the ${floor.of} floor`);
    if (share >= 0.6 && found.bound !== "launch") expect(found.bound).toBe(floor.of);
    if (has(found, "at the roof")) expect(share).toBeGreaterThanOrEqual(0.6);
    if (has(found, "far from the memory floor")) expect(share).toBeLessThan(0.6);
    const times = /([\d.]+) times as many as it must/.exec(found.limits.find((one) => one.what === "uncoalesced access")?.evidence ?? "")?.[1];
    if (times !== undefined) expect(Number(times) * share).toBeLessThanOrEqual(1.25);
  });

  it("covers planted faults and real searches", () => {
    expect(all.length).toBeGreaterThan(30);
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
