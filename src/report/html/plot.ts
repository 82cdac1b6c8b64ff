/**
 * Plots as positioned elements: they take any width, their text keeps its size, and a label shows when a mark is hovered or touched.
 * Places are percentages of the plot, from its left and its foot. Nothing here runs in the reader's browser.
 */
import { scaleLinear, scaleLog } from "d3-scale";
import { markup, Markup } from "./markup.ts";

/** Maps a value to a percentage of the plot. */
export type Scale = (value: number) => number;

/** A logarithmic scale over the whole plot. */
export const logScale = (domain: readonly [number, number]): Scale => scaleLog(domain, [0, 100]);
/** A linear scale over the whole plot. */
export const linearScale = (domain: readonly [number, number]): Scale => scaleLinear(domain, [0, 100]);

/** At most about six round values: powers of ten by 1, 2 and 5 over a wide range, even steps over a narrow one. */
export function ticksOf([low, high]: readonly [number, number]): readonly number[] {
  if (high / low < 5) return scaleLinear([low, high], [0, 1]).ticks(5);
  const mantissas = high / low < 100 ? [1, 2, 5] : [1];
  return scaleLog([low, high], [0, 1])
    .ticks()
    .filter((tick) => mantissas.some((one) => Math.abs(tick / 10 ** Math.floor(Math.log10(tick) + 1e-9) - one) < 1e-6));
}

/** A percentage with one decimal, as styles and paths take it. */
export const place = (value: number): number => Math.round(value * 10) / 10;

const style = (properties: Readonly<Record<string, number>>): Markup =>
  new Markup(
    Object.entries(properties)
      .map(([name, value]) => `--${name}:${place(value)}`)
      .join(";"),
  );

/** A mark with the text that hovering shows; the interval is drawn beside it. */
export interface Mark {
  readonly x: number;
  readonly y: number;
  /** the ends of its interval, along the axis of the values */
  readonly low?: number;
  readonly high?: number;
  /** the attempt that it leads to */
  readonly href?: string;
  readonly kind: "hit" | "hit winner" | "again" | "miss" | "reference";
  readonly text: string;
}

/** A mark. Its link is outside the Tab order, because a list beside the plot has the same links. */
export function renderMark({ x, y, href, kind, text }: Mark): Markup {
  const classes = `mark ${kind}${x > 50 ? " left" : ""}`;
  const at = style({ x, y });
  return href === undefined
    ? markup`<span class="${classes}" style="${at}" role="img" aria-label="${text}"></span>`
    : markup`<a class="${classes}" style="${at}" href="${href}" tabindex="-1" aria-label="${text}"></a>`;
}

/** The vertical interval of a mark. */
const renderWhisker = ({ x, y, low = y, high = y, kind }: Mark): Markup | false =>
  high > low && markup`<i class="whisker${kind.endsWith("winner") && " winner"}" style="${style({ x, y: low, h: high - low })}"></i>`;

/** A value with a name at the right end of its line across the plot. */
export interface Level {
  readonly label: string;
  readonly y: number;
}

/** The least distance of two labels, as a share of the plot's height of 16rem. */
const LABEL = 6.5;

/** Labels in order of height, moved up if they would overlap. */
function renderLabels(levels: readonly Level[]): Markup {
  let below = -Infinity;
  return markup`${levels
    .toSorted((a, b) => a.y - b.y)
    .map(({ label, y }) => {
      below = Math.max(y, below + LABEL);
      return markup`<span class="label" style="${style({ y: below })}">${label}</span>`;
    })}`;
}

export interface Plot {
  readonly label: string;
  /** grid lines across, each with its value at the left */
  readonly ticks: readonly Level[];
  /** values below the plot */
  readonly below?: readonly { readonly label: string; readonly x: number }[];
  /** lines across with their names, drawn dashed */
  readonly levels: readonly Level[];
  /** names at the right of lines that `curves` draws */
  readonly labels?: readonly Level[];
  /** paths over 100 by 100, from the left and the top, each with its class */
  readonly curves: readonly { readonly kind: string; readonly path: string }[];
  readonly marks: readonly Mark[];
  /** names of the axes */
  readonly axes: readonly [across: string, up: string];
}

