/**
 * The tree of attempts. A click on an attempt opens its panel, without a script: a panel is visible while the URL names it.
 * By default, and in print, the panels on the path to the best attempt are visible.
 */
import { eagerLabel } from "../../domain/measure.ts";
import { type Attempt, compareIds } from "../../run/attempt.ts";
import type { RunRecord } from "../../run/events.ts";
import type { Verdict } from "../../domain/verdict.ts";
import { renderAttempt, type Sources } from "./attempt.ts";
import { plural, times } from "../format.ts";
import { facts, fold, markup, type Markup } from "./markup.ts";
import { words } from "../run/notes.ts";
import { pathTo, type Outcome } from "../run/outcome.ts";

/** The size limit of all panels together, in bytes. It keeps the page below 10 MB. */
const ROOM = 8_000_000;
/** The number of attempts at the end of the path to the best that are shown in full. */
const LONG = 100;

/** The tree beside the panels. */
export function renderSearch({ best }: Outcome, sources: Sources, room = ROOM): Markup {
  const { attempts } = sources.record;
  const path = pathTo(best, attempts);
  const { panels, left } = panelsOf(path, sources, room);
  const made = attempts.filter((attempt) => attempt.role !== "reference").length;
  return markup`<section id="search">
    <h2>Attempts</h2>
    <p class="quiet">
      ${plural(made, "attempt")}, each under the one that it changes, the way to the best one in bold. Choose one to see its plan, its change and its evidence.
      Speedups are those of the search; ↻ is the measurement in a fresh process, at promotion.${left > 0 && ` ${plural(left, "attempt")} without a link are left out to keep this page small: npx kernelwright inspect ${sources.folder} ATTEMPT.`}
    </p>
    ${sources.record.feedback.length > 0 && fold(`What a person said: ${sources.record.feedback.length}`, facts(sources.record.feedback.map(({ kind, on, text }) => [`${kind}, ${on}`, text])))}
    <div class="search">
      <nav class="tree" aria-label="Attempts"><a href="#path">${best ? `the way to ${best.id}` : "none is chosen"}</a>${renderTree(sources.record, path, new Set(panels.keys()))}</nav>
      <div class="panels" id="path">${[...panels.values()]}</div>
    </div>
  </section>`;
}

/**
 * Panels by attempt, within the size limit. The path to the best attempt, or its end, is always in full. Then follow the others in brief,
 * fastest first. Then full panels replace brief ones while space remains. `left` counts attempts without a panel.
 */
function panelsOf(path: readonly Attempt[], sources: Sources, room: number): { panels: Map<string, Markup>; left: number } {
  const others = sources.record.attempts
    .filter((one) => one.role !== "reference" && !path.includes(one))
    .toSorted((a, b) => (b.speedup?.median ?? 0) - (a.speedup?.median ?? 0));
  const panels = new Map<string, Markup>();
  let used = 0;
  const place = (attempt: Attempt, brief: boolean): boolean => {
    const panel = renderAttempt(attempt, path.includes(attempt), brief, sources);
    const before = panels.get(attempt.id);
    const size = used + sizeOf(panel) - (before ? sizeOf(before) : 0);
    if (size > room && !path.includes(attempt)) return false;
    used = size;
    panels.set(attempt.id, panel);
    return true;
  };
  for (const [at, attempt] of path.entries()) place(attempt, path.length - at > LONG);
  const full = others.findIndex((one) => !place(one, true));
  const placed = full < 0 ? others : others.slice(0, full);
  placed.every((one) => place(one, false));
  const inOrder = [...path, ...placed.toSorted(compareIds)];
  return { panels: new Map(inOrder.map((one) => [one.id, panels.get(one.id)!])), left: others.length - placed.length };
}

const encoder = new TextEncoder();
const sizeOf = (panel: Markup): number => encoder.encode(panel.text).length;

/** Nested lists: parents before children, siblings in the order they were made; an attempt whose parent is missing stands at the top. */
function renderTree(
  { started, attempts, promotions, expansions, finished, stopped }: RunRecord,
  path: readonly Attempt[],
  linked: ReadonlySet<string>,
): Markup {
  const known = new Set(attempts.map((attempt) => attempt.id));
  const again = new Map(promotions.map((one) => [one.attempt, one.verdict]));
  const atWork = finished || stopped ? [] : expansions.filter(({ attempt }) => !known.has(attempt));
  const children = Map.groupBy(attempts, ({ parent }) => (parent !== null && known.has(parent) ? parent : null));
  const onPath = new Set(path);
  const pieces: Markup[] = [markup`<ul>`];
  // A walk without recursion: a way of thousands of attempts is too deep for the stack.
  for (const levels = [(children.get(null) ?? []).values()]; levels.length > 0;) {
    const { value: one } = levels.at(-1)!.next();
    const below = one && children.get(one.id);
    if (one)
      pieces.push(
        markup`<li>${one.role === "reference" ? referenceNode(started) : renderNode(one, again.get(one.id), onPath.has(one), linked.has(one.id))}${below ? markup`<ul>` : markup`</li>`}`,
      );
    else pieces.push(levels.length > 1 ? markup`</ul></li>` : markup`</ul>`);
    if (!one) levels.pop();
    else if (below) levels.push(below.values());
  }
  return markup`${pieces}${atWork.map(({ attempt, parent }) => markup`<p class="node work"><b>${attempt}</b> <span class="slow">at work on ${parent === "root" ? "the reference" : parent}</span></p>`)}`;
}

const referenceNode = ({ precision }: RunRecord["started"]): Markup => markup`<span class="node">the reference <small>${eagerLabel[precision]}</small></span>`;

function renderNode({ id, status, speedup, plan }: Attempt, again: Verdict | undefined, onPath: boolean, linked: boolean): Markup {
  const outcome = markup`<span class="${speedup ? (speedup.high < 1 ? "slow" : "ok") : "failed"}">${speedup ? times(speedup.median) : words(status)}</span>`;
  const promoted =
    again &&
    markup` <span class="${again.status !== "ok" || again.speedup.low <= 1 ? "failed" : "ok"}">↻ ${again.status === "ok" ? times(again.speedup.median) : words(again.status)}</span>`;
  const label = markup`<b>${id}</b> ${outcome}${promoted}${plan && markup` <small>${plan.strategy}</small>`}`;
  const kind = onPath ? "node winner" : "node";
  return linked ? markup`<a class="${kind}" href="#${id}">${label}</a>` : markup`<span class="${kind}" id="${id}">${label}</span>`;
}
