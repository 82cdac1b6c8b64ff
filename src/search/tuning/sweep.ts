/**
 * Chooses the settings of tunable constants to measure and the one to keep, by successive halving (Jamieson and
 * Talwalkar 2016) in two rungs. The first rung measures many settings briefly. The second measures the best as long as an attempt. nodes/tune.ts asks the judge.
 */
import type { Setting } from "./constraint.ts";
import { settingOf, type Tuning } from "./marks.ts";
import { isSamePlace } from "../../domain/hardware.ts";
import { type RunBaseline, steadySpeedup } from "../../domain/measure.ts";
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

/**
 * The fastest setting, if its whole interval lies above that of the source's own setting. Otherwise null. Speedups are compared without the
 * chance in the baseline of their minute, as in the choice of parents and finalists.
 */
export function kept(own: OkVerdict, measured: readonly Measured[], baseline: RunBaseline): Measured<OkVerdict> | null {
  const steady = (verdict: OkVerdict) => steadySpeedup(verdict, baseline);
  const [best] = passing(measured).toSorted((a, b) => steady(b.verdict).median - steady(a.verdict).median);
  return best && steady(best.verdict).low > steady(own).high ? best : null;
}

/** The baseline of a series outside a run: pooled over its verdicts, it varies less than that of any minute. */
export function pooledBaseline(own: OkVerdict, measured: readonly Measured[]): RunBaseline {
  const beside = passing(measured).filter(({ verdict }) => isSamePlace(verdict.place, own.place));
  const times = [own, ...beside.map(({ verdict }) => verdict)].map(({ baseline }) => baseline).toSorted((a, b) => a.medianUs - b.medianUs);
  return { eager: times[Math.floor(times.length / 2)]!, noiseBand: own.noiseBand, place: own.place ?? null };
}

/** The settings with verdict `ok`. */
function passing(measured: readonly Measured[]): Measured<OkVerdict>[] {
  return measured.flatMap(({ setting, verdict }) => (verdict.status === "ok" ? [{ setting, verdict }] : []));
}
