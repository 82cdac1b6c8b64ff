/**
 * The speedup of every attempt in the order they were made, on a logarithmic axis, with the best so far as a line.
 * Attempts without a time are crosses at the foot; a click opens any of them.
 */
import { curveStepAfter, line } from "d3-shape";
import { eagerLabel } from "../../domain/measure.ts";
import type { Attempt } from "../../run/attempt.ts";
import type { RunRecord } from "../../run/events.ts";
import { digits, plural, ratio, times } from "../format.ts";
import { markup, type Markup } from "./markup.ts";
import { words } from "../run/notes.ts";
import { linearScale, logScale, type Mark, place, renderPlot, type Scale, ticksOf } from "./plot.ts";

/** A known speed for comparison, as a speedup over eager. */
export interface Speed {
  readonly label: string;
  readonly speedup: number;
}

/** Levels above this multiple of the fastest attempt are not drawn: they would compress the scale. */
const OUT_OF_SIGHT = 10;

/** Draws `levels` beside eager's, except those far above all attempts. Rings are the measurements at promotion. */
export function renderChart(
  { started, attempts, promotions }: Pick<RunRecord, "started" | "attempts" | "promotions">,
  bestId: string | null,
  levels: readonly Speed[],
): Markup {
  const eager = eagerLabel[started.precision];
  const shown = attempts.filter((attempt) => attempt.role !== "reference");
  const ratios = shown.flatMap(({ speedup }) => (speedup ? [speedup] : []));
  if (ratios.length === 0) return markup`<p class="quiet">No attempt was measured, so there is nothing to draw.</p>`;
  const reach = OUT_OF_SIGHT * Math.max(1, ...ratios.map((one) => one.median));
  const all = [{ label: "eager", speedup: 1 }, ...levels.filter((one) => one.speedup < reach)];
  const again = promotions.flatMap(({ attempt, verdict }) => (verdict.status === "ok" ? [{ id: attempt, speedup: verdict.speedup }] : []));
  const values = [...all.map((one) => one.speedup), ...again.map((one) => one.speedup.median), ...ratios.flatMap((one) => [one.low, one.high])];
  const domain = [Math.min(...values) / 1.15, Math.max(...values) * 1.15] as const;
  const [x, y] = [linearScale([0.5, shown.length + 0.5]), logScale(domain)];
  return markup`<figure>
    ${renderPlot({
      label: `Speedup against ${eager}, attempt by attempt`,
      ticks: ticksOf(domain).map((tick) => ({ label: `${digits(tick)}x`, y: y(tick) })),
      levels: all.map(({ label, speedup }) => ({ label, y: y(speedup) })),
      curves: [{ kind: "best", path: bestLine(shown, x, y) }],
      marks: [
        ...again.map(({ id, speedup }): Mark => {
          const at = x(shown.findIndex((one) => one.id === id) + 1);
          return { x: at, y: y(speedup.median), href: `#${id}`, kind: "again", text: `${id} at promotion: ${ratio(speedup)}` };
        }),
        ...shown.map((attempt, index) => markOf(attempt, x(index + 1), y, attempt.id === bestId)),
      ],
      axes: ["attempts in the order they were made", `speedup against ${eager}`],
    })}
    <figcaption>${captionOf(shown)}${again.length > 0 && " Rings are measurements in a fresh process, at promotion."}</figcaption>
  </figure>`;
}

function markOf({ id, status, speedup }: Attempt, x: number, y: Scale, isBest: boolean): Mark {
  if (!speedup) return { x, y: 0, href: `#${id}`, kind: "miss", text: `${id}: ${words(status)}` };
  const interval = { y: y(speedup.median), low: y(speedup.low), high: y(speedup.high) };
  return { x, ...interval, href: `#${id}`, kind: isBest ? "hit winner" : "hit", text: `${id}: ${ratio(speedup)}` };
}

function bestLine(attempts: readonly Attempt[], x: Scale, y: Scale): string {
  let best = 0;
  const points: [number, number][] = [];
  attempts.forEach(({ speedup }, index) => {
    best = Math.max(best, speedup?.median ?? 0);
    if (best > 0) points.push([x(index + 1), place(100 - y(best))]);
  });
  const path = line().curve(curveStepAfter).digits(1);
  return path([...points, [100, place(100 - y(best))]]) ?? "";
}

function captionOf(attempts: readonly Attempt[]): string {
  const measured = attempts.filter((one) => one.speedup);
  const best = measured.toSorted((a, b) => b.speedup!.median - a.speedup!.median)[0];
  return `${measured.length} of ${plural(attempts.length, "attempt")} passed every check and were timed. Bars are 95 % intervals. The fastest in the search was ${best?.id} with ${times(best?.speedup?.median ?? 1)}.`;
}
