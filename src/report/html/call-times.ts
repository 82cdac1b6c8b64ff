/** The times of calls: candidate and baselines on one scale, with a line for each timed chain. */
import type { Time } from "../../domain/measure.ts";
import type { OkVerdict } from "../../domain/verdict.ts";
import { duration, sentence, time as timeText } from "../format.ts";
import { markup, type Markup } from "./markup.ts";
import type { Outcome } from "../run/outcome.ts";
import { renderStrips, type Strip } from "./plot.ts";

/** The distribution of call times. Empty if the winner's verdict is unreadable. */
export function renderCallTimes({ best, verdict, baselines, eagerName }: Outcome): Markup {
  if (!best || !verdict) return markup``;
  const { candidate, baseline, callTimes } = verdict;
  const others = baselines.flatMap(({ kind, label, time }) => (kind !== "eager" && time ? [stripOf(label, time, [], "reference")] : []));
  const rows = [
    stripOf(best.id, candidate, callTimes?.candidate ?? [], "hit winner"),
    stripOf(eagerName, baseline, callTimes?.baseline ?? [], "reference"),
    ...others,
  ];
  return markup`<section id="times">
    <h2>Call times</h2>
    ${renderStrips("Time per call of the candidate and of the baselines", rows, null, duration)}
    <p class="quiet">Dots are medians, bars their 95 % intervals. ${callTimes ? "Each thin line is the time per call of one timed chain of calls." : "This verdict keeps no single call times."} ${spreadOf(verdict, eagerName)}</p>
  </section>`;
}

function stripOf(name: string, value: Time, values: readonly number[], kind: Strip["kind"]): Strip {
  return {
    name,
    values,
    point: { low: value.lowUs, median: value.medianUs, high: value.highUs },
    kind,
    figure: duration(value.medianUs),
    text: `${name}: ${[timeText(value), rangeOf(values)].filter(Boolean).join("; ")}`,
  };
}

/** "all between 10.1 µs and 14.9 µs, half between 10.5 µs and 10.9 µs" */
function rangeOf(values: readonly number[]): string {
  if (values.length < 4) return "";
  const at = (share: number): string => duration(values[Math.round(share * (values.length - 1))]!);
  return `all between ${at(0)} and ${at(1)}, half between ${at(0.25)} and ${at(0.75)}`;
}

function spreadOf({ callTimes }: OkVerdict, eagerName: string): string {
  if (!callTimes) return "";
  const side = (who: string, values: readonly number[]): string => (rangeOf(values) === "" ? "" : `${who}: ${rangeOf(values)}.`);
  return [side("Candidate", callTimes.candidate), side(sentence(eagerName), callTimes.baseline)].filter(Boolean).join(" ");
}
