/** The facts in spans about a run, its nodes, model calls and judge jobs. They are short and chosen one by one. Sources are files of a span, never facts. */
import { z } from "zod";
import { isRepair } from "../../run/attempt.ts";
import { percentText } from "../../domain/measure.ts";
import { floorUnder } from "../../domain/profile.ts";
import type { OkVerdict, Verdict } from "../../domain/verdict.ts";
import { isOfMany, problemOf } from "../../domain/verdict.ts";
import { type RunEvent, recordOf } from "../../run/events.ts";
import type { Facts } from "../../domain/span.ts";
import type { RunFile } from "../../run/run-file.ts";
import { repairId } from "../../run/attempt-id.ts";

/** Settings that are never sent: the judge's place and file paths. */
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
    step: z.object({ draft: z.object({ id: z.string() }).optional(), attempt: z.object({ id: z.string() }).optional() }),
  })
  .partial();

/** The attempt of a node, from the node's input state. */
export function factsBefore(node: string, state: object): Facts {
  const { round, repairs: earlier = 0, focus = "", expansion, step } = Before.safeParse(state).data ?? {};
  if (!expansion) return round === undefined ? {} : { round };
  const repairs = node === "refactor" && isRepair(focus, expansion);
  const made = step?.draft?.id ?? step?.attempt?.id ?? (node === "tune" ? focus : undefined);
  const attempt = repairs ? repairId(expansion.id, earlier + 1) : made || expansion.id;
  return { attempt, parent: expansion.parent, round: expansion.round, chosen: expansion.why };
}

const After = z
  .object({
    diagnosis: z.object({ bound: z.string(), summary: z.string(), solFraction: z.number().nullable() }).nullable(),
    step: z.object({
      phase: z.string(),
      plan: z.object({ strategy: z.string(), advice: z.string() }).optional(),
      draft: z.object({ role: z.string(), explanation: z.string() }).optional(),
    }),
    result: z.string(),
    ending: z.object({ reason: z.string(), detail: z.string() }).nullable(),
    winner: z.string().nullable(),
  })
  .partial();

/** The result of a node, from its update. */
export function factsAfter(update: object): Facts {
  const { step, diagnosis, result, ending, winner } = After.safeParse(update).data ?? {};
  return {
    ...(step && { phase: step.phase }),
    ...(step?.plan && { plan: step.plan.strategy, advice: step.plan.advice }),
    ...(diagnosis && { bound: diagnosis.bound, diagnosis: diagnosis.summary, solFraction: diagnosis.solFraction }),
    ...(step?.draft && { role: step.draft.role, explanation: step.draft.explanation }),
    ...(result && { result }),
    ...(ending && { ending: `${ending.reason}: ${ending.detail}` }),
    ...(winner !== undefined && { winner }),
  };
}

/** The result of a run so far. */
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

/** A verdict with its time and profile facts, and without facts about hidden inputs. */
export function verdictFacts(verdict: Verdict): Facts {
  return verdict.status === "ok" ? { verdict: "ok", ...okFacts(verdict) } : { verdict: verdict.status, problem: problemOf(verdict).slice(0, 2000) };
}

function okFacts(verdict: OkVerdict): Facts {
  const { candidate, baseline, speedup, comparison, profile } = verdict;
  const top = profile?.kernels.slice(0, 3).map(({ name, share }) => `${name} ${percentText(share)}`);
  return {
    medianUs: candidate.medianUs,
    eagerUs: baseline.medianUs,
    speedup: speedup.median,
    speedupLow: speedup.low,
    speedupHigh: speedup.high,
    comparison,
    ...(profile && {
      solFraction: isOfMany(verdict) ? null : floorUnder(candidate.medianUs, profile).us / candidate.medianUs,
      kernels: top?.join("; ") ?? "",
      peakBytes: profile.peakBytes,
    }),
  };
}
