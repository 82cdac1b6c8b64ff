/**
 * Sweeps the constants that a passing attempt marks as tunable; no model is asked. A setting that is surely faster becomes an attempt of its
 * own, judged as any other. src/search/tuning/sweep.ts decides which settings are tried and kept.
 */
import { type Attempt, verdictFields } from "../run/attempt.ts";
import { rulesOf } from "../domain/settings.ts";
import { type Candidate, normalized } from "../domain/candidate.ts";
import { gpuFor, isSamePlace } from "../domain/hardware.ts";
import { secondsOf } from "../domain/budget.ts";
import { hashOf } from "../lib/hash.ts";
import { OutOfBudget, Refused } from "../domain/errors.ts";
import type { Tuned } from "../run/events.ts";
import { changeText, type Tuning, tuningOf, tuningProblem, withSetting } from "../search/tuning/marks.ts";
import type { OkVerdict } from "../domain/verdict.ts";
import { diagnose } from "../search/diagnosis/diagnosis.ts";
import { type RunBaseline, steadySpeedup } from "../domain/measure.ts";
import { runBaseline } from "../domain/protocol.ts";
import { draws } from "../lib/random.ts";
import { kept, type Measured, pooledBaseline, SECOND_LOOK, settingsOf } from "../search/tuning/sweep.ts";
import type { BranchState } from "../graph/state.ts";
import type { SeriesReply } from "../tools/judge/client.ts";
import type { Toolbox, Tools } from "../tools/toolbox.ts";
import { tunedId } from "../run/attempt-id.ts";

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
  const baseline = runBaseline(run.tree.baselines(), target);
  const { best, tuned } = await sweep(candidate, tuning, own, evaluator(tools), limits, baseline);
  run.emit({ type: "tuned", attempt: attempt.id, tuning: tuned });
  if (!best) return ended;
  const source = { ...candidate, files: withSetting(candidate.files, tuning, best.setting) };
  const fields = verdictFields(best.verdict, baseline);
  run.emit({
    type: "attempted",
    attempt: {
      ...attemptOf(attempt, run.put(JSON.stringify(source)), source, run.putVerdict(best.verdict), fields, tuned),
      diagnosis: diagnose(tools.render, best.verdict, fields.time, gpuFor(target, run.tree.baselines().host), own),
    },
  });
  return ended;
};

/** Judges a series of candidates: first looks at all, second looks at the best. Null where the run's budget is spent. */
export type JudgeSeries = (candidates: Candidate[], seconds: number) => Promise<SeriesReply | null>;

const evaluator =
  ({ run, judge }: Tools): JudgeSeries =>
  async (candidates, seconds) => {
    const { task, settings } = run.about;
    const { target, precision } = settings;
    try {
      return await judge.series({ task, target, precision, candidates, tier: "sweep", baselines: [], ...rulesOf(settings), seconds, again: SECOND_LOOK });
    } catch (error) {
      if (error instanceof OutOfBudget || error instanceof Refused) return null; // refused: the queue gave it up, and the kernel stays as it is
      throw error;
    }
  };

/**
 * Measures settings of a candidate beside its own, whose search verdict is `own`, in one job; `best` is null where none is surely faster.
 * After `seconds` of first looks no more are begun; second looks, four at most, always follow. `baseline` is the run's. Without a run it is
 * pooled over the series.
 */
export async function sweep(
  candidate: Candidate,
  tuning: Tuning,
  own: OkVerdict,
  judge: JudgeSeries,
  limits: { settings: number; seconds: number; draw: () => number },
  baseline?: RunBaseline,
): Promise<{ best: Measured<OkVerdict> | null; tuned: Tuned }> {
  const tried = settingsOf(tuning, limits.settings, limits.draw);
  const reply = await judge(
    tried.map((setting) => ({ ...candidate, files: withSetting(candidate.files, tuning, setting) })),
    limits.seconds,
  );
  const first = (reply?.verdicts ?? []).flatMap((verdict, at): Measured[] => (verdict ? [{ setting: tried[at]!, verdict }] : []));
  const second = (reply?.again ?? []).map(({ candidate: at, verdict }): Measured => ({ setting: tried[at]!, verdict }));
  const seconds = [...first, ...second].reduce((sum, { verdict }) => sum + secondsOf(verdict).worked, 0);
  const common = baseline ?? pooledBaseline(own, [...first, ...second]);
  const steady = (verdict: OkVerdict) => steadySpeedup(verdict, common);
  const best = kept(
    own,
    second.filter(({ verdict }) => isSamePlace(verdict.place, own.place)),
    common,
  );
  const settings = first.map(({ setting, verdict }): Tuned["settings"][number] => {
    if (verdict.status !== "ok") return { setting, status: verdict.status, speedup: null };
    const { median, low, high } = steady(verdict);
    return { setting, status: verdict.status, speedup: median, interval: { low, high } };
  });
  const change = best && changeText(tried[0]!, best.setting);
  return { best, tuned: { settings, seconds, change, gain: best && steady(best.verdict).median / steady(own).median } };
}

function attemptOf(
  parent: Attempt,
  source: string,
  candidate: Candidate,
  verdictHash: string,
  fields: ReturnType<typeof verdictFields>,
  tuned: Tuned,
): Attempt {
  return {
    ...parent,
    id: tunedId(parent.id),
    parent: parent.id,
    role: "tuner",
    source,
    normalized: hashOf(normalized(candidate)),
    explanation: `tuned from ${parent.id}: ${tuned.change}, the best of ${tuned.settings.length} settings`,
    ...fields,
    verdict: verdictHash,
    tokens: 0,
    modelSeconds: 0,
    judgeSeconds: tuned.seconds,
  };
}
