/** Rules that turn what was measured into words. Agents read these, never raw counters. */
import type { Attempt } from "../domain/attempt.ts";
import type { Gpu } from "../domain/host.ts";
import { numberText, percentText } from "../domain/measure.ts";
import { type Diagnosis, type Floor, floorUnder, type Profile } from "../domain/profile.ts";
import type { Baselines } from "../domain/protocol.ts";
import type { Policy } from "../domain/settings.ts";
import { problemOf, type OkVerdict, type Verdict } from "../domain/verdict.ts";
import { boundOf, LAUNCH_US } from "./bound.ts";
import { callLimits } from "./call-limits.ts";
import { changesBetween } from "./changes.ts";
import { cpuBound, cpuLimits } from "./cpu-limits.ts";
import { limitsOf } from "./kernel-limits.ts";

/** Kernels with less of the time than this are not looked into. */
const MAJOR = 0.15;

/**
 * What holds an attempt back, from its verdict (and profile, where it passed). `gpu` is what it ran on, null on the CPU; with the
 * verdict of its parent it also says what changed.
 */
export function diagnose(verdict: Verdict, gpu: Gpu | null, parent: Verdict | null = null): Diagnosis {
  if (verdict.status === "ok") return diagnosePassed(verdict, gpu, parent?.status === "ok" ? parent.profile : null);
  return {
    bound: verdict.status === "build_failed" ? "build" : "correctness",
    summary: `It does not pass: ${verdict.status}. ${problemOf(verdict)}`,
    shareOfFloor: null,
    limits: [],
  };
}

/** What the reference spends its time on; the first diagnosis of every search. */
function diagnoseReference(baselines: Baselines): Diagnosis {
  const us = baselines.eager.medianUs;
  const floor = floorUnder(us, baselines);
  const listed = baselines.operators.slice(0, 6).map((row) => `${row.name} ${percentText(row.share)} (${row.calls} calls)`);
  const passes = baselines.operators.filter((row) => row.share > 0.05).length;
  const limits =
    passes > 1 ? [{ what: `${passes} separate passes`, evidence: listed.join("; "), moves: "fuse them so that intermediates stay in registers or cache" }] : [];
  return {
    bound: boundOf(us, { ...baselines, kernels: [], compiled: [] }, null),
    summary: `${floorSentence(us, baselines)} By operator: ${listed.join("; ") || "not known"}.`,
    shareOfFloor: floor.us / us,
    floor: floor.of,
    limits,
  };
}

function diagnosePassed({ profile, candidate }: OkVerdict, gpu: Gpu | null, before: Profile | null): Diagnosis {
  if (!profile) return { bound: "unknown", summary: "It passes; there is no profile.", shareOfFloor: null, limits: [] };
  const us = candidate.medianUs;
  const floor = floorUnder(us, profile);
  const bound = gpu || us < LAUNCH_US ? boundOf(us, profile, gpu) : cpuBound(profile, floor.us / us);
  const changes = changesBetween(before, profile);
  return {
    bound,
    summary: floorSentence(us, profile),
    shareOfFloor: floor.us / us,
    floor: floor.of,
    limits: limitsIn(profile, gpu, bound, us),
    ...(changes.length > 0 && { changes }),
  };
}

/** The three heaviest limits of the call and its major kernels, each named once. */
function limitsIn(profile: Profile, gpu: Gpu | null, bound: Diagnosis["bound"], us: number): Diagnosis["limits"] {
  const share = floorUnder(us, profile).us / us;
  const major = profile.kernels.filter((row) => row.share >= MAJOR);
  const ofKernels = major.flatMap((row) => limitsOf({ row, compiled: profile.compiled.find(({ name }) => name === row.name), profile, gpu, bound, share }));
  const weighed = [...callLimits(profile, bound, us), ...(gpu ? ofKernels : cpuLimits(profile, share))]
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ limit }) => limit);
  return weighed.filter((limit, at) => weighed.findIndex(({ what }) => what === limit.what) === at).slice(0, 3);
}

/** How far it is from the floor: "It runs at 41 % of the memory floor (134 MB moved once at 4310 GB/s take 31.1 us)." */
function floorSentence(us: number, from: Floor): string {
  const { of, us: least } = floorUnder(us, from);
  const { work, floorBytes, copyGBps } = from;
  const why =
    of === "compute" && work
      ? `${numberText(work.flops / 1e9)} GFLOP at ${numberText(work.tflops)} TFLOP/s in ${work.track}`
      : `${numberText(floorBytes / 1e6)} MB moved once at ${numberText(copyGBps)} GB/s`;
  return `It runs at ${percentText(least / us)} of the ${of} floor (${why} take ${numberText(least)} us).`;
}

/** The diagnosis of the attempt to be grown, from the tree. */
export function diagnosisOf(attempt: Attempt, baselines: Baselines): Diagnosis {
  return (
    attempt.diagnosis ??
    (attempt.status === "reference" ? diagnoseReference(baselines) : { bound: "correctness", summary: attempt.problem, shareOfFloor: null, limits: [] })
  );
}

/** What the agents are told of it: a bug always, a profile unless the policy keeps profiles from them. */
export function diagnosisTold(attempt: Attempt, baselines: Baselines, { profiles }: Policy): Diagnosis | null {
  const hasProfile = attempt.status === "ok" || attempt.status === "reference";
  return hasProfile && !profiles ? null : diagnosisOf(attempt, baselines);
}
