/**
 * Compares the search's tuning sweep with exhaustive search. A judge times every setting of the kernels in tuned/, briefly and at length. Then
 * the sweep runs on those verdicts, and the setting that it keeps is compared with the best of all. No model is used.
 *
 *     npm run bench:tuning -- [--worker ...]      asks a judge (a few hundred jobs) and prints the table
 *     npm run -s bench:tuning -- --jobs [--only NAME,NAME] > jobs.jsonl    in steps with --replies, as for bench:profile
 */
import type { Setting } from "../../src/search/tuning/constraint.ts";
import { percentText } from "../../src/domain/measure.ts";
import type { Job, Reply } from "../../src/domain/protocol.ts";
import { Policy } from "../../src/domain/settings.ts";
import { changeText, type Tuning, tuningOf, withSetting } from "../../src/search/tuning/marks.ts";
import { secondsOf } from "../../src/domain/budget.ts";
import type { Tier, Verdict } from "../../src/domain/verdict.ts";
import { sweep } from "../../src/nodes/tune.ts";
import { draws } from "../../src/lib/random.ts";
import { SECOND_LOOK, settingsOf } from "../../src/search/tuning/sweep.ts";
import { createJudge } from "../../src/tools/judge/client.ts";
import { withSeries } from "../../test/support/series.ts";
import { argumentsIn } from "../arguments.ts";
import { type Case, casesIn, jobFor, repliesTo } from "./cases.ts";
import { tableOf } from "../pages.ts";

const TITLES = ["kernel", "settings", "looked at", "seconds", "kept", "gain over the author's", "best of all", "its gain", "seconds for all", "kept / best"];
const SWEEP = { tier: "sweep" as const, baselines: [], library: "library-allowed" as const, again: SECOND_LOOK };
const TIERS: readonly Tier[] = ["sweep", "search"];

const idOf = ({ name }: Case, setting: Setting, tier: Tier): string => `tuned-${name}-${Object.values(setting).join("-")}-${tier}`;
const everySetting = (tuning: Tuning): Setting[] => settingsOf(tuning, Infinity, () => 0.5);

function jobsOf(one: Case): Job[] {
  const tuning = tuningOf(one.candidate.files);
  return everySetting(tuning).flatMap((setting) => {
    const candidate = { ...one.candidate, files: withSetting(one.candidate.files, tuning, setting) };
    return TIERS.map((tier) => jobFor(one, idOf(one, setting, tier), candidate, tier, false));
  });
}

async function row(one: Case, replies: ReadonlyMap<string, Reply>): Promise<string[]> {
  const tuning = tuningOf(one.candidate.files);
  const settings = everySetting(tuning);
  const verdictOn = (setting: Setting, tier: Tier): Verdict => {
    const reply = replies.get(idOf(one, setting, tier));
    if (reply?.kind !== "verdict") throw new Error(`no verdict on ${idOf(one, setting, tier)}`);
    return reply.verdict;
  };
  const own = verdictOn(settings[0]!, "search");
  if (own.status !== "ok") return [one.name, own.status];
  const byFiles = new Map(settings.map((setting) => [JSON.stringify(withSetting(one.candidate.files, tuning, setting)), setting]));
  const judge = createJudge(
    withSeries({
      submit: async (job) => {
        if (job.kind !== "evaluate") throw new Error(`the verdicts answer no ${job.kind}`);
        return { id: job.id, kind: "verdict", verdict: verdictOn(byFiles.get(JSON.stringify(job.candidate.files))!, job.tier) };
      },
      close: async () => {},
    }),
    "simulation",
  );
  const { task, target, precision } = one;
  const usual = Policy.parse({});
  const { best, tuned } = await sweep(
    one.candidate,
    tuning,
    own,
    async (candidates, seconds) => await judge.series({ task, target, precision, candidates, ...SWEEP, seconds }),
    { settings: usual.tune, seconds: usual.tuneSeconds, draw: draws(0, "tune") },
  );
  const long = settings.map((setting) => ({ setting, verdict: verdictOn(setting, "search") }));
  const passed = long.flatMap(({ setting, verdict }) => (verdict.status === "ok" ? [{ setting, speedup: verdict.speedup.median }] : []));
  const first = passed.toSorted((a, b) => b.speedup - a.speedup)[0]!;
  const times = (value: number): string => `${value.toFixed(2)}x`;
  const reached = best?.verdict.speedup.median ?? own.speedup.median;
  return [
    one.name,
    String(settings.length),
    String(tuned.settings.length),
    tuned.seconds.toFixed(0),
    tuned.change ?? "as it was",
    times(tuned.gain ?? 1),
    changeText(settings[0]!, first.setting) || "the author's",
    times(first.speedup / own.speedup.median),
    long.reduce((sum, { verdict }) => sum + secondsOf(verdict).worked, 0).toFixed(0),
    percentText(reached / first.speedup),
  ];
}

const { values } = argumentsIn({
  options: { worker: { type: "string", default: "" }, only: { type: "string" }, jobs: { type: "boolean" }, replies: { type: "string" } },
});
const cases = casesIn("tuned").filter(({ name }) => values.only === undefined || values.only.split(",").includes(name));
const jobs = cases.flatMap(jobsOf);
if (values.jobs) console.log(jobs.map((job) => JSON.stringify(job)).join("\n"));
else {
  const replies = new Map((await repliesTo(jobs, values.replies, values.worker)).map((reply) => [reply.id, reply]));
  console.log(tableOf(TITLES, await Promise.all(cases.map((one) => row(one, replies)))));
}
