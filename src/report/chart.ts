/**
 * The speedup of every attempt in the order they were made, on a logarithmic axis, with the best so far as a line.
 * Inline SVG, coloured by the page's style; attempts without a time are crosses at the foot, and a click opens any of them.
 */
import { scaleLinear, scaleLog } from "d3-scale";
import { curveStepAfter, line } from "d3-shape";
import type { Attempt } from "../domain/attempt.ts";
import { digits, plural, ratio, times } from "./format.ts";
import { markup, type Markup } from "./markup.ts";
import { words } from "./notes.ts";

const size = { width: 640, height: 260, left: 54, right: 116, top: 14, bottom: 36 };
const foot = size.height - size.bottom;
const edge = size.width - size.right;
type Height = (value: number) => number;

/** A known speed that attempts are seen beside, as a speedup against eager. */
export interface Level {
  readonly label: string;
  readonly speedup: number;
}

/** Levels this many times above the fastest attempt would only press the others together. */
const OUT_OF_SIGHT = 10;

/** `levels` are drawn beside eager's own, those that are far out of reach excepted. */
export function renderChart(attempts: readonly Attempt[], bestId: string | null, levels: readonly Level[]): Markup {
  const shown = attempts.filter((attempt) => attempt.role !== "reference");
  const ratios = shown.flatMap(({ speedup }) => (speedup ? [speedup] : []));
  if (ratios.length === 0) return markup`<p class="quiet">No attempt was measured, so there is nothing to draw.</p>`;
  const reach = OUT_OF_SIGHT * Math.max(1, ...ratios.map((one) => one.median));
  const all = [{ label: "eager", speedup: 1 }, ...levels.filter((one) => one.speedup < reach)];
  const values = [...all.map((one) => one.speedup), ...ratios.flatMap((one) => [one.low, one.high])];
  const domain = [Math.min(...values) / 1.15, Math.max(...values) * 1.15] as const;
  const y = scaleLog(domain, [foot, size.top]);
  const x = scaleLinear([0.5, shown.length + 0.5], [size.left, edge]);
  return markup`<figure><div class="wide" tabindex="0" role="group" aria-label="Speed over attempts">
    <svg class="chart" viewBox="0 0 ${size.width} ${size.height}" role="group" aria-label="Speedup against eager PyTorch, attempt by attempt">
      ${ticksOf(domain).map((tick) => markup`<line class="grid" x1="${size.left}" x2="${edge}" y1="${at(y(tick))}" y2="${at(y(tick))}" /><text class="tick" x="${size.left - 8}" y="${at(y(tick) + 4)}">${digits(tick)}x</text> `)}
      ${renderLevels(all, y)}
      <path class="best" d="${bestLine(shown, x, y)}" />
      ${shown.map((attempt, index) => mark(attempt, at(x(index + 1)), y, attempt.id === bestId))}
      <text class="axis" x="${size.left}" y="${size.height - 8}">attempts in the order they were made</text>
    </svg></div>
    <figcaption>${captionOf(shown)}</figcaption>
  </figure>`;
}

const at = (value: number): number => Math.round(value * 10) / 10;

/** At most about six round values: powers of ten by 1, 2 and 5 over a wide range, even steps over a narrow one. */
export function ticksOf([low, high]: readonly [number, number]): readonly number[] {
  if (high / low < 5) return scaleLinear([low, high], [0, 1]).ticks(5);
  const mantissas = high / low < 100 ? [1, 2, 5] : [1];
  return scaleLog([low, high], [0, 1])
    .ticks()
    .filter((tick) => mantissas.some((one) => Math.abs(tick / 10 ** Math.floor(Math.log10(tick) + 1e-9) - one) < 1e-6));
}

/** Lines across, with labels that do not cover each other. */
function renderLevels(levels: readonly Level[], y: Height): Markup {
  let above = Infinity;
  return markup`${levels
    .toSorted((a, b) => a.speedup - b.speedup)
    .map(({ label, speedup }) => {
      const height = at(y(speedup));
      above = Math.min(height, above - 13);
      return markup`<line class="level" x1="${size.left}" x2="${edge}" y1="${height}" y2="${height}" /><text class="label" x="${edge + 8}" y="${at(above + 4)}">${label}</text> `;
    })}`;
}

/** Links take no place in the order of the Tab key: the tree has them all. */
function mark({ id, status, speedup }: Attempt, x: number, y: Height, isBest: boolean): Markup {
  if (!speedup)
    return markup`<a class="miss" href="#${id}" tabindex="-1"><title>${id}: ${words(status)}</title><path d="M${at(x - 3)} ${foot + 4}l6 6m0 -6l-6 6" /></a> `;
  const whisker = markup`<line class="whisker" x1="${x}" x2="${x}" y1="${at(y(speedup.low))}" y2="${at(y(speedup.high))}" />`;
  return markup`<a class="${isBest ? "hit winner" : "hit"}" href="#${id}" tabindex="-1"><title>${id}: ${ratio(speedup)}</title>${whisker}<circle cx="${x}" cy="${at(y(speedup.median))}" r="${isBest ? 5 : 3.5}" /></a> `;
}

function bestLine(attempts: readonly Attempt[], x: Height, y: Height): string {
  let best = 0;
  const points: [number, number][] = [];
  attempts.forEach(({ speedup }, index) => {
    best = Math.max(best, speedup?.median ?? 0);
    if (best > 0) points.push([x(index + 1), y(best)]);
  });
  const path = line().curve(curveStepAfter).digits(1);
  return path([...points, [edge, y(best)]]) ?? "";
}

function captionOf(attempts: readonly Attempt[]): string {
  const measured = attempts.filter((one) => one.speedup);
  const best = measured.toSorted((a, b) => b.speedup!.median - a.speedup!.median)[0];
  return `${measured.length} of ${plural(attempts.length, "attempt")} passed every check and were timed; bars are 95 % intervals. In the search the fastest was ${best?.id} with ${times(best?.speedup?.median ?? 1)}.`;
}
