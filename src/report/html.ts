/**
 * The report of a run as one HTML file that needs nothing else: no network, no script, no fonts.
 * Pure: what it shows comes from the record and from the artifacts and exchanges that it is handed.
 */
import { floorUnder } from "../domain/profile.ts";
import type { RunRecord } from "../domain/run-record.ts";
import { type Level, renderChart } from "./chart.ts";
import { type Exchanges, type Instructions, renderInstructions } from "./exchange.ts";
import { utc } from "./format.ts";
import { markup, type Markup } from "./markup.ts";
import { outcomeOf, type Artifacts, type Outcome } from "./outcome.ts";
import { page } from "./page.ts";
import { renderBeforeAndAfter } from "./profile.ts";
import { renderResult } from "./result.ts";
import { renderCost, renderEnvironment, renderTask } from "./setting.ts";
import { renderRoofline } from "./roofline.ts";
import { renderSearch } from "./tree.ts";
import { renderTunings } from "./tuning.ts";
import { rivalLabel } from "../domain/measure.ts";

/** The whole page. An artifact that is gone leaves a sentence in its place; the rest of the page stands. */
export function renderHtml(record: RunRecord, artifacts: Artifacts, exchanges: Exchanges): string {
  const outcome = outcomeOf(record, artifacts);
  const instructions: Instructions = new Map();
  const search = renderSearch(outcome, { record, artifacts, exchanges, instructions });
  const { task, runId, at, target, model, mode } = record.started;
  const body = markup`<a class="skip" href="#search">Skip to the attempts</a>
    <header>
      <h1>${task}</h1>
      <p class="quiet">kernelwright run ${runId} · ${utc(at)} · ${target} · ${model}${mode === "replay" && " (replayed)"}</p>
    </header>
    <main>
      ${renderResult(record, outcome)} ${renderSpeed(record, outcome)} ${renderRoofline(record, outcome)} ${renderBeforeAndAfter(record, outcome)} ${search} ${renderTunings(record)}
      ${renderTask(record, artifacts)} ${renderEnvironment(record)} ${renderCost(record, artifacts)} ${renderInstructions(instructions)}
    </main>`;
  return page(task, body);
}

function renderSpeed({ attempts, baselines }: RunRecord, { best, time }: Outcome): Markup {
  const labels = { ...rivalLabel, tf32: "eager with TF32", "max-autotune": "max-autotune" };
  const rivals = (baselines?.rivals ?? []).flatMap(({ name, speedup }): Level[] => (speedup ? [{ label: labels[name], speedup: speedup.median }] : []));
  const least = baselines && floorUnder(time?.medianUs ?? Infinity, baselines);
  const floor = baselines && least ? [{ label: `${least.of} floor`, speedup: baselines.eager.medianUs / least.us }] : [];
  return markup`<section id="speed">
    <h2>Speed over attempts</h2>
    ${renderChart(attempts, best?.id ?? null, [...rivals, ...floor])}
  </section>`;
}
