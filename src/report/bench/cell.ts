/** One run as a cell of a bench: its best kernel, the speedup with its evidence, and the cost. table.ts makes the tables. */
import { type Attempt, isCounted } from "../../run/attempt.ts";
import type { Against, BenchCell, BenchSpeed } from "../../domain/bench.ts";
import { hashOf } from "../../lib/hash.ts";
import type { Ratio } from "../../domain/measure.ts";
import type { RunRecord } from "../../run/events.ts";
import type { Settings } from "../../domain/settings.ts";
import { floorUnder } from "../../domain/profile.ts";
import type { OkVerdict } from "../../domain/verdict.ts";
import { conditionsOf, quotient } from "../run/measurement-conditions.ts";
import { words } from "../run/notes.ts";
import { slowShapes } from "../../domain/workload.ts";
import { type Artifacts, countsOf, floorsOf, nearness, searchedOf } from "../run/outcome.ts";

/** The input of a cell. `record` is undefined if the run has not begun. */
export interface BenchRun {
  variant: string;
  /** as the tables name it */
  task: string;
  run: string;
  /** the task's */
  source: string;
  settings: Settings;
  record: RunRecord | undefined;
  /** whether a process works on it */
  running: boolean;
  artifacts: Artifacts;
}

const NOTHING = { tokens: 0, estimatedTokens: 0, costUsd: 0, gpuSeconds: 0, seconds: 0 };

/** The result of a run, finished or not. */
export function cellOf({ variant, task, run, source, settings, record, running, artifacts }: BenchRun): BenchCell {
  const made = record?.attempts.filter((one) => one.role !== "reference") ?? [];
  const counted = made.filter(isCounted);
  const best = record && bestOf(record, made, artifacts);
  const { strategy, attempts: limit } = settings.policy;
  return {
    variant,
    task,
    run,
    ...standingOf(record, running, best !== undefined, made),
    degenerate: degeneracyOf(record),
    source: hashOf(source),
    strategy,
    model: settings.model.name,
    ...conditionsOf(settings, record),
    limit,
    attempts: counted.length,
    passed: counted.filter((one) => one.status === "ok").length,
    ...(best && record ? kernelOf(best, record) : { kernel: null, speeds: [], isolation: null, noiseBand: null, solFraction: null }),
    ...timesOf(best, record),
    startedAt: record?.started.at ?? null,
    endedAt: record?.finished?.at ?? null,
    spent: record?.spent ?? NOTHING,
  };
}

function kernelOf(best: Best, record: RunRecord): Pick<BenchCell, "kernel" | "speeds" | "isolation" | "noiseBand" | "solFraction"> {
  const { attempt, verdict } = best;
  return {
    kernel: attempt.id,
    speeds: speedsOf(best, record),
    isolation: verdict?.isolation.level ?? null,
    noiseBand: verdict?.noiseBand ?? null,
    solFraction: nearness(verdict?.candidate ?? attempt.time, floorsOf(verdict, record.baselines)).solFraction,
  };
}

/** Median times of the kernel and of eager, and the floor, in microseconds. */
function timesOf(best: Best | undefined, record: RunRecord | undefined): Pick<BenchCell, "kernelUs" | "eagerUs" | "floorUs"> {
  const kernelUs = (best?.verdict?.candidate ?? best?.attempt.time)?.medianUs ?? null;
  const eagerUs = (best?.verdict?.baseline ?? record?.baselines?.eager)?.medianUs ?? null;
  const known = record && floorsOf(best?.verdict ?? null, record.baselines);
  return { kernelUs, eagerUs, floorUs: known ? floorUnder(kernelUs ?? Infinity, known).us : null };
}

interface Best {
  attempt: Attempt;
  verdict: OkVerdict | null;
  promoted: boolean;
}

/** The winner. Without a proven one: the fastest that passed promotion and is slow on no shape, or else the fastest of the search. */
function bestOf(record: RunRecord, made: readonly Attempt[], artifacts: Artifacts): Best | undefined {
  const bySpeed = made
    .filter((one) => one.status === "ok" && one.speedup !== null)
    .map((attempt): Best => {
      const promotion = record.promotions.find((one) => one.attempt === attempt.id)?.verdict;
      if (promotion?.status === "ok") return { attempt, verdict: promotion, promoted: true };
      return { attempt, verdict: searchedOf(attempt, record, artifacts), promoted: false };
    })
    .toSorted((a, b) => speedOf(b).median - speedOf(a).median);
  const failed = new Set(record.promotions.filter(({ verdict }) => verdict.status !== "ok" || slowShapes(verdict).length > 0).map((one) => one.attempt));
  return (
    bySpeed.find(({ attempt }) => attempt.id === record.finished?.best) ??
    bySpeed.find(({ attempt, promoted }) => promoted && !failed.has(attempt.id)) ??
    bySpeed.find(({ attempt }) => !failed.has(attempt.id))
  );
}

const speedOf = ({ attempt, verdict }: Best): Ratio => verdict?.speedup ?? attempt.speedup!;

function speedsOf(best: Best, { baselines }: RunRecord): BenchSpeed[] {
  const speed = (against: Against, speedup: Ratio, measured: BenchSpeed["measured"]): BenchSpeed => ({ against, speedup, measured });
  const how = best.promoted ? "promotion" : "search";
  const overEager = speedOf(best);
  const beside = best.verdict?.rivals ?? [];
  const measured = beside.flatMap(({ name, speedup }) => (speedup ? [speed(name, speedup, how)] : []));
  const derived = (baselines?.rivals ?? [])
    .filter(({ name }) => !measured.some((one) => one.against === name))
    .flatMap(({ name, speedup }) => (speedup ? [speed(name, derivedFrom(overEager, speedup), "derived")] : []));
  return [speed("eager", overEager, how), ...measured, ...derived];
}

function derivedFrom(over: Ratio, by: Ratio): Ratio {
  return { ...quotient(over, by), samples: Math.min(over.samples, by.samples) };
}

function standingOf(record: RunRecord | undefined, running: boolean, hasKernel: boolean, made: readonly Attempt[]): Pick<BenchCell, "status" | "problem"> {
  const stopped = record?.stopped;
  if (stopped?.reason === "rejected" || stopped?.reason === "degenerate") return { status: "rejected", problem: stopped.detail };
  if (!record?.finished)
    return { status: "unfinished", problem: running ? "it is running" : record ? (stopped?.detail ?? "it was stopped") : "it has not begun" };
  if (record.finished.best !== null || hasKernel) return { status: record.finished.best !== null ? "proven" : "correct", problem: "" };
  const ends = countsOf(made).map(([status, count]) => `${count} ${words(status)}`);
  return { status: "no kernel", problem: `attempts: ${ends.join(", ") || "none"}` };
}

/** Whether the judge's admission found that a trivial answer passes on the task's own inputs. */
function degeneracyOf(record: RunRecord | undefined): string | null {
  if (record?.stopped?.reason === "degenerate") return record.stopped.detail;
  const own = record?.baselines?.admission[0];
  return own && own.vacuous.length > 0 ? `${own.vacuous.join(", ")} would pass on its own inputs` : null;
}
