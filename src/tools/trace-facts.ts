/** What spans say of a run, its nodes, and what models and judge were asked: short facts, chosen one by one. Sources are files of a span, never facts. */
import { z } from "zod";
import { isRepair } from "../domain/attempt.ts";
import { percentText } from "../domain/measure.ts";
import { floorUnder } from "../domain/profile.ts";
import type { OkVerdict, Verdict } from "../domain/verdict.ts";
import { problemOf } from "../domain/verdict.ts";
import { type RunEvent, recordOf } from "../domain/run-record.ts";
import type { Facts } from "../domain/span.ts";
import type { RunFile } from "./run-folder.ts";

/** Where the judge runs and where files lie stays here. */
export function rootFacts({ id, task, settings }: RunFile): Facts {
  const { target, language, precision, seed, model, policy } = settings;
  const { strategy, attempts } = policy;
  return { run: id, task: task.name, target, language, precision, seed, model: model.name, replies: model.source, strategy, attempts };
}

const Before = z
  .object({
    round: z.number(),
    repairs: z.number(),
    focus: z.string(),
    expansion: z.object({ id: z.string(), parent: z.string(), round: z.number(), why: z.string() }),
    draft: z.object({ id: z.string() }).nullable(),
  })
  .partial();

/** Which attempt a node is at work on, from the state that it is given. */
export function factsBefore(node: string, state: object): Facts {
  const { round, repairs: earlier = 0, focus = "", expansion, draft } = Before.safeParse(state).data ?? {};
  if (!expansion) return round === undefined ? {} : { round };
  const repairs = node === "refactor" && isRepair(focus, expansion);
  const made = node === "verify" ? draft?.id : node === "profile" || node === "tune" ? focus : undefined;
  const attempt = repairs ? `${expansion.id}s${earlier + 1}` : made || expansion.id;
  return { attempt, parent: expansion.parent, round: expansion.round, chosen: expansion.why };
}

const After = z
  .object({
    plan: z.object({ strategy: z.string(), advice: z.string() }).nullable(),
    diagnosis: z.object({ bound: z.string(), summary: z.string(), shareOfFloor: z.number().nullable() }).nullable(),
    draft: z.object({ role: z.string(), explanation: z.string(), problem: z.string() }).nullable(),
    outcome: z.string(),
    ending: z.object({ reason: z.string(), detail: z.string() }).nullable(),
    winner: z.string().nullable(),
  })
  .partial();

/** What a node came to, from the update that it returned. */
export function factsAfter(update: object): Facts {
  const { plan, diagnosis, draft, outcome, ending, winner } = After.safeParse(update).data ?? {};
  return {
    ...(plan && { plan: plan.strategy, advice: plan.advice }),
    ...(diagnosis && { bound: diagnosis.bound, diagnosis: diagnosis.summary, shareOfFloor: diagnosis.shareOfFloor }),
    ...(draft && { role: draft.role, explanation: draft.explanation, problem: draft.problem }),
    ...(outcome !== undefined && outcome !== "open" && { outcome }),
    ...(ending && { ending: `${ending.reason}: ${ending.detail}` }),
    ...(winner !== undefined && { winner }),
  };
}

/** What a run came to so far. */
export function endFacts(events: readonly RunEvent[]): Facts {
  if (events.length === 0) return {};
  const { attempts, promotions, finished, spent, stopped } = recordOf(events);
  const verdict = promotions.find((one) => one.attempt === finished?.best)?.verdict;
  const { tokens, costUsd, gpuSeconds, seconds } = spent;
  return {
    attempted: attempts.filter((one) => one.role !== "reference").length,
    winner: finished?.best ?? null,
    ...(verdict?.status === "ok" && okFacts(verdict)),
    ending: stopped ? `${stopped.reason}: ${stopped.detail}` : null,
    tokens,
    costUsd,
    gpuSeconds,
    seconds,
  };
}

/** A verdict with its time and what the profile showed. Of hidden inputs nothing is told. */
export function verdictFacts(verdict: Verdict): Facts {
  return verdict.status === "ok" ? { verdict: "ok", ...okFacts(verdict) } : { verdict: verdict.status, problem: problemOf(verdict).slice(0, 2000) };
}

function okFacts({ candidate, baseline, speedup, comparison, profile }: OkVerdict): Facts {
  const top = profile?.kernels.slice(0, 3).map(({ name, share }) => `${name} ${percentText(share)}`);
  return {
    medianUs: candidate.medianUs,
    eagerUs: baseline.medianUs,
    speedup: speedup.median,
    speedupLow: speedup.low,
    speedupHigh: speedup.high,
    comparison,
    ...(profile && {
      shareOfFloor: floorUnder(candidate.medianUs, profile).us / candidate.medianUs,
      kernels: top?.join("; ") ?? "",
      peakBytes: profile.peakBytes,
    }),
  };
}
