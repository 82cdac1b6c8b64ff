/** The way to the best attempt, step by step: what was planned, what changed, what it brought, and what limits it now. */
import type { Attempt } from "../domain/attempt.ts";
import type { Diagnosis, Profile } from "../domain/profile.ts";
import type { RunRecord } from "../domain/run-record.ts";
import { bytes, count, duration, percent, ratio, time } from "./format.ts";
import { facts, fold, markup, table, type Markup } from "./markup.ts";
import { words } from "./notes.ts";
import { parentOf, pathTo, verdictOf, type Artifacts, type Outcome } from "./outcome.ts";
import { renderChange, renderFiles } from "./source.ts";

/** The steps from the reference to the best attempt, each as a diff against its parent; nothing where there is no best. */
export function renderPath(record: RunRecord, { best }: Outcome, artifacts: Artifacts): Markup {
  if (!best) return markup``;
  const steps = pathTo(best, record.attempts);
  return markup`<section id="path">
    <h2>The way to ${best.id}</h2>
    <ol class="steps">
      ${steps.map((step) => renderStep(step, parentOf(step, record.attempts), artifacts))}
    </ol>
    ${fold(`The whole source of ${best.id}`, renderFiles(best, artifacts))}
  </section>`;
}

function renderStep(step: Attempt, parent: Attempt | null, artifacts: Artifacts): Markup {
  const verdict = verdictOf(step, artifacts);
  return markup`<li id="${step.id}">
    <h3>
      ${step.id} <span class="status ${step.status}">${words(step.status)}</span>${step.speedup && markup` <span class="gain">${ratio(step.speedup)}</span>`}
    </h3>
    ${facts([
      [step.role === "repairer" ? "repair" : "strategy", step.plan?.strategy],
      ["plan", step.plan?.advice],
      ["anchored at", step.plan?.anchors.map(({ file, from, to }) => `${file} lines ${from}–${to}`).join(", ")],
      ["what was done", step.explanation],
      ["problem", step.problem && markup`<pre><code>${step.problem}</code></pre>`],
      ["time", step.time && time(step.time)],
    ])}
    ${step.diagnosis && renderDiagnosis(step.diagnosis)}
    ${fold(`What ${step.id} changed in ${parent?.role === "reference" ? "the reference" : (parent?.id ?? "its parent")}`, renderChange(step, parent, artifacts))}
    ${verdict?.status === "ok" && verdict.profile && fold("Its profile", renderProfile(verdict.profile, verdict.candidate.medianUs))}
  </li>`;
}

const boundWords: Readonly<Record<Diagnosis["bound"], string>> = {
  memory: "Bound by memory",
  compute: "Bound by arithmetic",
  launch: "Bound by launches",
  build: "Does not build",
  correctness: "Not correct",
  unknown: "Bound by something unknown",
};

function renderDiagnosis({ bound, summary, shareOfFloor, limits }: Diagnosis): Markup {
  return markup`<div class="diagnosis">
    <p><b>${boundWords[bound]}.</b> ${summary}${shareOfFloor !== null && markup` <span class="quiet">(${percent(shareOfFloor)} of the memory floor)</span>`}</p>
    ${
      limits.length > 0 &&
      markup`<ul>
        ${limits.map((limit) => markup`<li>${limit.what} <span class="quiet">(${limit.evidence})</span>: ${limit.moves}</li>`)}
      </ul>`
    }
  </div>`;
}

function renderProfile({ floorBytes, floorUs, copyGBps, kernels, compiled, remarks }: Profile, medianUs: number): Markup {
  const known = (value: number | null, as: (value: number) => string) => (value === null ? "–" : as(value));
  return markup`<p>Floor ${duration(floorUs)} (${bytes(floorBytes)} at ${count(Math.round(copyGBps))} GB/s), which is ${percent(floorUs / medianUs)} of the measured time.</p>
    ${
      kernels.length > 0 &&
      table(
        ["kernel", "calls", "time", "share"],
        kernels.map((row) => [row.name, count(row.calls), duration(row.us), percent(row.share)]),
      )
    }
    ${
      compiled.length > 0 &&
      table(
        ["compiled for the device", "registers", "spilled", "shared memory"],
        compiled.map((k) => [k.name, known(k.registers, count), known(k.spillBytes, bytes), known(k.sharedBytes, bytes)]),
      )
    }
    ${
      remarks.length > 0 &&
      markup`<p>The compiler's remarks</p>
        <pre><code>${remarks.join("\n")}</code></pre>`
    }`;
}
