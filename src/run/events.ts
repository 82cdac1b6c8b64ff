/**
 * The events of a run and the record that they add up to. The log holds one JSON line per event and only grows. run-folder.ts reads and
 * writes the file. Prompts, sources and verdicts are artifacts.
 */
import { z } from "zod";
import { HumanFeedback } from "../domain/approval.ts";
import { asDuplicate, Attempt } from "./attempt.ts";
import { Charge, Estimate, Limits, type Spent, createTally, type Tally } from "../domain/budget.ts";
import { JudgedIncumbent, lastWord } from "../domain/incumbent.ts";
import { Gate } from "../domain/gate.ts";
import { Price } from "../domain/price.ts";
import { Baselines } from "../domain/protocol.ts";
import { Language, Precision, Target } from "../domain/task.ts";
import { Tier, Verdict } from "../domain/verdict.ts";

const event = <K extends string, T extends z.ZodRawShape>(type: K, shape: T) => z.object({ type: z.literal(type), at: z.iso.datetime(), ...shape });

const SelectedExpansion = z.object({
  attempt: z.string().describe("the id that the new attempt will have"),
  parent: z.string(),
  why: z.string().describe("why selection chose this parent"),
});
type SelectedExpansion = z.infer<typeof SelectedExpansion>;

/** The result of tuning an attempt's constants. */
export const Tuned = z.object({
  settings: z
    .array(
      z.object({
        setting: z.record(z.string(), z.number()),
        status: z.string(),
        speedup: z.number().nullable(),
        interval: z.object({ low: z.number(), high: z.number() }).optional().describe("95 %, of `speedup`; earlier releases did not keep it"),
      }),
    )
    .describe("first looks, the source's own first"),
  seconds: z.number().describe("of the judge's work"),
  change: z.string().nullable().describe("from the source's own setting to the one that is kept; null where none is surely faster"),
  gain: z.number().nullable().describe("speedup of the kept setting over that of the source's own"),
});
export type Tuned = z.infer<typeof Tuned>;

export const RunEvent = z.discriminatedUnion("type", [
  event("started", {
    version: z.literal(2),
    runId: z.string(),
    task: z.string().describe("the task's name"),
    target: Target,
    language: Language,
    precision: Precision,
    model: z.string(),
    mode: z.enum(["live", "replay"]).describe("replay: the model's replies were recorded earlier; every kernel is still built and measured"),
    settings: z.record(z.string(), z.unknown()).describe("as resolved, without secrets"),
    seed: z.number().int(),
    limits: Limits.prefault({}),
    price: Price.nullable().default(null),
    estimate: Estimate.nullable().default(null).describe("null in runs of before estimates"),
    command: z.string().describe("the command line that repeats the run"),
  }),
  event("traced", { link: z.string().describe("where a person sees the run's trace") }),
  event("prepared", { baselines: Baselines }),
  event("incumbent", { tier: Tier, judged: JudgedIncumbent }),
  event("selected", { round: z.number().int(), expansions: z.array(SelectedExpansion) }),
  event("attempted", { attempt: Attempt }),
  event("duplicate", { attempt: z.string(), of: z.string().describe("the earlier attempt that is the same program") }),
  event("tuned", { attempt: z.string(), tuning: Tuned }),
  event("returned", { branch: z.string().describe("in async mode: the branch whose attempts the search knows from here on") }),
  event("promoting", {
    attempts: z.array(z.string()).describe("the finalists that are measured again now"),
    pairs: z.number().int().nullable().describe("of fresh processes for each; null where an older judge did not tell it"),
  }),
  event("promoted", { attempt: z.string(), verdict: Verdict.describe("of the measurement in a fresh process; anything but ok means the promotion failed") }),
  event("confirmed", {
    attempt: z.string(),
    hosts: z.number().int().describe("that were asked for, the first one included"),
    verdicts: z.array(Verdict).describe("of the other hosts; anything but ok means that the kernel fails there"),
    missing: z.string().describe("why there are fewer hosts; empty where there are enough"),
  }),
  event("exported", { attempt: z.string(), format: z.string(), gates: z.array(Gate).describe("of the operator, as its process told of them") }),
  event("human_feedback", { feedback: HumanFeedback.describe("what a person said: a plan's rejection, a hint, a note") }),
  event("forked", { from: z.string().describe("id of the run that this one is a fork of"), round: z.number().int().describe("the last round that both have") }),
  event("charged", { charge: Charge }),
  event("resumed", {}),
  event("stopped", {
    reason: z.enum(["budget", "plateau", "target", "speed_of_light", "interrupted", "no_reply", "rejected", "degenerate"]),
    detail: z.string(),
  }),
  event("finished", { best: z.string().nullable().describe("the winning attempt; null where nothing beat the reference"), report: z.string() }),
]);
export type RunEvent = z.infer<typeof RunEvent>;
/** An event before it is written: the log adds the time. */
export type RunEventBody = RunEvent extends infer E ? (E extends RunEvent ? Omit<E, "at"> : never) : never;
type EventOf<K extends RunEvent["type"]> = Extract<RunEvent, { type: K }>;

