/**
 * The tree of attempts, and a panel for each that a click on it opens. No script: a panel is shown while the address names
 * it, and until then those on the way to the best attempt are, which are also what is printed.
 */
import { type Attempt, compareIds } from "../domain/attempt.ts";
import { renderAttempt, type Sources } from "./attempt.ts";
import { plural, times } from "./format.ts";
import { facts, fold, markup, type Markup } from "./markup.ts";
import { words } from "./notes.ts";
import { pathTo, type Outcome } from "./outcome.ts";

/** Bytes that all panels may take together: the page stays below 10 MB. */
const ROOM = 8_000_000;
/** Of a longer way to the best attempt this many at its end are shown in full, the others in brief. */
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
      Speedups are those of the search.${left > 0 && ` ${plural(left, "attempt")} without a link are left out to keep this page small: npx kernelwright inspect RUN ATTEMPT.`}
    </p>
    ${sources.record.told.length > 0 && fold(`What a person said: ${sources.record.told.length}`, facts(sources.record.told.map(({ kind, on, text }) => [`${kind}, ${on}`, text])))}
    <div class="search">
      <nav class="tree" aria-label="Attempts"><a href="#path">${best ? `the way to ${best.id}` : "none is chosen"}</a>${renderTree(attempts, path, new Set(panels.keys()))}</nav>
      <div class="panels" id="path">${[...panels.values()]}</div>
    </div>
  </section>`;
}

/**
 * Panels by attempt: those of the path (of a long one its end) in full whatever their size, then the others in brief, fastest first, then in full
 * instead, each while there is room. `left` counts those that got none.
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
function renderTree(attempts: readonly Attempt[], path: readonly Attempt[], linked: ReadonlySet<string>): Markup {
  const known = new Set(attempts.map((attempt) => attempt.id));
  const children = Map.groupBy(attempts, ({ parent }) => (parent !== null && known.has(parent) ? parent : null));
  const onPath = new Set(path);
  const pieces: Markup[] = [markup`<ul>`];
  // A walk without recursion: a way of thousands of attempts is too deep for the stack.
  for (const levels = [(children.get(null) ?? []).values()]; levels.length > 0;) {
    const { value: one } = levels.at(-1)!.next();
    const below = one && children.get(one.id);
    if (one) pieces.push(markup`<li>${renderNode(one, onPath.has(one), linked.has(one.id))}${below ? markup`<ul>` : markup`</li>`}`);
    else pieces.push(levels.length > 1 ? markup`</ul></li>` : markup`</ul>`);
    if (!one) levels.pop();
    else if (below) levels.push(below.values());
  }
  return markup`${pieces}`;
}

function renderNode({ id, role, status, speedup, plan }: Attempt, onPath: boolean, linked: boolean): Markup {
  if (role === "reference") return markup`<span class="node">the reference <small>eager PyTorch</small></span>`;
  const outcome = markup`<span class="${speedup ? (speedup.high < 1 ? "slow" : "ok") : "failed"}">${speedup ? times(speedup.median) : words(status)}</span>`;
  const label = markup`<b>${id}</b> ${outcome}${plan && markup` <small>${plan.strategy}</small>`}`;
  const kind = onPath ? "node winner" : "node";
  return linked ? markup`<a class="${kind}" href="#${id}">${label}</a>` : markup`<span class="${kind}" id="${id}">${label}</span>`;
}
