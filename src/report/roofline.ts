/**
 * The roofline: what the device can do at most for each byte that is moved, and how near every attempt comes. Intensity is the
 * task's, its counted arithmetic over the bytes of its floor, so that all attempts stand above one another and the eye compares heights.
 */
import { scaleLog } from "d3-scale";
import { line } from "d3-shape";
import type { RunRecord } from "../domain/run-record.ts";
import { ticksOf } from "./chart.ts";
import { digits, percent } from "./format.ts";
import { markup, type Markup } from "./markup.ts";
import type { Outcome } from "./outcome.ts";

interface Roofline {
  readonly flops: number;
  readonly bytes: number;
  readonly copyGBps: number;
  /** what matrix products reach, by the precision track; the run's own is `track` */
  readonly tflops: Readonly<Record<string, number>>;
  readonly track: string;
  readonly eagerUs: number;
  readonly points: readonly { id: string; us: number }[];
  readonly bestId: string | null;
}

/** The plot, of a task whose arithmetic was counted; nothing of others: their roof is the memory floor. */
export function renderRoofline({ baselines, attempts }: RunRecord, { best }: Outcome): Markup {
  const { work, ceilings } = baselines ?? {};
  if (!baselines || !work || !ceilings) return markup``;
  const points = attempts.flatMap(({ id, role, time }) => (time && role !== "reference" ? [{ id, us: time.medianUs }] : []));
  const { floorBytes: bytes, eager } = baselines;
  const { copyGBps, tflops } = ceilings;
  return markup`<section id="roofline">
    <h2>Roofline</h2>
    ${figureOf({ flops: work.flops, bytes, copyGBps, tflops, track: work.track, eagerUs: eager.medianUs, points, bestId: best?.id ?? null })}
  </section>`;
}

const size = { width: 640, height: 300, left: 56, right: 150, top: 16, bottom: 44 };
const foot = size.height - size.bottom;
const edge = size.width - size.right;
type Place = (value: number) => number;

/** Every point is linked to its attempt. */
function figureOf(roofline: Roofline): Markup {
  const { flops, bytes, copyGBps, tflops, eagerUs, points, track } = roofline;
  const intensity = flops / bytes;
  const roofs = Object.entries(tflops).toSorted(([, a], [, b]) => a - b);
  const highest = roofs.at(-1)?.[1] ?? (intensity * copyGBps) / 1000;
  const corners = [intensity, ...roofs.map(([, rate]) => (rate * 1000) / copyGBps)]; // where a roof meets the slope
  const rateOf = (us: number): number => flops / us / 1e6;
  const rates = [eagerUs, ...points.map(({ us }) => us)].map(rateOf);
  const across = [Math.min(...corners) / 4, Math.max(...corners) * 4] as const;
  const up = [Math.min(...rates, highest) / 2, Math.max(...rates, highest) * 1.6] as const;
  const x = scaleLog(across, [size.left, edge]);
  const y = scaleLog(up, [foot, size.top]);
  const limit = Math.min((intensity * copyGBps) / 1000, tflops[track] ?? Infinity);
  const top = points.find(({ id }) => id === roofline.bestId);
  return markup`<figure><div class="wide" tabindex="0" role="group" aria-label="Roofline">
    <svg class="chart" viewBox="0 0 ${size.width} ${size.height}" role="group" aria-label="Arithmetic done per second against arithmetic per byte, with the device's ceilings">
      ${ticksOf(up).map((tick) => markup`<line class="grid" x1="${size.left}" x2="${edge}" y1="${at(y(tick))}" y2="${at(y(tick))}" /><text class="tick" x="${size.left - 8}" y="${at(y(tick) + 4)}">${digits(tick)}</text> `)}
      ${ticksOf(across).map((tick) => markup`<text class="below" x="${at(x(tick))}" y="${foot + 16}">${digits(tick)}</text> `)}
      <line class="grid" x1="${at(x(intensity))}" x2="${at(x(intensity))}" y1="${size.top}" y2="${foot}" />
      ${renderRoofs(roofline, roofs, across, up, x, y)}
      ${renderEager(at(x(intensity)), at(y(rateOf(eagerUs))), digits(rateOf(eagerUs)))}
      ${points.map(({ id, us }) => renderPoint(id, at(x(intensity)), at(y(rateOf(us))), digits(rateOf(us)), id === roofline.bestId))}
      <text class="axis" x="${size.left}" y="${size.height - 8}">operations per byte</text><text class="axis" x="4" y="${size.top - 4}">TFLOP/s</text>
    </svg></div>
    <figcaption>
      The task does ${digits(intensity)} operations for each byte that it must move, so this device allows ${digits(limit)} TFLOP/s in ${track}.
      ${top && `${top.id} reaches ${digits(rateOf(top.us))}, which is ${percent(rateOf(top.us) / limit)}; eager PyTorch ${digits(rateOf(eagerUs))}.`}
    </figcaption>
  </figure>`;
}

const at = (value: number): number => Math.round(value * 10) / 10;

/** The slope of the copy bandwidth up to the highest roof, and each roof from where it meets the slope. */
function renderRoofs(
  { copyGBps, track }: Roofline,
  roofs: readonly (readonly [string, number])[],
  across: readonly [number, number],
  up: readonly [number, number],
  x: Place,
  y: Place,
): Markup {
  const slope = (value: number): number => (value * copyGBps) / 1000;
  const [low, high] = [Math.max(across[0], (up[0] * 1000) / copyGBps), Math.min(across[1], (up[1] * 1000) / copyGBps)];
  const path = line().digits(1);
  let above = Infinity;
  return markup`<path class="roof" d="${path([low, high].map((value) => [x(value), y(slope(value))])) ?? ""}" />
    <text class="label" x="${at(x(Math.sqrt(low * high)) + 8)}" y="${at(y(slope(Math.sqrt(low * high))) + 12)}">${digits(copyGBps)} GB/s</text>
    ${roofs.map(([name, tflops]) => {
      above = Math.min(y(tflops), above - 13);
      const from = Math.max(across[0], (tflops * 1000) / copyGBps);
      return markup`<line class="${name === track ? "roof" : "level"}" x1="${at(x(from))}" x2="${edge}" y1="${at(y(tflops))}" y2="${at(y(tflops))}" /><text class="label" x="${edge + 8}" y="${at(above + 4)}">${name}: ${digits(tflops)} TFLOP/s</text> `;
    })}`;
}

function renderEager(x: number, y: number, rate: string): Markup {
  return markup`<g class="reference"><title>eager PyTorch: ${rate} TFLOP/s</title><path d="M${at(x - 6)} ${y}h12" /><text x="${at(x + 12)}" y="${at(y + 14)}">eager</text></g>`;
}

function renderPoint(id: string, x: number, y: number, rate: string, isBest: boolean): Markup {
  return markup`<a class="${isBest ? "hit winner" : "hit"}" href="#${id}" tabindex="-1"><title>${id}: ${rate} TFLOP/s</title><circle cx="${x}" cy="${y}" r="${isBest ? 5 : 3.5}" /></a> `;
}
