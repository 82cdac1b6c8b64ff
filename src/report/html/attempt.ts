/** One attempt in full, as a panel of the report, from its plan to the prompts of the model. */
import type { Attempt } from "../../run/attempt.ts";
import type { Diagnosis } from "../../domain/profile.ts";
import type { RunRecord } from "../../run/events.ts";
import { kernelwright } from "../../lib/shell.ts";
import { type OkVerdict, problemOf, profiledCall } from "../../domain/verdict.ts";
import type { Exchanges } from "../run/exchange.ts";
import { type Instructions, renderExchanges } from "./exchange.ts";
import { count, percent, plural, ratio, seconds, time, times } from "../format.ts";
import { facts, fold, markup, type Markup } from "./markup.ts";
import { words } from "../run/notes.ts";
import { parentOf, searchedOf, verdictOf, type Artifacts } from "../run/outcome.ts";
import { renderProfile } from "./profile.ts";
import { renderChange, renderFiles } from "./source.ts";
import { renderTuning } from "./tuning.ts";
import { uncountedText } from "../run/uncounted.ts";

/** The input of a panel. */
export interface Sources {
  readonly record: RunRecord;
  /** the run's folder, as the user wrote it */
  readonly folder: string;
  readonly artifacts: Artifacts;
  readonly exchanges: Exchanges;
  /** filled with the instructions that the panels refer to */
  readonly instructions: Instructions;
}

/** The panel; `brief` leaves out sources, prompts and replies, and says where they are. */
export function renderAttempt(attempt: Attempt, onPath: boolean, brief: boolean, sources: Sources): Markup {
  const { record, folder } = sources;
  return markup`<article class="attempt${onPath && " path"}" id="${attempt.id}" aria-labelledby="${attempt.id}-name">
    <h3 id="${attempt.id}-name">${attempt.id} <span class="status ${attempt.status}">${words(attempt.status)}</span>${attempt.speedup && markup` <span class="gain">${ratio(attempt.speedup)}</span>`}</h3>
    <p class="quiet">${placeOf(attempt, record)} <a class="up" href="#search">all attempts</a></p>
    ${factsOf(attempt, sources)}
    ${renderPlan(attempt)} ${attempt.diagnosis && renderDiagnosis(attempt.diagnosis, uncountedText(attempt.diagnosis, verdictOf(attempt, sources.artifacts)))}
    ${brief ? markup`<p class="quiet">Its source, prompts and replies are left out to keep this page small: <code>${kernelwright("inspect", folder, attempt.id)}</code></p>` : renderEvidence(attempt, sources)}
  </article>`;
}

function renderEvidence(attempt: Attempt, { record, artifacts, exchanges, instructions }: Sources): Markup {
  const parent = parentOf(attempt, record.attempts);
  const verdict = profiledOf(attempt, record, artifacts);
  const tuned = record.tunings.find((one) => one.attempt === attempt.id)?.tuning;
  const before = parent?.role === "reference" ? "the reference" : (parent?.id ?? "its parent");
  return markup`${attempt.source && fold(`What ${attempt.id} changed in ${before}`, renderChange(attempt, parent, artifacts), true)}
    ${renderFiles(attempt, artifacts)}
    ${verdict?.profile && fold("Its profile", renderProfile(verdict.profile, profiledCall(verdict).candidate.medianUs))}
    ${tuned && fold("Its tuning", renderTuning(tuned))}
    ${renderExchanges(exchanges(attempt.id), instructions)}`;
}

/** The search's verdict on an attempt, or promotion's if that one alone has the hardware's counters. */
function profiledOf(attempt: Attempt, record: RunRecord, artifacts: Artifacts): OkVerdict | null {
  const again = record.promotions.find((one) => one.attempt === attempt.id)?.verdict;
  return again?.status === "ok" && again.profile?.counting ? again : searchedOf(attempt, record, artifacts);
}

/** "repairer on r1b1 in round 1; chosen because: …; expanded into r2b0, r2b1" */
function placeOf({ id, parent, role, round }: Attempt, { attempts, expansions }: RunRecord): Markup {
  const link = (to: string) => markup`<a href="#${to}">${to}</a>`;
  const why = expansions.find((one) => one.attempt === id)?.why;
  const children = attempts.filter((one) => one.parent === id).map((one, at) => markup`${at > 0 && ", "}${link(one.id)}`);
  const from = parent === "root" || parent === null ? "the reference" : link(parent);
  return markup`${role} on ${from} in round ${round}${why && `; chosen because: ${why}`}${children.length > 0 && markup`; expanded into ${children}`}`;
}

function factsOf(attempt: Attempt, { artifacts, record }: Sources): Markup {
  const { plan, role, problem, tokens, modelSeconds, judgeSeconds } = attempt;
  const verdict = verdictOf(attempt, artifacts);
  const again = record.promotions.find((one) => one.attempt === attempt.id)?.verdict;
  return facts([
    [role === "repairer" ? "repair of" : "strategy", plan?.strategy],
    ["part", plan?.part && `${plan.part}${plan.atMost === undefined ? "" : `, at most ${times(plan.atMost)} in all`}`],
    ["built from", attempt.blocks?.used.length ? `building blocks ${attempt.blocks.used.join(", ")}` : ""],
    ["problem", problem && markup`<pre><code>${problem}</code></pre>`],
    ["time", attempt.time && time(attempt.time)],
    [
      "measured again",
      again && (again.status === "ok" ? `${time(again.candidate)}, ${ratio(again.speedup)} against eager` : `${words(again.status)}: ${problemOf(again)}`),
    ],
    [
      "checked",
      verdict?.status === "ok" &&
        `${plural(verdict.checkedCalls, "call")}; the largest error used ${percent(verdict.errorShare)} of its budget; isolation ${verdict.isolation.level}`,
    ],
    ["cost", `${count(tokens)} tokens, model ${seconds(modelSeconds)}, judge ${seconds(judgeSeconds)}`],
  ]);
}

/** The plan and the work on it. Long texts are folded, which puts the change first. */
function renderPlan({ plan, explanation }: Attempt): Markup {
  if (!plan && explanation === "") return markup``;
  const rows = facts([
    ["plan", plan?.advice],
    ["anchored at", plan?.anchors.map(({ file, from, to }) => `${file} lines ${from}–${to}`).join(", ")],
    ["what was done", explanation],
  ]);
  return fold("Its plan, and what was done", rows, true);
}

const boundWords: Readonly<Record<Diagnosis["bound"], string>> = {
  memory: "Bound by memory",
  compute: "Bound by arithmetic",
  latency: "Bound by waiting",
  launch: "Bound by launches",
  build: "Does not build",
  correctness: "Not correct",
  unknown: "Bound by something unknown",
};

function renderDiagnosis({ bound, summary, solFraction, floor = "memory", limits, changes = [] }: Diagnosis, uncounted: string): Markup {
  return markup`<div class="diagnosis">
    <p><b>${boundWords[bound]}.</b> ${[summary, uncounted].filter(Boolean).join(" ")}${solFraction !== null && markup` <span class="quiet">(${percent(solFraction)} of the speed of light, ${floor})</span>`}</p>
    ${
      limits.length > 0 &&
      markup`<ul>
        ${limits.map((limit) => markup`<li>${limit.what} <span class="quiet">(${limit.evidence})</span>: ${limit.techniques}</li>`)}
      </ul>`
    }
    ${changes.length > 0 && markup`<p class="quiet">Against its parent: ${changes.join("; ")}.</p>`}
  </div>`;
}
