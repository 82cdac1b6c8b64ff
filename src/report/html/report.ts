/**
 * The report of a run as one self-contained HTML file, without network access, scripts and fonts.
 * Pure: its content comes from the record and from the artifacts and exchanges that it gets.
 */
import { floorUnder } from "../../domain/profile.ts";
import type { RunRecord } from "../../run/events.ts";
import { renderCallTimes } from "./call-times.ts";
import { renderChart, type Speed } from "./chart.ts";
import type { Exchanges } from "../run/exchange.ts";
import { type Instructions, renderInstructions } from "./exchange.ts";
import { utc } from "../format.ts";
import { markup, type Markup } from "./markup.ts";
import { outcomeOf, type Artifacts, type Outcome } from "../run/outcome.ts";
import { page } from "./page.ts";
import { renderBeforeAndAfter } from "./profile.ts";
import { renderResult } from "./result.ts";
import { renderCost } from "./cost.ts";
import { renderFailures } from "./failures.ts";
import { renderCode } from "./source.ts";
import { renderEnvironment, renderTask } from "./setting.ts";
import { renderRoofline } from "./roofline.ts";
import { renderShapes } from "./shapes.ts";
import { renderSearch } from "./tree.ts";
import { renderTunings } from "./tuning.ts";
import { alternativeLabel } from "../../domain/measure.ts";

/** The whole page. `folder` is the run's, as the commands on the page name it. A missing artifact leaves a sentence in its place. */
export function renderHtml(record: RunRecord, artifacts: Artifacts, exchanges: Exchanges, folder: string): string {
  const outcome = outcomeOf(record, artifacts);
  const instructions: Instructions = new Map();
  const search = renderSearch(outcome, { record, folder, artifacts, exchanges, instructions });
  const { task, runId, at, target, model, mode } = record.started;
  const body = markup`<a class="skip" href="#search">Skip to the attempts</a>
    <header>
      <h1>${task}</h1>
      <p class="quiet">kernelwright run ${runId} · ${utc(at)} · ${target} · ${model}${mode === "replay" && " (replayed)"}</p>
    </header>
    <main>
      ${renderResult(record, outcome, folder)} ${renderShapes(record, outcome)} ${renderCallTimes(outcome)} ${renderCode(outcome, record.attempts, artifacts)} ${renderSpeed(record, outcome)}
      ${renderRoofline(record, outcome)} ${renderBeforeAndAfter(record, outcome)} ${renderFailures(record, outcome.standing === "win")} ${search} ${renderTunings(record)}
      ${renderTask(record, outcome, artifacts)} ${renderEnvironment(record)} ${renderCost(record, artifacts)} ${renderInstructions(instructions)}
    </main>`;
  return page(task, body);
}

function renderSpeed(record: RunRecord, { best, time, eager }: Outcome): Markup {
  const labels = { ...alternativeLabel, tf32: "eager with TF32", "max-autotune": "max-autotune" };
  const { baselines, incumbents } = record;
  const rivals = (baselines?.rivals ?? []).flatMap(({ name, speedup }): Speed[] => (speedup ? [{ label: labels[name], speedup: speedup.median }] : []));
  const theirs = incumbents.flatMap(({ name, verdict }): Speed[] => (verdict?.status === "ok" ? [{ label: name, speedup: verdict.speedup.median }] : []));
  const least = baselines && floorUnder(time?.medianUs ?? Infinity, baselines);
  const floor = eager && least ? [{ label: `${least.of} floor`, speedup: eager.medianUs / least.us }] : [];
  return markup`<section id="speed">
    <h2>Speed over attempts</h2>
    ${renderChart(record, best?.id ?? null, [...rivals, ...theirs, ...floor])}
  </section>`;
}
