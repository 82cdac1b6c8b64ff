/** The opening of the report: the result with its evidence, and the caveats. */
import type { Isolation } from "../domain/host.ts";
import { type Ratio, rivalLabel } from "../domain/measure.ts";
import type { RunRecord } from "../domain/run-record.ts";
import type { OkVerdict } from "../domain/verdict.ts";
import { kernelBenchSays } from "./kernelbench.ts";
import { bytes, duration, interval, percent, plural, ratio, time, times } from "./format.ts";
import { facts, markup, type Markup } from "./markup.ts";
import { notesOf } from "./notes.ts";
import type { Outcome } from "./outcome.ts";
import { floorText } from "./profile.ts";

/** The verdict: one sentence, the ratios that back it, and what makes them believable. */
export function renderResult(record: RunRecord, outcome: Outcome): Markup {
  return markup`<section id="result">
    <p class="verdict ${outcome.standing}">${headline(record, outcome)}</p>
    ${outcome.best && markup`<div class="cards">${cards(record, outcome)}</div>`} ${outcome.verdict && renderEvidence(outcome, outcome.verdict)}
    ${renderNotes(notesOf(record, outcome))}
  </section>`;
}

function headline({ finished }: RunRecord, { best, standing, speedup, promoted }: Outcome): Markup {
  if (!best || !speedup) return markup`${finished ? "No faster kernel was found" : "Nothing has been measured yet"}`;
  const which = finished ? "" : "So far: ";
  if (standing === "tie") return markup`${which}No measurable win over eager PyTorch`;
  return markup`${which}<strong>${times(speedup.median)}</strong> the speed of eager PyTorch <small>95 % interval ${interval(speedup)}, ${promoted ? "measured again in a fresh process" : "measured during the search"}</small>`;
}

function cards({ baselines }: RunRecord, { time: candidate, speedup, verdict, compiled, shareOfFloor, floor }: Outcome): Markup[] {
  const eager = verdict?.baseline ?? baselines?.eager ?? null;
  const us = (from: { medianUs: number } | null) => (from && candidate ? `${duration(from.medianUs)} → ${duration(candidate.medianUs)}` : "");
  const against = (what: string, over: Ratio, from: { medianUs: number } | null) =>
    card(`against ${what}`, times(over.median), `95 % ${interval(over)}`, us(from));
  const cells = [];
  if (speedup) cells.push(against("eager PyTorch", speedup, eager));
  for (const rival of verdict?.rivals ?? []) if (rival.speedup) cells.push(against(rivalLabel[rival.name], rival.speedup, rival.time));
  if (!compiled?.speedup) cells.push(card("against torch.compile", "–", "not measured", ""));
  if (shareOfFloor !== null && baselines)
    cells.push(card(`of the ${floor} floor`, percent(shareOfFloor), ...(floorText(floor, verdict?.profile ?? baselines).split(": ") as [string, string])));
  return cells;
}

function card(title: string, big: string, small: string, below: string): Markup {
  return markup`<div class="card"><h2>${title}</h2><b>${big}</b><span>${small}</span><span>${below}</span></div>`;
}

function renderEvidence({ best, promoted, speedup }: Outcome, verdict: OkVerdict): Markup {
  const samples = speedup ? `, ${plural(speedup.samples, "interleaved block")}` : "";
  return facts([
    ["best attempt", markup`<a href="#${best?.id}">${best?.id}</a>${best?.plan && ` — ${best.plan.strategy}`}`],
    ["measured", `${promoted ? "at promotion, in a fresh process" : "during the search only, not in a fresh process"}${samples}`],
    ["candidate", time(verdict.candidate)],
    ["eager PyTorch", time(verdict.baseline)],
    ...verdict.rivals.map(({ name, time: taken, speedup: over }): [string, string | null] => [
      rivalLabel[name],
      taken && over && `${time(taken)}, ${ratio(over)} against it`,
    ]),
    [
      "correctness",
      `${plural(verdict.checkedCalls, "call")} checked against a double-precision reference; the largest error used ${percent(verdict.errorShare)} of its budget`,
    ],
    ["parameters", { loaded: "the reference's own, and others loaded in place later", none: "the task has none" }[verdict.parameters]],
    ["memory", verdict.profile?.peakBytes ? `${bytes(verdict.profile.peakBytes)} beyond inputs and parameters, at the peak of a call` : null],
    ["KernelBench's evaluator", verdict.kernelbench && kernelBenchSays(verdict.kernelbench)],
    ["clocks", verdict.clocks && clocksOf(verdict.clocks)],
    ["noise", `${verdict.comparison} than eager beyond a noise band of ${percent(verdict.noiseBand)}`],
    ["isolation", isolationOf(verdict.isolation)],
  ]);
}

/** "SM 1980 MHz, memory 3201 MHz, held down by power cap" */
function clocksOf({ smMhz, memoryMhz, held }: NonNullable<OkVerdict["clocks"]>): string {
  return [`SM ${smMhz} MHz`, `memory ${memoryMhz} MHz`, held.length > 0 && `held down by ${held.join(", ")}`].filter(Boolean).join(", ");
}

/** "L3: own user, no network, no new privileges, resource limits, control group, system call filter, file filter" */
export function isolationOf(isolation: Isolation): string {
  const parts = [
    [isolation.ownUser, "own user"],
    [isolation.noNetwork, "no network"],
    [isolation.noNewPrivileges, "no new privileges"],
    [isolation.limits, "resource limits"],
    [isolation.controlGroup, "control group"],
    [isolation.systemCallFilter, "system call filter"],
    [isolation.fileFilter, "file filter"],
  ] as const;
  const reached = parts.filter(([has]) => has).map(([, name]) => name);
  return `${isolation.level}: ${reached.join(", ") || "own process only"}`;
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
