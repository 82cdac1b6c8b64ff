/**
 * Compares two runs: the speeds that differ beyond the noise, and the settings that differ. One run of
 * a search is one sample, so this compares kernels, never strategies or models.
 */
import { type AlternativeName, alternativeLabel } from "../../domain/measure.ts";
import type { RunRecord } from "../../run/events.ts";
import type { Settings } from "../../domain/settings.ts";
import { count, dollars, percent, ratio, seconds } from "../format.ts";
import { beside, differentConditions, type Finding, conditionsOf, type Interval, noiseOf } from "../run/measurement-conditions.ts";
import { aligned } from "./listing.ts";
import { type Artifacts, outcomeOf } from "../run/outcome.ts";
import { printable } from "./summary.ts";

/** A run with what is needed to compare it. */
export interface Side {
  run: string;
  /** of the task, as the run keeps it */
  source: string;
  settings: Settings;
  record: RunRecord;
  artifacts: Artifacts;
}

/** One speedup of both runs. */
export interface Speed {
  against: "eager" | AlternativeName;
  first: Interval | null;
  second: Interval | null;
  /** second divided by first; the interval uses the far ends of both */
  change: Interval | null;
  /** the position of the interval: beyond the noise band, within it, or across it */
  finding: Finding;
}

interface Difference {
  what: string;
  first: string;
  second: string;
}

/** The output of `compare --json`. */
export interface Comparison {
  runs: [string, string];
  /** why the speeds are not comparable; empty if they are */
  notComparable: string[];
  /** the noise band as a fraction; null if it is unknown */
  noiseBand: number | null;
  speeds: Speed[];
  /** counts of one run each */
  counts: Difference[];
  /** settings that differ */
  settings: Difference[];
}

/** Compares the best attempts of two runs. */
export function compared(first: Side, second: Side): Comparison {
  const [one, two] = [first, second].map(({ record, artifacts }) => outcomeOf(record, artifacts)) as [Outcome, Outcome];
  const notComparable = differenceOfConditions(first, second);
  const noiseBand = noiseOf(one.verdict?.noiseBand, two.verdict?.noiseBand);
  const band = notComparable.length === 0 ? noiseBand : null;
  const over = ({ verdict }: Outcome, name: AlternativeName) => verdict?.rivals.find((rival) => rival.name === name)?.speedup ?? null;
  const rivals = (["compile", "max-autotune", "tf32"] as const).map((name) => speed(name, over(one, name), over(two, name), band));
  return {
    runs: [first.run, second.run],
    notComparable,
    noiseBand,
    speeds: [speed("eager", one.speedup, two.speedup, band), ...rivals.filter((row) => row.first ?? row.second)],
    counts: countRows(first.record, second.record),
    settings: differences(flat(first.settings), flat(second.settings)),
  };
}
type Outcome = ReturnType<typeof outcomeOf>;

function speed(against: Speed["against"], first: Interval | null, second: Interval | null, band: number | null): Speed {
  return { against, first, second, ...beside(first, second, band) };
}

/** The reasons why two speedups are not comparable. Task, precision, inputs and machine must be equal. */
function differenceOfConditions(first: Side, second: Side): string[] {
  const pair = [conditionsOf(first.settings, first.record), conditionsOf(second.settings, second.record)] as const;
  return [...(first.source === second.source ? [] : ["the task's source differs"]), ...differentConditions([pair])];
}

function countRows(first: RunRecord, second: RunRecord): Difference[] {
  const made = ({ attempts }: RunRecord) => attempts.filter((one) => one.role !== "reference");
  const row = (what: string, of: (record: RunRecord) => string): Difference => ({ what, first: of(first), second: of(second) });
  return [
    row("attempts", (one) => count(made(one).length)),
    row("passed", (one) => count(made(one).filter(({ status }) => status === "ok").length)),
    row("tokens", ({ spent }) => count(spent.tokens)),
    row("cost", ({ spent }) => (spent.costUsd === null ? "unknown" : dollars(spent.costUsd))),
    row("device seconds", ({ spent }) => count(Math.round(spent.gpuSeconds))),
    row("time", (one) => seconds(one.seconds)),
  ];
}

/** Settings by dotted name, without the two that hold only paths. */
function flat(value: object, prefix = ""): Record<string, string> {
  const entries = Object.entries(value).filter(([key]) => key !== "taskFile" && key !== "recording");
  return Object.assign(
    {},
    ...entries.map(([key, one]: [string, unknown]) =>
      typeof one === "object" && one !== null && !Array.isArray(one) ? flat(one, `${prefix}${key}.`) : { [`${prefix}${key}`]: JSON.stringify(one) },
    ),
  ) as Record<string, string>;
}

function differences(first: Record<string, string>, second: Record<string, string>): Difference[] {
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])];
  return names.map((what) => ({ what, first: first[what] ?? "–", second: second[what] ?? "–" })).filter((row) => row.first !== row.second);
}

const findings: Record<Finding, string> = {
  faster: "real: the second is faster",
  slower: "real: the second is slower",
  same: "no difference beyond the noise band",
  ambiguous: "may be noise",
  "not comparable": "not comparable",
};

/** The comparison as text: speeds with their findings, counts, settings, and what it cannot tell. */
export function renderComparison({ runs, notComparable, noiseBand, speeds, counts, settings }: Comparison): string {
  const figure = (value: Interval | null): string => (value ? ratio({ ...value, samples: 0 }) : "not measured");
  const label = (against: Speed["against"]): string => `against ${against === "eager" ? "eager PyTorch" : alternativeLabel[against]}`;
  const rows = (list: readonly Difference[]): string[][] => list.map(({ what, first, second }) => [what, first, second]);
  return printable(
    [
      aligned([
        ["", "first", "second", "second / first", ""],
        ...speeds.map((one) => [label(one.against), figure(one.first), figure(one.second), figure(one.change), findings[one.finding]]),
        ...rows(counts),
      ]),
      `first: ${runs[0]}\nsecond: ${runs[1]}\n`,
      settings.length > 0 ? aligned([["different setting", "first", "second"], ...rows(settings)]) : "Both runs have the same settings.\n",
      [
        ...notComparable.map((why) => `- Not comparable: ${why}.`),
        noiseBand === null
          ? "- Not comparable: at least one run has no passing verdict that can be read."
          : `- Times within ${percent(noiseBand)} are not told apart.`,
        "- One run is one draw of a search: this compares the kernels found, not strategies or models.\n",
      ].join("\n"),
    ].join("\n"),
  );
}
