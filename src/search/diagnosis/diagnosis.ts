/** Rules that turn measurements into sentences. Agents read these sentences, never raw counters. */
import type { Attempt } from "../../run/attempt.ts";
import { type Gpu, isSamePlace } from "../../domain/hardware.ts";
import { numberText, percentText, type Time } from "../../domain/measure.ts";
import { type Diagnosis, type Floor, floorUnder, type KernelRow, type Profile, wayText } from "../../domain/profile.ts";
import type { Baselines } from "../../domain/protocol.ts";
import type { Policy } from "../../domain/settings.ts";
import { isOfMany, type OkVerdict, problemOf, profiledCall, type Verdict } from "../../domain/verdict.ts";
import { BUSY, boundOf, LAUNCH_US, unseenOf, waitsForHost } from "./bound.ts";
import { familyOf, HEAVY } from "../parts/operator-families.ts";
import { callLimits, roof } from "./call-rules.ts";
import { changesBetween } from "./profile-diff.ts";
import { cpuBound, cpuLimits, cpuRoof } from "./cpu-rules.ts";
import { gpuLimits } from "./gpu-rules.ts";
import { limitFrom, weighed } from "./limit.ts";
import type { Render } from "../../domain/render.ts";

/** Kernels with a smaller fraction of the time are ignored. */
const MAJOR = 0.15;

/**
 * The diagnosis of an attempt, from its verdict and its profile if it passed. `time` is the one that prompts and reports state for it: an
 * attempt's `time`, null for the verdict's own. `gpu` is its device, null on the CPU. With the parent's verdict it also lists the changes.
 */
export function diagnose(render: Render, verdict: Verdict, time: Pick<Time, "medianUs"> | null, gpu: Gpu | null, parent: Verdict | null = null): Diagnosis {
  const isBeside = parent?.status === "ok" && isSamePlace(parent.place, verdict.place); // times of two hosts are never compared
  if (verdict.status === "ok") return diagnosePassed(render, verdict, profiledCall(verdict, time).candidate, gpu, isBeside ? parent.profile : null);
  return {
    bound: verdict.status === "build_failed" ? "build" : "correctness",
    summary: `It does not pass: ${verdict.status}. ${problemOf(verdict)}`,
    solFraction: null,
    limits: [],
  };
}

/** The diagnosis of the reference, the first of every search: the operators that take its time. */
export function diagnoseReference(render: Render, baselines: Baselines): Diagnosis {
  const us = baselines.eager.medianUs;
  const floor = floorUnder(us, baselines);
  const listed = baselines.operators.slice(0, 6).map((row) => `${row.name} ${percentText(row.share)} (${row.calls} calls)`);
  const passes = baselines.operators.filter((row) => row.share > 0.05).length;
  const limits = passes > 1 ? [limitFrom(render, weighed(1, `${passes} separate passes`, listed.join("; "), "separate passes"))] : [];
  return {
    bound: referenceBound(baselines, floor),
    summary: `${floorSentence(us, baselines)} By operator: ${listed.join("; ") || "not known"}.`,
    ...nearness(us, baselines),
    limits,
  };
}

/** The bound of eager PyTorch far from its floor: compute if operators with much arithmetic take the time, else memory for intermediates. */
function referenceBound({ eager, host, operators }: Baselines, floor: ReturnType<typeof floorUnder>): Diagnosis["bound"] {
  if (floor.us / eager.medianUs >= BUSY) return floor.of;
  if (waitsForHost(eager, host.gpu) ?? eager.medianUs < LAUNCH_US) return "launch";
  const heavy = operators.filter(({ name }) => HEAVY.has(familyOf(name))).reduce((sum, { share }) => sum + share, 0);
  return heavy >= 0.5 ? "compute" : "memory";
}

function diagnosePassed(render: Render, verdict: OkVerdict, call: Time, gpu: Gpu | null, before: Profile | null): Diagnosis {
  const { medianUs: us } = call;
  const { profile } = verdict;
  if (!profile) return { bound: "unknown", summary: "It passes; there is no profile.", solFraction: null, limits: [] };
  const floor = floorUnder(us, profile);
  const unseen = unseenOf(profile, us);
  const bound = gpu || (us < LAUNCH_US && unseen === 0) ? boundOf(call, profile, gpu) : cpuBound(profile, floor.us / us, floor.of);
  const changes = changesBetween(before, profile);
  return {
    bound,
    summary: [
      ...ofShape(verdict),
      floorSentence(us, profile),
      ...hidden(bound === "launch" ? 0 : unseen),
      ...(bound === "unknown" ? unmeasured(profile) : []),
    ].join(" "),
    ...(isOfMany(verdict) ? { solFraction: null, floor: floor.of } : nearness(us, profile)),
    limits: limitsIn(render, profile, gpu, bound, us),
    ...(changes.length > 0 && { changes }),
  };
}

