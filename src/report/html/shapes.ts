/** The table of a task's shapes: each one's weight, share of the time, and speedup. */
import type { RunRecord } from "../../run/events.ts";
import { count, duration, interval, percent, times } from "../format.ts";
import { worstShape, unseenText } from "../run/shapes.ts";
import type { Outcome } from "../run/outcome.ts";
import { markup, table, type Markup } from "./markup.ts";

/** Empty for a task without declared shapes, and without a measured kernel. */
export function renderShapes({ baselines }: RunRecord, { verdict }: Outcome): Markup {
  if (!verdict?.shapes) return markup``;
  const worst = worstShape(verdict);
  const known = new Map(baselines?.workloads?.map((one) => [one.name, one]));
  const rows = verdict.shapes.map(({ name, weight, candidate, baseline, speedup }) => {
    const { share, floorUs } = known.get(name) ?? {};
    return [
      name === worst?.name ? `${name} (slowest)` : name,
      count(weight),
      share === undefined ? "–" : percent(share),
      duration(baseline.medianUs),
      duration(candidate.medianUs),
      times(speedup.median),
      interval(speedup),
      floorUs === undefined ? "–" : percent(floorUs / candidate.medianUs),
    ];
  });
  return markup`<section id="shapes">
    <h2>Shapes</h2>
    ${table(["shape", "weight", "share of eager's time", "eager", "kernel", "speedup", "95 %", "of the speed of light"], rows)}
    <p class="quiet">The speedup of the run is eager's weighted time over all shapes, divided by the kernel's. Profile and counters are those of the first shape. ${unseenText(verdict)}</p>
  </section>`;
}
