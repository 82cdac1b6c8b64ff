/**
 * The result of a run as facts for all reports: the winner, the path to it, and the cost.
 * notes.ts has the caveats as text.
 */
import { jsonOf } from "../../lib/json.ts";
import type { Attempt } from "../../run/attempt.ts";
import { type Ratio, type Alternative, eagerLabel, type Time } from "../../domain/measure.ts";
import { type Floor, floorUnder } from "../../domain/profile.ts";
import type { RunRecord } from "../../run/events.ts";
import { Verdict, type OkVerdict } from "../../domain/verdict.ts";
import { type Baseline, baselinesOf, eagerAlone, strongestOf } from "./baselines.ts";

/** Looks up an artifact's text by its hash. Undefined if it is missing. */
export type Artifacts = (hash: string) => string | undefined;

type Standing = "win" | "tie" | "loss";

export type Outcome = {
  /** the winner, or the fastest so far in an unfinished run */
  readonly best: Attempt | null;
  /** promotion's verdict, or else the search's; null if neither is readable */
  readonly verdict: OkVerdict | null;
  readonly promoted: boolean;
  readonly time: Time | null;
  readonly speedup: Ratio | null;
  /** eager PyTorch as measured beside the winner, else when the run began: the one time that the report states for it */
  readonly eager: Time | null;
  /** what eager is called on the run's precision track */
  readonly eagerName: string;
  /** the baselines that the winner was measured against, the strongest first */
  readonly baselines: readonly Baseline[];
  /** the fastest of them: the report leads with it */
  readonly strongest: (Baseline & { readonly standing: Standing }) | null;
  /** torch.compile as measured beside the winner */
  readonly compiled: Alternative | null;
  /** the position of the 95 % interval of the speedup over eager: above 1, around it, or below */
  readonly standing: Standing | "none";
  /** floor time / measured time */
  readonly solFraction: number | null;
  /** which floor that is */
  readonly floor: "memory" | "compute";
};

/** The outcome of a run; without the search's verdict artifacts it rests on promotion and on the attempts themselves. */
export function outcomeOf(record: RunRecord, artifacts: Artifacts): Outcome {
  const best = bestOf(record);
  const promotion = record.promotions.find((one) => one.attempt === best?.id)?.verdict;
  const promoted = promotion?.status === "ok";
  const verdict = promoted ? promotion : best && searchedOf(best, record, artifacts);
  const time = verdict?.candidate ?? best?.time ?? null;
  const speedup = verdict?.speedup ?? best?.speedup ?? null;
  return {
    best,
    verdict,
    promoted,
    time,
    speedup,
    eager: verdict?.baseline ?? record.baselines?.eager ?? null,
    eagerName: eagerLabel[record.started.precision],
    ...measuredAgainst(verdict, speedup, record),
    compiled: verdict?.rivals.find(({ name }) => name === "compile") ?? null,
    standing: speedup ? standingOf(speedup) : "none",
    ...nearness(time, floorsOf(verdict, record.baselines)),
  };
}

/** The floors of a verdict's time: those of its profile, and of a task with several shapes those over all of them. */
export function floorsOf(verdict: OkVerdict | null, baselines: RunRecord["baselines"]): Floor | null {
  return (verdict?.shapes ? null : verdict?.profile) ?? baselines;
}

function measuredAgainst(verdict: OkVerdict | null, speedup: Ratio | null, { incumbents, started }: RunRecord): Pick<Outcome, "baselines" | "strongest"> {
  const alone = speedup ? [eagerAlone(speedup, started.precision)] : [];
  const baselines = verdict ? baselinesOf(verdict, started.precision, incumbents) : alone;
  const strongest = strongestOf(baselines);
  return { baselines, strongest: strongest && { ...strongest, standing: standingOf(strongest.speedup) } };
}

/** The fraction of speed of light of a time, and the floor that it refers to. The fraction is null if either is unknown. */
export function nearness(time: Time | null, known: Floor | null): Pick<Outcome, "solFraction" | "floor"> {
  if (!time || !known) return { solFraction: null, floor: "memory" };
  const floor = floorUnder(time.medianUs, known);
  return { solFraction: floor.us / time.medianUs, floor: floor.of };
}

function bestOf(record: RunRecord): Attempt | null {
  const candidates = record.attempts.filter((attempt) => attempt.role !== "reference");
  if (record.finished) return candidates.find((attempt) => attempt.id === record.finished?.best) ?? null;
  return candidates.filter((one) => one.time !== null).toSorted((a, b) => (b.speedup?.median ?? 0) - (a.speedup?.median ?? 0))[0] ?? null;
}

function standingOf(speedup: Ratio): Standing {
  if (speedup.low > 1) return "win";
  return speedup.high < 1 ? "loss" : "tie";
}

/** The search's verdict on an attempt. Null if it is missing or unreadable. */
export function verdictOf(attempt: Attempt, artifacts: Artifacts): Verdict | null {
  const text = attempt.verdict === null ? undefined : artifacts(attempt.verdict);
  return text === undefined ? null : (Verdict.safeParse(jsonOf(text)).data ?? null);
}

/** The search's verdict on a passing attempt, with the attempt's time and speedup: a report states one time for it. Null if it is unreadable. */
export function searchedOf(attempt: Attempt, { baselines }: RunRecord, artifacts: Artifacts): OkVerdict | null {
  const verdict = verdictOf(attempt, artifacts);
  if (verdict?.status !== "ok") return null;
  const { time, speedup } = attempt;
  return time && speedup && baselines ? { ...verdict, candidate: time, speedup, baseline: baselines.eager } : verdict;
}

/** The attempts from the root's child to `last`, oldest first. */
export function pathTo(last: Attempt | null, attempts: readonly Attempt[]): readonly Attempt[] {
  const known = new Map(attempts.map((one) => [one.id, one]));
  const path = new Set<Attempt>();
  for (let step = last ?? undefined; step && step.role !== "reference" && !path.has(step); step = known.get(step.parent ?? "")) path.add(step);
  return [...path].toReversed();
}

export function parentOf(attempt: Attempt, attempts: readonly Attempt[]): Attempt | null {
  return attempts.find((other) => other.id === attempt.parent) ?? null;
}

/** The number of attempts per status, most frequent first, without the reference. */
export function countsOf(attempts: readonly Attempt[]): readonly (readonly [Attempt["status"], number])[] {
  const counts = new Map<Attempt["status"], number>();
  for (const { role, status } of attempts) if (role !== "reference") counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1]);
}

/** The total cost of the attempts: model tokens, and seconds of the model and of the judge. The seconds overlap. */
export function spentOn(attempts: readonly Attempt[]): { tokens: number; modelSeconds: number; judgeSeconds: number } {
  const sum = (of: (attempt: Attempt) => number) => attempts.reduce((total, attempt) => total + of(attempt), 0);
  return { tokens: sum((a) => a.tokens), modelSeconds: sum((a) => a.modelSeconds), judgeSeconds: sum((a) => a.judgeSeconds) };
}