/** The plot. */
export function renderPlot({ label, ticks, below = [], levels, labels = [], curves, marks, axes }: Plot): Markup {
  return markup`<div class="plot" role="group" aria-label="${label}">
    <p class="axis">${axes[1]}</p>
    <div class="area">
      ${ticks.map((tick) => markup`<i class="grid" style="${style({ y: tick.y })}"></i><span class="tick" style="${style({ y: tick.y })}">${tick.label}</span> `)}
      ${levels.map(({ y }) => markup`<i class="level" style="${style({ y })}"></i>`)} ${renderLabels([...levels, ...labels])}
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">${curves.map(({ kind, path }) => markup`<path class="${kind}" d="${path}" />`)}</svg>
      ${marks.map(renderWhisker)} ${marks.map((one) => markup`${renderMark(one)} `)}
      ${below.map((tick) => markup`<span class="below" style="${style({ x: tick.x })}">${tick.label}</span>`)}
    </div>
    <p class="axis">${axes[0]}</p>
  </div>`;
}

/** The values that are far enough apart to be readable on a phone. */
function spaced(values: readonly number[], x: Scale): number[] {
  const kept: number[] = [];
  for (const value of values) if (kept.length === 0 || x(value) - x(kept.at(-1)!) >= 17) kept.push(value);
  return kept;
}

/** One row of a dot plot. */
export interface Strip {
  readonly name: Markup | string;
  /** single values, drawn as thin lines */
  readonly values?: readonly number[];
  /** null leaves the row without a dot */
  readonly point: { readonly low: number; readonly median: number; readonly high: number } | null;
  readonly href?: string;
  readonly kind: Mark["kind"];
  /** what stands at the end of the row */
  readonly figure: string;
  readonly text: string;
}

function renderPoint({ href, kind, text }: Strip, { low, median, high }: NonNullable<Strip["point"]>, x: Scale): Markup {
  const mark = { x: x(median), y: 50, kind, text, ...(href !== undefined && { href }) };
  return markup`<i class="range${kind.endsWith("winner") && " winner"}" style="${style({ x: x(low), w: x(high) - x(low) })}"></i> ${renderMark(mark)}`;
}

/** Rows of dots with intervals on one scale. `reference` is a value for comparison with all rows. */
export function renderStrips(label: string, strips: readonly Strip[], reference: number | null, unit: (value: number) => string): Markup {
  const values = strips.flatMap(({ values: own = [], point }) => [...own, ...(point ? [point.low, point.median, point.high] : [])]).concat(reference ?? []);
  const positive = values.filter((one) => one > 0);
  const [least, most] = [Math.min(...positive), Math.max(...positive)];
  const domain = [least / 1.05, most * 1.05] as const;
  const scale = most / least > 3 ? logScale(domain) : linearScale(domain);
  const x = (value: number): number => Math.max(0, scale(Math.max(value, domain[0])));
  return markup`<div class="strips" role="group" aria-label="${label}">
    ${strips.map(
      (one) => markup`<div class="strip"><span class="name">${one.name}</span>
        <div class="lane">${reference !== null && markup`<i class="even" style="${style({ x: x(reference) })}"></i>`}
          ${one.values?.map((value) => markup`<i class="call" style="${style({ x: x(value) })}"></i>`)}
          ${one.point && renderPoint(one, one.point, x)}</div>
        <span class="figure">${one.figure}</span></div> `,
    )}
    <div class="strip scale" aria-hidden="true"><span class="name"></span><div class="lane">${spaced(
      ticksOf(domain).filter((tick) => x(tick) > 4 && x(tick) < 96),
      x,
    ).map((tick) => markup`<span class="below" style="${style({ x: x(tick) })}">${unit(tick)}</span>`)}</div><span class="figure"></span></div>
  </div>`;
}
