/**
 * The speedup of every attempt in the order they were judged, on a logarithmic axis, with the best so far as a line.
 * Inline SVG, coloured by the page's style; attempts without a time are crosses at the foot.
 */
import type { Attempt } from "../domain/attempt.ts";
import type { Ratio } from "../domain/measure.ts";
import { digits, ratio } from "./format.ts";
import { markup, type Markup } from "./markup.ts";
import { words } from "./notes.ts";

const size = { width: 640, height: 230, left: 44, right: 96, top: 14, bottom: 34 };
const foot = size.height - size.bottom;

/** `compiled` is eager / torch.compile, drawn as a second reference line where it is known. */
export function renderChart(attempts: readonly Attempt[], bestId: string | null, compiled: Ratio | null): Markup {
  const shown = attempts.filter((attempt) => attempt.role !== "reference");
  const ratios = shown.flatMap(({ speedup }) => (speedup ? [speedup] : []));
  if (ratios.length === 0) return markup`<p class="quiet">No attempt was measured, so there is nothing to draw.</p>`;
  const { y, ticks } = axisOf([1, ...ratios.flatMap((r) => [r.low, r.high]), ...(compiled ? [compiled.median] : [])]);
  const x = (i: number) => Math.round(size.left + ((i + 0.5) / shown.length) * (size.width - size.left - size.right));
  return markup`<div class="wide">
    <svg class="chart" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="Speedup against eager PyTorch, attempt by attempt">
      ${ticks.map((tick) => markup`<line class="grid" x1="${size.left}" x2="${size.width - size.right}" y1="${y(tick)}" y2="${y(tick)}" /><text class="tick" x="${size.left - 8}" y="${y(tick) + 4}">${String(tick)}x</text> `)}
      ${level(y(1), "eager")}${compiled && level(y(compiled.median), "torch.compile")}
      <path class="best" d="${bestLine(shown, x, y)}" />
      ${shown.map((attempt, i) => mark(attempt, x(i), y, attempt.id === bestId))}
      <text class="axis" x="${size.left}" y="${size.height - 8}">attempts in the order they were made</text>
    </svg>
  </div>`;
}

function level(y: number, label: string): Markup {
  return markup`<line class="level" x1="${size.left}" x2="${size.width - size.right}" y1="${y}" y2="${y}" />
      <text class="label" x="${size.width - size.right + 8}" y="${y + 4}">${label}</text>`;
}

function mark({ id, status, speedup }: Attempt, x: number, y: (value: number) => number, isBest: boolean): Markup {
  if (!speedup) return markup`<g class="miss"><title>${id}: ${words(status)}</title><path d="M${x - 3.5} ${foot + 4}l7 7m0 -7l-7 7" /></g> `;
  const title = markup`<title>${id}: ${ratio(speedup)}</title>`;
  const whisker = markup`<line class="whisker" x1="${x}" x2="${x}" y1="${y(speedup.low)}" y2="${y(speedup.high)}" />`;
  return markup`<g class="${isBest ? "hit winner" : "hit"}">${title}${whisker}<circle cx="${x}" cy="${y(speedup.median)}" r="${isBest ? 5 : 3.5}" /></g> `;
}

function bestLine(attempts: readonly Attempt[], x: (i: number) => number, y: (value: number) => number): string {
  let best = 0;
  let path = "";
  attempts.forEach(({ speedup }, i) => {
    if (!speedup || speedup.median <= best) return;
    best = speedup.median;
    path += path === "" ? `M${x(i)} ${y(best)}` : `H${x(i)}V${y(best)}`;
  });
  return `${path}H${size.width - size.right}`;
}

/** A logarithmic axis that holds all values, with at most six round ticks. */
function axisOf(values: readonly number[]): { y: (value: number) => number; ticks: readonly number[] } {
  const low = Math.min(...values) / 1.15;
  const high = Math.max(...values) * 1.15;
  const y = (value: number) => Math.round((foot - (Math.log(value / low) / Math.log(high / low)) * (foot - size.top)) * 10) / 10;
  const within = (mantissas: readonly number[]) =>
    [0.001, 0.01, 0.1, 1, 10, 100, 1000].flatMap((ten) => mantissas.map((m) => Number(digits(m * ten)))).filter((v) => v >= low && v <= high);
  const ticks = [[1, 1.2, 1.4, 1.6, 1.8, 2, 3, 4, 5, 6, 8], [1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1]].map(within);
  return { y, ticks: ticks.find((list) => list.length <= 6) ?? [1] };
}