/** A run so far. Lists keep the order of first appearance. A repeated item replaces the earlier one in place. */
export type RunRecord = {
  readonly started: EventOf<"started">;
  readonly trace: string | null;
  readonly fork: { from: string; round: number } | null;
  readonly feedback: readonly HumanFeedback[];
  readonly baselines: Baselines | null;
  /** the last verdict on each of the user's own baselines */
  readonly incumbents: readonly JudgedIncumbent[];
  readonly expansions: readonly SelectedExpansion[];
  readonly attempts: readonly Attempt[];
  readonly tunings: readonly EventOf<"tuned">[];
  readonly promotions: readonly EventOf<"promoted">[];
  /** the winner on other hosts; null where none were asked */
  readonly confirmation: EventOf<"confirmed"> | null;
  /** exports as operators, with their gates */
  readonly exports: readonly EventOf<"exported">[];
  readonly resumes: number;
  readonly stopped: EventOf<"stopped"> | null;
  readonly finished: EventOf<"finished"> | null;
  readonly seconds: number;
  readonly spent: Spent;
  readonly charges: readonly Charge[];
  /** the start time of each round (its first selection), oldest first */
  readonly rounds: readonly { readonly round: number; readonly at: string }[];
};

/**
 * The run that `events` add up to. An attempt, expansion, tuning or promotion that is reported again (older releases
 * told some twice) counts once. Throws where the first event is not `started`.
 */
export function recordOf(events: readonly RunEvent[]): RunRecord {
  const [first, ...rest] = events;
  if (first?.type !== "started") throw new Error(`a run record begins with "started", not with ${first ? `"${first.type}"` : "nothing"}`);
  const empty: RunRecord = {
    started: first,
    trace: null,
    fork: null,
    feedback: rest.flatMap((one) => (one.type === "human_feedback" ? [one.feedback] : [])),
    baselines: null,
    incumbents: incumbentsIn(rest),
    expansions: latest(
      rest.flatMap((one) => (one.type === "selected" ? one.expansions : [])),
      (one) => one.attempt,
    ),
    attempts: attemptsIn(rest),
    tunings: latest(
      rest.filter((one) => one.type === "tuned"),
      (one) => one.attempt,
    ),
    promotions: latest(
      rest.filter((one) => one.type === "promoted"),
      (one) => one.attempt,
    ),
    confirmation: rest.findLast((one) => one.type === "confirmed") ?? null,
    exports: latest(
      rest.filter((one) => one.type === "exported"),
      ({ attempt, format }) => `${attempt} ${format}`,
    ),
    resumes: rest.filter((one, at) => one.type === "resumed" && rest[at - 1]?.type !== "forked").length, // a fork's own start is none
    stopped: null,
    finished: null,
    seconds: activeSeconds(events),
    spent: tallyIn(events).spent(),
    charges: rest.flatMap((one) => (one.type === "charged" ? [one.charge] : [])),
    rounds: latest(rest.filter((one) => one.type === "selected").toReversed(), ({ round }) => String(round))
      .map(({ round, at }) => ({ round, at }))
      .toReversed(),
  };
  return rest.reduce(apply, empty);
}

function apply(record: RunRecord, event: RunEvent): RunRecord {
  switch (event.type) {
    case "traced":
      return { ...record, trace: event.link };
    case "prepared":
      return { ...record, baselines: event.baselines };
    case "forked":
      return { ...record, fork: { from: event.from, round: event.round } };
    case "resumed":
      return { ...record, stopped: null, finished: null };
    case "stopped":
      return { ...record, stopped: event };
    case "finished":
      return { ...record, finished: event };
    case "started":
    case "incumbent":
    case "selected":
    case "attempted":
    case "duplicate":
    case "tuned":
    case "returned":
    case "promoting":
    case "promoted":
    case "confirmed":
    case "exported":
    case "human_feedback":
    case "charged":
      return record;
  }
}

function attemptsIn(events: readonly RunEvent[]): Attempt[] {
  const made = events.flatMap((one) => (one.type === "attempted" ? [one.attempt] : []));
  const originals = new Map(events.flatMap((one) => (one.type === "duplicate" ? [[one.attempt, one.of]] : [])));
  return latest(made, (one) => one.id).map((one) => (originals.has(one.id) ? asDuplicate(one, originals.get(one.id)!) : one));
}

function incumbentsIn(events: readonly RunEvent[]): JudgedIncumbent[] {
  const words = new Map<string, JudgedIncumbent>();
  for (const one of events) if (one.type === "incumbent") words.set(one.judged.name, lastWord(words.get(one.judged.name), one.judged));
  return [...words.values()];
}

/** What the charges among the events add up to. */
export function tallyIn(events: Iterable<RunEvent>): Tally {
  const tally = createTally();
  for (const event of events) if (event.type === "charged") tally.add(event.charge, Date.parse(event.at));
  return tally;
}

/** The last version of each item, at the place of the first. */
function latest<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((one) => [keyOf(one), one])).values()];
}

/** Wall-clock seconds of an active run, without the pause before a `resumed` or `forked` event, or an export. */
function activeSeconds(events: readonly RunEvent[]): number {
  let last = 0;
  let milliseconds = 0;
  for (const { at, type } of events) {
    const now = Math.max(last, Date.parse(at));
    if (last > 0 && type !== "resumed" && type !== "forked" && type !== "exported") milliseconds += now - last;
    last = now;
  }
  return milliseconds / 1000;
}
