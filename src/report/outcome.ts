/**
 * What a run came to, as facts that every report shares: the winner, the way to it, what was spent.
 * No wording and no layout; caveats in words are in notes.ts.
 */
import { jsonOf } from "../domain/json.ts";
import type { Attempt } from "../domain/attempt.ts";
import type { Ratio, Rival, Time } from "../domain/measure.ts";
import { type Floor, floorUnder } from "../domain/profile.ts";
import type { RunRecord } from "../domain/run-record.ts";
import { Verdict, type OkVerdict } from "../domain/verdict.ts";

/** Looks an artifact's text up by its hash; undefined where it is gone. */
export type Artifacts = (hash: string) => string | undefined;

export type Outcome = {
  /** the winner, or the fastest so far of a run that has not finished */
  readonly best: Attempt | null;
  /** promotion's verdict where there is one, else the search's; null where neither can be read */
  readonly verdict: OkVerdict | null;
  readonly promoted: boolean;
  readonly time: Time | null;
  readonly speedup: Ratio | null;
  /** torch.compile as measured beside the winner */
  readonly compiled: Rival | null;
  /** whether the 95 % interval of the speedup lies above 1, around it, or below */
  readonly standing: "win" | "tie" | "loss" | "none";
  /** floor time / measured time */
  readonly shareOfFloor: number | null;
  /** which floor that is */
  readonly floor: "memory" | "compute";
};

/** The outcome of a run; without the search's verdict artifacts it rests on promotion and on the attempts themselves. */
export function outcomeOf(record: RunRecord, artifacts: Artifacts): Outcome {
  const best = bestOf(record);
  const promotion = record.promotions.find((one) => one.attempt === best?.id)?.verdict;
  const searched = best ? verdictOf(best, artifacts) : null;
  const promoted = promotion?.status === "ok";
  const verdict = promoted ? promotion : searched?.status === "ok" ? searched : null;
  const time = verdict?.candidate ?? best?.time ?? null;
  const speedup = verdict?.speedup ?? best?.speedup ?? null;
  return {
    best,
    verdict,
    promoted,
    time,
    speedup,
    compiled: verdict?.rivals.find(({ name }) => name === "compile") ?? null,
    standing: speedup ? standingOf(speedup) : "none",
    ...nearness(time, verdict?.profile ?? record.baselines),
  };
}

/** How near a time comes to the floor that it is held against; a share of null where either is unknown. */
export function nearness(time: Time | null, known: Floor | null): Pick<Outcome, "shareOfFloor" | "floor"> {
  if (!time || !known) return { shareOfFloor: null, floor: "memory" };
  const floor = floorUnder(time.medianUs, known);
  return { shareOfFloor: floor.us / time.medianUs, floor: floor.of };
}

function bestOf(record: RunRecord): Attempt | null {
  const candidates = record.attempts.filter((attempt) => attempt.role !== "reference");
  if (record.finished) return candidates.find((attempt) => attempt.id === record.finished?.best) ?? null;
  return candidates.filter((one) => one.time !== null).toSorted((a, b) => (b.speedup?.median ?? 0) - (a.speedup?.median ?? 0))[0] ?? null;
}

function standingOf(speedup: Ratio): "win" | "tie" | "loss" {
  if (speedup.low > 1) return "win";
  return speedup.high < 1 ? "loss" : "tie";
}

/** The verdict that the search gave an attempt; null where it has none or the artifact cannot be read. */
export function verdictOf(attempt: Attempt, artifacts: Artifacts): Verdict | null {
  const text = attempt.verdict === null ? undefined : artifacts(attempt.verdict);
  return text === undefined ? null : (Verdict.safeParse(jsonOf(text)).data ?? null);
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

/** How many attempts ended in each status, most frequent first; the reference is not an attempt. */
export function countsOf(attempts: readonly Attempt[]): readonly (readonly [Attempt["status"], number])[] {
  const counts = new Map<Attempt["status"], number>();
  for (const { role, status } of attempts) if (role !== "reference") counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1]);
}

/** What the attempts cost in all: model tokens, and seconds that the model and the judge worked (they overlap). */
export function spentOn(attempts: readonly Attempt[]): { tokens: number; modelSeconds: number; judgeSeconds: number } {
  const sum = (of: (attempt: Attempt) => number) => attempts.reduce((total, attempt) => total + of(attempt), 0);
  return { tokens: sum((a) => a.tokens), modelSeconds: sum((a) => a.modelSeconds), judgeSeconds: sum((a) => a.judgeSeconds) };
}
