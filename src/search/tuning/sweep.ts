/**
 * Chooses the settings of tunable constants to measure and the one to keep, by successive halving (Jamieson and
 * Talwalkar 2016) in two rungs. The first rung measures many settings briefly. The second measures the best as long as an attempt. nodes/tune.ts asks the judge.
 */
import type { Setting } from "./constraint.ts";
import { settingOf, type Tuning } from "./marks.ts";
import type { OkVerdict, Verdict } from "../../domain/verdict.ts";
import { sample } from "../../lib/random.ts";

/** The settings that the judge looks at again: the best quarter, four at most, without settings slower than the source's own. */
export const SECOND_LOOK = { tier: "search", oneIn: 4, most: 4 } as const;

export interface Measured<V extends Verdict = Verdict> {
  readonly setting: Setting;
  readonly verdict: V;
}

/** The source's own setting, then at most `count` others that the constraints allow. A larger space is sampled uniformly. */
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

/** The fastest setting, if its whole interval lies above that of the source's own setting. Otherwise null. */
export function kept(own: OkVerdict["speedup"], measured: readonly Measured[]): Measured<OkVerdict> | null {
  const [best] = passing(measured).toSorted(byGain);
  return best && best.verdict.speedup.low > own.high ? best : null;
}

/** The settings with verdict `ok`. */
function passing(measured: readonly Measured[]): Measured<OkVerdict>[] {
  return measured.flatMap(({ setting, verdict }) => (verdict.status === "ok" ? [{ setting, verdict }] : []));
}

const byGain = (a: Measured<OkVerdict>, b: Measured<OkVerdict>): number => b.verdict.speedup.median - a.verdict.speedup.median;
