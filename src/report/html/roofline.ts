/**
 * The roofline: the device's peak rate at each arithmetic intensity, and the rate of every attempt. All attempts use the task's
 * intensity (FLOPs divided by `floorBytes`). They therefore stand above one another, and the reader compares heights.
 */
import type { RunRecord } from "../../run/events.ts";
import { digits, percent, sentence } from "../format.ts";
import { markup, type Markup } from "./markup.ts";
import type { Outcome } from "../run/outcome.ts";
import { logScale, type Mark, place, renderPlot, type Scale, ticksOf } from "./plot.ts";

interface Roofline {
  readonly flops: number;
  readonly bytes: number;
  readonly copyGBps: number;
  /** the peak rates of matrix products by precision track; `track` is the run's own */
  readonly tflops: Readonly<Record<string, number>>;
  readonly track: string;
  readonly eagerUs: number;
  readonly eagerName: string;
  readonly points: readonly { id: string; us: number }[];
  readonly bestId: string | null;
}

/** The plot. Empty if the task's FLOPs were not counted; then only the memory floor is known. */
export function renderRoofline({ baselines, attempts }: RunRecord, { best, eager, eagerName }: Outcome): Markup {
  const { work, ceilings } = baselines ?? {};
  if (!baselines || !work || !ceilings || !eager) return markup``;
  const points = attempts.flatMap(({ id, role, time }) => (time && role !== "reference" ? [{ id, us: time.medianUs }] : []));
  const { floorBytes: bytes } = baselines;
  const { copyGBps, tflops } = ceilings;
  return markup`<section id="roofline">
    <h2>Roofline</h2>
    ${figureOf({ flops: work.flops, bytes, copyGBps, tflops, track: work.track, eagerUs: eager.medianUs, eagerName, points, bestId: best?.id ?? null })}
  </section>`;
}

/** Every point is linked to its attempt. */
function figureOf(roofline: Roofline): Markup {
  const { flops, bytes, copyGBps, tflops, eagerUs, eagerName, points, track, bestId } = roofline;
  const intensity = flops / bytes;
  const roofs = Object.entries(tflops).toSorted(([, a], [, b]) => a - b);
  const highest = roofs.at(-1)?.[1] ?? (intensity * copyGBps) / 1000;
  const corners = [intensity, ...roofs.map(([, rate]) => (rate * 1000) / copyGBps)]; // where a roof meets the slope
  const rateOf = (us: number): number => flops / us / 1e6;
  const rates = [eagerUs, ...points.map(({ us }) => us)].map(rateOf);
  const across = [Math.min(...corners) / 4, Math.max(...corners) * 4] as const;
  const up = [Math.min(...rates, highest) / 2, Math.max(...rates, highest) * 1.6] as const;
  const [x, y] = [logScale(across), logScale(up)];
  const limit = Math.min((intensity * copyGBps) / 1000, tflops[track] ?? Infinity);
  const top = points.find(({ id }) => id === bestId);
  const markAt = (us: number): Pick<Mark, "x" | "y"> => ({ x: x(intensity), y: y(rateOf(us)) });
  return markup`<figure>
    ${renderPlot({
      label: "Arithmetic done per second against arithmetic per byte, with the device's ceilings",
      ticks: ticksOf(up).map((tick) => ({ label: digits(tick), y: y(tick) })),
      below: ticksOf(across).map((tick) => ({ label: digits(tick), x: x(tick) })),
      levels: [],
      labels: roofs.map(([name, rate]) => ({ label: `${name}: ${digits(rate)} TFLOP/s`, y: y(rate) })),
      curves: [
        {
          kind: "grid",
          path: pathOf([
            [x(intensity), 0],
            [x(intensity), 100],
          ]),
        },
        ...curvesOf(roofline, roofs, across, up, x, y),
      ],
      marks: [
        { ...markAt(eagerUs), kind: "reference", text: `${eagerName}: ${digits(rateOf(eagerUs))} TFLOP/s` },
        ...points.map(({ id, us }): Mark => ({
          ...markAt(us),
          href: `#${id}`,
          kind: id === bestId ? "hit winner" : "hit",
          text: `${id}: ${digits(rateOf(us))} TFLOP/s`,
        })),
      ],
      axes: ["operations per byte", "TFLOP/s"],
    })}
    <figcaption>
      The task does ${digits(intensity)} operations for each byte that it must move, so this device (${digits(copyGBps)} GB/s) allows ${digits(limit)} TFLOP/s in ${track}.
      ${top && `${top.id} reaches ${digits(rateOf(top.us))}, which is ${percent(rateOf(top.us) / limit)}. `}${sentence(eagerName)}, the flat mark, reaches ${digits(rateOf(eagerUs))}.
    </figcaption>
  </figure>`;
}

/** The slope of the copy bandwidth up to the highest roof, and each roof from where it meets the slope. */
function curvesOf(
  { copyGBps, track }: Roofline,
  roofs: readonly (readonly [string, number])[],
  across: readonly [number, number],
  up: readonly [number, number],
  x: Scale,
  y: Scale,
): { kind: string; path: string }[] {
  const slope = (value: number): number => (value * copyGBps) / 1000;
  const [low, high] = [Math.max(across[0], (up[0] * 1000) / copyGBps), Math.min(across[1], (up[1] * 1000) / copyGBps)];
  const ends = [low, high].map((value): Point => [x(value), y(slope(value))]);
  return [
    { kind: "roof", path: pathOf(ends) },
    ...roofs.map(([name, tflops]) => {
      const from = Math.max(across[0], (tflops * 1000) / copyGBps);
      return {
        kind: name === track ? "roof" : "level",
        path: pathOf([
          [x(from), y(tflops)],
          [100, y(tflops)],
        ]),
      };
    }),
  ];
}

type Point = readonly [x: number, y: number];

/** A path through points from the left and the foot. */
const pathOf = (points: readonly Point[]): string => `M${points.map(([x, y]) => `${place(x)} ${place(100 - y)}`).join("L")}`;
