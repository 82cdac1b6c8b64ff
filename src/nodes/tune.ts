/**
 * Sweeps the constants that a passing attempt marks as tunable; no model is asked. A setting that is surely faster becomes an attempt of its
 * own, judged as any other. src/search/tuning/sweep.ts decides which settings are tried and kept.
 */
import type { Attempt } from "../run/attempt.ts";
import { rulesOf } from "../domain/settings.ts";
import { type Candidate, normalized } from "../domain/candidate.ts";
import { gpuFor } from "../domain/hardware.ts";
import { hashOf } from "../lib/hash.ts";
import { OutOfBudget } from "../domain/errors.ts";
import type { Tuned } from "../run/events.ts";
import { changeText, type Tuning, tuningOf, tuningProblem, withSetting } from "../search/tuning/marks.ts";
import type { OkVerdict, Tier, Verdict } from "../domain/verdict.ts";
import { diagnose } from "../search/diagnosis/diagnosis.ts";
import { draws } from "../lib/random.ts";
import { kept, type Measured, settingsOf, survivors } from "../search/tuning/sweep.ts";
import type { BranchState } from "../graph/state.ts";
import type { Toolbox, Tools } from "../tools/toolbox.ts";
import { tunedId } from "../run/attempt-id.ts";

/** Settings sent to the judge at once: it builds some while it measures one. */
const AT_ONCE = 4;

const ended = { step: { phase: "ended" as const } };

export const tune = (toolbox: Toolbox) => async (state: BranchState) => {
  const tools = toolbox.open(state.run);
  const { run } = tools;
  const { target, policy, seed } = run.about.settings;
  const attempt = run.tree.seenBy(state.expansion).find(state.focus);
  const candidate = run.candidate(attempt.source);
  if (policy.tune === 0 || tuningProblem(candidate.files)) return ended;
  const tuning = tuningOf(candidate.files);
  if (tuning.tunables.length === 0) return ended;

  const own = attempt.verdict === null ? null : run.verdict(attempt.verdict);
  if (own?.status !== "ok") return ended;
  const limits = { settings: policy.tune, seconds: policy.tuneSeconds, draw: draws(seed, `tune ${attempt.id}`) };
  const { best, tuned } = await sweep(candidate, tuning, own, evaluator(tools), limits);
  run.emit({ type: "tuned", attempt: attempt.id, tuning: tuned });
  if (!best) return ended;
  const source = { ...candidate, files: withSetting(candidate.files, tuning, best.setting) };
  run.emit({
    type: "attempted",
    attempt: {
      ...attemptOf(attempt, run.put(JSON.stringify(source)), source, run.putVerdict(best.verdict), best.verdict, tuned),
      diagnosis: diagnose(tools.render, best.verdict, gpuFor(target, run.tree.baselines().host), own),
    },
  });
  return ended;
};

/** Judges a candidate; null where the run's budget is spent. */
export type Evaluate = (candidate: Candidate, tier: Tier) => Promise<Verdict | null>;

const evaluator =
  ({ run, judge }: Tools): Evaluate =>
  async (candidate, tier) => {
    const { task, settings } = run.about;
    const { target, precision, policy } = settings;
    const counters = tier === "search" ? { counters: policy.counters } : {};
    try {
      return await judge.evaluate({ task, target, precision, candidate, tier, baselines: [], ...rulesOf(settings), ...counters });
    } catch (error) {
      if (error instanceof OutOfBudget) return null;
      throw error;
    }
  };

/** Measures settings of a candidate beside its own, whose search verdict is `own`; `best` is null where none is surely faster. After `seconds` of first looks no more are begun; second looks, four at most, always follow. */
export async function sweep(
  candidate: Candidate,
  tuning: Tuning,
  own: OkVerdict,
  evaluate: Evaluate,
  limits: { settings: number; seconds: number; draw: () => number },
): Promise<{ best: Measured<OkVerdict> | null; tuned: Tuned }> {
  let seconds = 0;
  const rung = async (settings: readonly Measured["setting"][], tier: Tier, until: number): Promise<Measured[]> => {
    const done: Measured[] = [];
    for (let next = 0; next < settings.length && seconds < until; next += AT_ONCE) {
      const judged = await Promise.all(
        settings.slice(next, next + AT_ONCE).map(async (setting) => {
          const verdict = await evaluate({ ...candidate, files: withSetting(candidate.files, tuning, setting) }, tier);
          return verdict ? [{ setting, verdict }] : [];
        }),
      );
      for (const one of judged.flat()) seconds += workOf(one.verdict);
      done.push(...judged.flat());
    }
    return done;
  };
  const first = await rung(settingsOf(tuning, limits.settings, limits.draw), "sweep", limits.seconds);
  const second = await rung(survivors(first), "search", Infinity);
  const best = kept(own.speedup, second);
  const settings = first.map(({ setting, verdict }) => ({
    setting,
    status: verdict.status,
    speedup: verdict.status === "ok" ? verdict.speedup.median : null,
  }));
  const change = best && changeText(first[0]!.setting, best.setting);
  return { best, tuned: { settings, seconds, change, gain: best && best.verdict.speedup.median / own.speedup.median } };
}

const workOf = ({ seconds }: Verdict): number => Object.values(seconds).reduce((sum, one) => sum + one, 0);

function attemptOf(parent: Attempt, source: string, candidate: Candidate, verdictHash: string, verdict: OkVerdict, tuned: Tuned): Attempt {
  return {
    ...parent,
    id: tunedId(parent.id),
    parent: parent.id,
    role: "tuner",
    source,
    normalized: hashOf(normalized(candidate)),
    explanation: `tuned from ${parent.id}: ${tuned.change}, the best of ${tuned.settings.length} settings`,
    time: verdict.candidate,
    speedup: verdict.speedup,
    verdict: verdictHash,
    tokens: 0,
    modelSeconds: 0,
    judgeSeconds: tuned.seconds,
  };
}
