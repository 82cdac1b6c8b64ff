/** The opening of the report: the result with its evidence, and the caveats. */
import type { Time } from "../../domain/measure.ts";
import type { RunRecord } from "../../run/events.ts";
import { notProven, type OkVerdict } from "../../domain/verdict.ts";
import { kernelBenchSays } from "../run/kernelbench.ts";
import { bytes, duration, interval, percent, plural, ratio, time, times } from "../format.ts";
import { facts, markup, type Markup } from "./markup.ts";
import type { Baseline } from "../run/baselines.ts";
import { notesOf } from "../run/notes.ts";
import { floorsOf, type Outcome } from "../run/outcome.ts";
import { adviceOf } from "../run/advice.ts";
import { renderAdvice } from "./failures.ts";
import { placeText } from "../run/places.ts";
import { forwardText } from "../run/forward.ts";
import { unseenText, worstShape } from "../run/shapes.ts";
import { floorText } from "../run/floor.ts";
import { isolationOf } from "./setting.ts";
import { renderShip } from "./ship.ts";

/** The verdict: one sentence, its ratios, the use of the winner or the reason for its absence, and the evidence. */
export function renderResult(record: RunRecord, outcome: Outcome, folder: string): Markup {
  return markup`<section id="result">
    <p class="verdict ${outcome.strongest?.standing ?? "none"}">${headline(record, outcome)}</p>
    ${outcome.best && markup`<div class="cards">${cards(record, outcome)}</div>`}
    ${renderShip(record, outcome, folder)} ${renderAdvice(adviceOf(record, outcome, folder))} ${renderNotes(notesOf(record, outcome))}
    ${outcome.verdict && renderEvidence(outcome, outcome.verdict)}
  </section>`;
}

/** The result against the strongest baseline, and against eager where that is another one. */
function headline({ finished }: RunRecord, { best, strongest, speedup, promoted, time: taken, eager, eagerName }: Outcome): Markup {
  if (!best || !speedup || !strongest) return markup`${finished ? "No faster kernel was found" : "Nothing has been measured yet"}`;
  const which = finished ? "" : "So far: ";
  const { kind, label, standing } = strongest;
  const isEager = kind === "eager";
  const also = isEager ? "" : `${times(speedup.median)} the speed of ${eagerName}`;
  if (standing === "tie") return markup`${which}No measurable win over ${label} <small>${also}</small>`;
  const from = isEager ? eager : strongest.time;
  return markup`${which}<strong>${times(strongest.speedup.median)}</strong> the speed of ${label}${!isEager && ", the strongest baseline"} <small>${taken && from && `${duration(taken.medianUs)} per call instead of ${duration(from.medianUs)}; `}95 % interval ${interval(strongest.speedup)}, ${promoted ? "measured again in a fresh process" : "measured during the search"}${also && `; ${also}`}</small>`;
}

function cards({ baselines }: RunRecord, outcome: Outcome): Markup[] {
  const { time: candidate, verdict, eager, eagerName, compiled, strongest, solFraction, floor } = outcome;
  const us = (from: { medianUs: number } | null) => (from && candidate ? `${duration(from.medianUs)} → ${duration(candidate.medianUs)}` : "");
  const against = ({ kind, label, speedup, time: from }: Baseline) => {
    const isStrongest = strongest?.label === label && kind !== "eager";
    return card(`against ${label}${isStrongest ? ", the strongest baseline" : ""}`, times(speedup.median), `95 % ${interval(speedup)}`, us(from));
  };
  const cells = [];
  if (candidate)
    cells.push(card("time per call", duration(candidate.medianUs), `95 % ${timeInterval(candidate)}`, eager ? `${eagerName} ${duration(eager.medianUs)}` : ""));
  if (candidate?.launchUs !== undefined) cells.push(launchCard(candidate, eager, eagerName));
  cells.push(...outcome.baselines.map((one) => against(one.kind === "eager" ? { ...one, time: eager } : one)));
  const worst = verdict && worstShape(verdict);
  if (worst) cells.push(card(`slowest shape: ${worst.name}`, times(worst.speedup.median), `95 % ${interval(worst.speedup)}`, `against ${eagerName}`));
  if (!compiled?.speedup) cells.push(card("against torch.compile", "–", "not measured", ""));
  if (solFraction !== null && baselines)
    cells.push(
      card(
        `of the speed of light (${floor})`,
        percent(solFraction),
        ...(floorText(floor, floorsOf(verdict, baselines) ?? baselines).split(": ") as [string, string]),
      ),
    );
  return cells;
}

