/** Rules that turn what was measured into words. Agents read these, never raw counters. */
import type { Attempt } from "../domain/attempt.ts";
import type { Diagnosis, KernelRow, Profile } from "../domain/profile.ts";
import type { Baselines } from "../domain/protocol.ts";
import { problemOf, type OkVerdict, type Verdict } from "../domain/verdict.ts";

/** At this share of the memory floor and above, moving fewer bytes or moving them better is all that is left. */
const MEMORY_BOUND = 0.6;
/** A call this short is dominated by launching it. */
const LAUNCH_US = 15;

/** What holds an attempt back, from its verdict (and profile, where it passed). */
export function diagnose(verdict: Verdict): Diagnosis {
  if (verdict.status === "ok") return diagnosePassed(verdict);
  return {
    bound: verdict.status === "build_failed" ? "build" : "correctness",
    summary: `It does not pass: ${verdict.status}. ${problemOf(verdict)}`,
    shareOfFloor: null,
    limits: [],
  };
}

/** What the reference spends its time on; the first diagnosis of every search. */
export function diagnoseReference(baselines: Baselines): Diagnosis {
  const share = baselines.floorUs / baselines.eager.medianUs;
  const listed = baselines.operators.slice(0, 6).map((row) => `${row.name} ${percent(row.share)} (${row.calls} calls)`);
  const passes = baselines.operators.filter((row) => row.share > 0.05).length;
  const limits =
    passes > 1 ? [{ what: `${passes} separate passes`, evidence: listed.join("; "), moves: "fuse them so that intermediates stay in registers or cache" }] : [];
  return {
    bound: boundOf(share, baselines.eager.medianUs),
    summary: `${floorSentence(share, baselines)} By operator: ${listed.join("; ") || "not known"}.`,
    shareOfFloor: share,
    limits,
  };
}

function diagnosePassed(verdict: OkVerdict): Diagnosis {
  const profile = verdict.profile;
  if (!profile) return { bound: "unknown", summary: "It passes; there is no profile.", shareOfFloor: null, limits: [] };
  const us = verdict.candidate.medianUs;
  const share = profile.floorUs / us;
  const bound = boundOf(share, us);
  return {
    bound,
    summary: floorSentence(share, profile),
    shareOfFloor: share,
    limits: [...compilerLimits(profile), ...kernelLimits(profile, bound, us)].slice(0, 3),
  };
}

function boundOf(share: number, us: number): Diagnosis["bound"] {
  if (us < LAUNCH_US) return "launch";
  return share >= MEMORY_BOUND ? "memory" : "compute";
}

function compilerLimits(profile: Profile): Diagnosis["limits"] {
  const spills = profile.compiled
    .filter((kernel) => (kernel.spillBytes ?? 0) > 0)
    .map((kernel) => ({
      what: "register spills",
      evidence: `${kernel.name}: ${kernel.spillBytes} bytes`,
      moves: "smaller tiles per thread, fewer live values, launch bounds",
    }));
  const missed = profile.remarks.filter((remark) => /missed|couldn't|not vectorized/i.test(remark)).slice(0, 3);
  const loops =
    missed.length > 0
      ? [
          {
            what: "loops the compiler did not vectorize",
            evidence: missed.join("; "),
            moves: "restrict pointers, simple trip counts, no calls or branches in the loop, explicit SIMD",
          },
        ]
      : [];
  return [...spills, ...loops];
}

function kernelLimits(profile: Profile, bound: Diagnosis["bound"], us: number): Diagnosis["limits"] {
  const rows = profile.kernels.slice(0, 4);
  const shown = rows.map((row: KernelRow) => `${row.name} ${percent(row.share)}`).join("; ");
  const limits: Diagnosis["limits"] =
    rows.length > 1
      ? [{ what: `${profile.kernels.length} kernels per call`, evidence: shown, moves: "fuse neighbours; speed up the one with the largest share first" }]
      : [];
  if (bound === "compute")
    limits.push({
      what: "far from the memory floor",
      evidence: shown || "a single pass",
      moves: "more parallelism, vector instructions or tensor cores, fewer passes over the data, cheaper special functions",
    });
  if (bound === "memory")
    limits.push({
      what: "memory traffic",
      evidence: `${percent(profile.floorUs / us)} of the floor`,
      moves: "wider loads, each byte read once, no temporary tensors",
    });
  return limits;
}

function floorSentence(share: number, from: { floorUs: number; copyGBps: number; floorBytes: number }): string {
  const megabytes = (from.floorBytes / 1e6).toPrecision(3);
  return `It runs at ${percent(share)} of the memory floor (${megabytes} MB moved once at ${from.copyGBps.toPrecision(3)} GB/s take ${from.floorUs.toPrecision(3)} us).`;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** The diagnosis of the attempt to be grown, from the tree. */
export function diagnosisOf(attempt: Attempt, baselines: Baselines): Diagnosis {
  return (
    attempt.diagnosis ??
    (attempt.status === "reference" ? diagnoseReference(baselines) : { bound: "correctness", summary: attempt.problem, shareOfFloor: null, limits: [] })
  );
}
