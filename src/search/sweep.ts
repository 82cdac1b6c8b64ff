/**
 * Which settings of a candidate's tunable constants are measured, and which one is kept: successive halving (Jamieson and
 * Talwalkar 2016) in two rungs, many settings briefly and the best of them as long as any attempt. Pure; nodes/tune.ts asks the judge.
 */
import type { Setting } from "../domain/constraint.ts";
import { settingOf, type Tuning } from "../domain/tuning.ts";
import type { OkVerdict, Verdict } from "../domain/verdict.ts";
import { sample } from "../domain/random.ts";

/** Of the first rung one in so many goes on, and at most so many in all. */
const ONE_IN = 4;
const MOST_ON = 4;

export interface Measured<V extends Verdict = Verdict> {
  readonly setting: Setting;
  readonly verdict: V;
}

/** The source's own setting first, then others that the constraints allow, at most `count`; of more a uniform draw. */
export function settingsOf(tuning: Tuning, count: number, draw: () => number): Setting[] {
  const own = settingOf(tuning.tunables);
  const all = tuning.tunables.reduce<Setting[]>(
    (settings, { name, values }) => settings.flatMap((setting) => values.map((value) => ({ ...setting, [name]: value }))),
    [{}],
  );
  const isOwn = (setting: Setting): boolean => Object.keys(own).every((name) => own[name] === setting[name]);
  return [
    own,
    ...sample(
      all.filter((setting) => !isOwn(setting) && tuning.allows(setting)),
      count,
      draw,
    ),
  ];
}

/** The settings worth a longer look, best first: the best quarter, where they were faster than the source's own, the first. */
export function survivors([own, ...others]: readonly Measured[]): Setting[] {
  const floor = own?.verdict.status === "ok" ? own.verdict.speedup.median : 0;
  const faster = passing(others).filter((one) => one.verdict.speedup.median > floor);
  const count = Math.min(MOST_ON, Math.ceil((others.length + 1) / ONE_IN));
  return faster
    .toSorted(byGain)
    .slice(0, count)
    .map((one) => one.setting);
}

/** The setting to keep: the fastest, if its whole interval lies above that of the source's own; else null. */
export function kept(own: OkVerdict["speedup"], measured: readonly Measured[]): Measured<OkVerdict> | null {
  const [best] = passing(measured).toSorted(byGain);
  return best && best.verdict.speedup.low > own.high ? best : null;
}

/** Those that passed the judge. */
function passing(measured: readonly Measured[]): Measured<OkVerdict>[] {
  return measured.flatMap(({ setting, verdict }) => (verdict.status === "ok" ? [{ setting, verdict }] : []));
}

const byGain = (a: Measured<OkVerdict>, b: Measured<OkVerdict>): number => b.verdict.speedup.median - a.verdict.speedup.median;