/** The interval of a time, in its own unit. */
const timeInterval = (value: Time): string => time(value).replace(/^[^[]*/, "");

/** A call's part on the host and its part on the device. */
function launchCard(candidate: Time, eager: Time | null, eagerName: string): Markup {
  const parts = ({ launchUs, deviceUs }: Time): [string, string] => [
    launchUs === undefined ? "" : duration(launchUs),
    deviceUs === undefined ? "" : `device ${duration(deviceUs)}`,
  ];
  const [launch, device] = parts(candidate);
  const own = eager?.launchUs === undefined ? "" : `${eagerName} ${parts(eager).filter(Boolean).join(", ")}`;
  return card("host, per call", launch, device, own);
}

function card(title: string, big: string, small: string, below: string): Markup {
  return markup`<div class="card"><h2>${title}</h2><b>${big}</b><span>${small}</span><span>${below}</span></div>`;
}

function renderEvidence({ best, promoted, speedup, baselines, eagerName }: Outcome, verdict: OkVerdict): Markup {
  const fresh = verdict.pairs ? `in ${plural(verdict.pairs.length, "pair")} of fresh processes, one of ${eagerName} in each` : "in a fresh process";
  const samples = speedup && !verdict.pairs ? `, ${plural(speedup.samples, "interleaved block")}` : "";
  return facts([
    ["best attempt", markup`<a href="#${best?.id}">${best?.id}</a>${best?.plan && ` — ${best.plan.strategy}`}`],
    ["measured", `${promoted ? `at promotion, ${fresh}` : "during the search only, not in a fresh process"}${samples}`],
    ["candidate", timeParts(verdict.candidate)],
    [eagerName, timeParts(verdict.baseline)],
    ...baselines
      .filter(({ kind }) => kind !== "eager")
      .map(({ label, time: taken, speedup: over }): [string, string | null] => [label, taken && `${timeParts(taken)}, ${ratio(over)} against it`]),
    [
      "correctness",
      `${plural(verdict.checkedCalls, "call")} checked against a double-precision reference; the largest error used ${percent(verdict.errorShare)} of its budget`,
    ],
    ["forward alone", forwardText(verdict)],
    ["hidden shapes", unseenText(verdict)],
    ["not proven", notProven(verdict)],
    ["parameters", { loaded: "the reference's own, and others loaded in place later", none: "the task has none" }[verdict.parameters]],
    ["memory", verdict.profile?.peakBytes ? `${bytes(verdict.profile.peakBytes)} beyond inputs and parameters, at the peak of a call` : null],
    [
      "KernelBench's evaluator",
      verdict.kernelbench && `${kernelBenchSays(verdict.kernelbench)}. It repeats calls with its own clock, so its times differ from ours and decide nothing.`,
    ],
    ["clocks", verdict.clocks && clocksOf(verdict.clocks)],
    ["noise", `${verdict.comparison} than eager beyond a noise band of ${percent(verdict.noiseBand)}`],
    ["measured on", verdict.place ? placeText(verdict.place) : null],
    ["isolation", isolationOf(verdict.isolation)],
  ]);
}

/** "10.7 µs [10.5, 10.9]; host 10.6 µs, device 6.20 µs" */
function timeParts(value: Time): string {
  const { launchUs, deviceUs } = value;
  const parts = [launchUs !== undefined && `host ${duration(launchUs)}`, deviceUs !== undefined && `device ${duration(deviceUs)}`].filter(Boolean);
  return parts.length > 0 ? `${time(value)}; ${parts.join(", ")}` : time(value);
}

/** "SM 1980 MHz, memory 3201 MHz, held down by power cap" */
function clocksOf({ smMhz, memoryMhz, held }: NonNullable<OkVerdict["clocks"]>): string {
  return [`SM ${smMhz} MHz`, `memory ${memoryMhz} MHz`, held.length > 0 && `held down by ${held.join(", ")}`].filter(Boolean).join(", ");
}

function renderNotes(notes: readonly string[]): Markup {
  return markup`${
    notes.length > 0 &&
    markup`<aside class="notes">
      <h2>Read this with the numbers</h2>
      <ul>
        ${notes.map((note) => markup`<li>${note}</li>`)}
      </ul>
    </aside>`
  }`;
}