/** The fractions of the floors that a call of `us` microseconds reaches. */
function nearness(us: number, floors: Floor): Pick<Diagnosis, "solFraction" | "floor" | "neededFraction"> {
  const floor = floorUnder(us, floors);
  return { solFraction: floor.us / us, floor: floor.of, ...(floors.neededUs !== undefined && { neededFraction: floors.neededUs / us }) };
}

/** Which shape the profile is of, for a task with several. */
const ofShape = (verdict: OkVerdict): string[] => (isOfMany(verdict) ? [`Of the shape ${verdict.shapes![0]!.name}:`] : []);

/** The three heaviest limits of the call and its major kernels, each named once. A call at the roof has no other limit: all others promise a gain. */
function limitsIn(render: Render, profile: Profile, gpu: Gpu | null, bound: Diagnosis["bound"], us: number): Diagnosis["limits"] {
  const top = roof(profile, us) ?? (gpu ? null : cpuRoof(profile, us));
  if (top) return [limitFrom(render, top)];
  const shares = { share: floorUnder(us, profile).us / us, memoryShare: profile.floorUs / us };
  const major = unseenOf(profile, us) > 0 && bound !== "launch" ? [] : profile.kernels.filter((row) => row.share >= MAJOR);
  const compiledOf = (row: KernelRow) => profile.compiled.find(({ name }) => name === row.name);
  const ofKernels = major.flatMap((row) => gpuLimits({ row, compiled: compiledOf(row), profile, gpu, bound, ...shares }));
  const found = [...callLimits(profile, bound, us), ...(gpu ? ofKernels : cpuLimits(profile, bound, us))].toSorted((a, b) => b.weight - a.weight);
  const each = found.filter((limit, at) => found.findIndex(({ what }) => what === limit.what) === at);
  return each.slice(0, 3).map((limit) => limitFrom(render, limit));
}

/** Why nothing is said of what binds a call, where a reason is known. */
function unmeasured({ counting }: Profile): string[] {
  return counting?.by === "none" && counting.note !== "" ? [`Nothing was counted: ${counting.note}.`] : [];
}

/** What a reader must know of a call that spends this share of its time in code that the trace does not see. Launching explains that time itself. */
const hidden = (unseen: number): string[] =>
  unseen > 0 ? [`Most of the time (${percentText(unseen)}) is in code that the trace does not see, so nothing is said of its kernels.`] : [];

/** How far it is from the floor: "It runs at 41 % of the memory floor (134 MB moved once at 4310 GB/s take 31.1 us)." */
function floorSentence(us: number, from: Floor): string {
  const { of, us: least } = floorUnder(us, from);
  const { work, floorBytes, copyGBps } = from;
  const why =
    of === "compute" && work
      ? `${numberText(work.flops / 1e9)} GFLOP at ${numberText(work.tflops)} TFLOP/s ${wayText(work)}`
      : `${numberText(floorBytes / 1e6)} MB moved once at ${numberText(copyGBps)} GB/s`;
  return `It runs at ${percentText(least / us)} of the ${of} floor (${why} take ${numberText(least)} us).`;
}

/** The diagnosis of the attempt to be expanded, from the tree. */
export function diagnosisOf(render: Render, attempt: Attempt, baselines: Baselines): Diagnosis {
  return (
    attempt.diagnosis ??
    (attempt.status === "reference" ? diagnoseReference(render, baselines) : { bound: "correctness", summary: attempt.problem, solFraction: null, limits: [] })
  );
}

/** What bounds an attempt: its bottleneck, or that it is not correct. */
export function boundBefore({ diagnosis, status }: Attempt, baselines: Baselines): Diagnosis["bound"] {
  if (diagnosis) return diagnosis.bound;
  return status === "reference" ? referenceBound(baselines, floorUnder(baselines.eager.medianUs, baselines)) : "correctness";
}

/** The diagnosis for the agents: bugs always, profiles unless the policy hides them. */
export function diagnosisTold(render: Render, attempt: Attempt, baselines: Baselines, { profiles }: Policy): Diagnosis | null {
  const hasProfile = attempt.status === "ok" || attempt.status === "reference";
  return hasProfile && !profiles ? null : diagnosisOf(render, attempt, baselines);
}
