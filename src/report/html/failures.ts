/** Failures: the reasons for a missing win with advice, and each failed attempt with its first error line. */
import { type Attempt, isCounted } from "../../run/attempt.ts";
import { headlineOf } from "../../domain/verdict.ts";
import type { RunRecord } from "../../run/events.ts";
import type { Advice } from "../run/advice.ts";
import { plural } from "../format.ts";
import { fold, markup, table, type Markup } from "./markup.ts";
import { words } from "../run/notes.ts";
import { renderCommand } from "./ship.ts";

/** The reasons for a missing win, and advice. */
export function renderAdvice(advice: Advice | null): Markup {
  if (!advice) return markup``;
  return markup`<section id="advice" class="ship" aria-labelledby="advice-name">
    <h2 id="advice-name">Why there is no win</h2>
    <ul>${advice.reasons.map((one) => markup`<li>${one}</li>`)}</ul>
    <h3>What to try</h3>
    ${advice.tries.map(({ what, command }) => (command === undefined ? markup`<p>${what}</p>` : renderCommand(what, command)))}
  </section>`;
}

const isFailed = (one: Attempt): boolean => isCounted(one) && one.status !== "ok";

/** So many failures are listed openly in a run without a win; the others are folded. */
const OPEN = 20;

/** One row per failed attempt; folded where the run has a win. */
export function renderFailures({ attempts }: RunRecord, hasWin: boolean): Markup {
  const failed = attempts.filter(isFailed);
  if (failed.length === 0) return markup``;
  const [open, folded] = hasWin ? [[], failed] : [failed.slice(0, OPEN), failed.slice(OPEN)];
  return markup`<section id="failures">
    <h2>Failed attempts</h2>
    ${open.length > 0 && rowsOf(open)} ${folded.length > 0 && fold(`${plural(folded.length, "attempt")}${open.length > 0 ? " more" : ""}`, rowsOf(folded))}
  </section>`;
}

function rowsOf(failed: readonly Attempt[]): Markup {
  return table(
    ["attempt", "outcome", "first error line", "strategy"],
    failed.map(({ id, status, problem, plan }) => [
      markup`<a href="#${id}">${id}</a>`,
      markup`<span class="status">${words(status)}</span>`,
      headlineOf(problem) || "–",
      plan?.strategy ?? "–",
    ]),
    4,
  );
}
