/** A bench as one self-contained HTML page: every speedup with its interval, then the tables. Tasks lead to the reports of their runs. */
import type { BenchCell, BenchResults } from "../../domain/bench.ts";
import { duration, plural, times, utc } from "../format.ts";
import { markup, type Markup, table } from "../html/markup.ts";
import { page } from "../html/page.ts";
import { renderStrips, type Strip } from "../html/plot.ts";
import { resultText, type Table, tablesOf, tasksOf } from "./table.ts";
import { labelOf, variantsOf } from "./summary.ts";

/** The address of a run's report by its folder; null where it has none. */
export type ReportOf = (run: string) => string | null;

/** The page. */
export function benchHtml(results: BenchResults, reportOf: ReportOf): string {
  const body = markup`<header>
      <h1>${headline(results)}</h1>
      <p class="quiet">${datesText(results)}</p>
    </header>
    <main>
      ${renderSpeeds(results.cells, reportOf)} ${tablesOf(results).map((one) => renderTable(one, reportOf))}
      <section>
        <h2>Command</h2>
        <pre><code>${results.command}</code></pre>
      </section>
    </main>`;
  return page(headline(results), body);
}

function renderTable({ title, head, rows, left, notes }: Table, reportOf: ReportOf): Markup {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "string" ? cell : link(cell.text, reportOf(cell.run)))));
  return markup`<section>
    <h2>${title}</h2>
    ${table(head, cells, left)} ${notes.map((note) => markup`<p class="quiet">${note}</p> `)}
  </section>`;
}

const link = (text: string, href: string | null): Markup => (href === null ? markup`${text}` : markup`<a href="${href}">${text}</a>`);

/** A dot per task and variant with its interval, the fastest task first. */
function renderSpeeds(cells: readonly BenchCell[], reportOf: ReportOf): Markup {
  const several = variantsOf(cells).length > 1;
  const best = (own: readonly BenchCell[]): number => Math.max(0, ...own.map((one) => speedOf(one)?.median ?? 0));
  const tasks = tasksOf(cells).toSorted((a, b) => best(b.cells) - best(a.cells));
  if (!cells.some(speedOf)) return markup``;
  const drawn = tasks.filter(({ cells: own }) => own.some(speedOf));
  const rows = drawn.flatMap(({ task, cells: own }) =>
    own.map((cell, at) => stripOf(cell, nameOf(cell, at === 0 ? task : "", several, reportOf), reportOf(cell.run))),
  );
  return markup`<section id="speeds">
    <h2>Speedups over ${labelOf("eager", cells)}</h2>
    ${renderStrips("Speedup of each task and variant with its interval", rows, 1, times)}
    <p class="quiet">Dots are speedups, bars their 95 % intervals, the dashed line is ${labelOf("eager", cells)}. Green: the whole interval lies above 1, measured in a fresh process. Hover or touch a dot for its times.</p>
  </section>`;
}

const speedOf = (cell: BenchCell) => cell.speeds.find(({ against }) => against === "eager")?.speedup ?? null;

/** The task and the variant, one of them leading to the run; `task` is empty below the first row of a task. */
function nameOf({ run, variant }: BenchCell, task: string, several: boolean, reportOf: ReportOf): Markup {
  return several ? markup`${task && markup`<b>${task}</b> `}${link(variant, reportOf(run))}` : link(task, reportOf(run));
}

function stripOf(cell: BenchCell, name: Markup, href: string | null): Strip {
  const { task, variant, status, floorUs } = cell;
  const speed = speedOf(cell);
  const floor = floorUs === null ? "" : `; floor ${duration(floorUs)}`;
  return {
    name,
    point: speed,
    ...(href !== null && { href }),
    kind: status === "proven" ? "hit winner" : "hit",
    figure: speed ? times(speed.median) : status,
    text: `${task}, ${variant}: ${resultText(cell)}${floor}`,
  };
}

/** "Bench of 12 tasks on NVIDIA H200, fp32" */
export function headline({ cells }: BenchResults): string {
  const known = cells.filter(({ machine }) => machine !== null);
  const targets = [...new Set(known.map(({ precision, machine }) => `${machine}, ${precision}`))];
  const machines = targets.length === 1 ? ` on ${targets[0]}` : "";
  return `Bench of ${plural(new Set(cells.map((one) => one.source)).size, "task")}${machines}`;
}

/** The date of the bench itself, its models, and when the results were written. */
export function datesText({ cells, at }: BenchResults): string {
  const starts = cells.flatMap(({ startedAt }) => startedAt ?? []).toSorted();
  const ends = cells.flatMap(({ endedAt }) => endedAt ?? []).toSorted();
  const isOver = cells.every(({ status }) => status !== "unfinished");
  const [first, last] = [starts[0], ends.at(-1)];
  const run = first === undefined ? "" : `run ${utc(first)}${last !== undefined && isOver ? ` to ${utc(last)}` : ", not finished"}`;
  const models = [...new Set(cells.map(({ model }) => model))].join(", ");
  return [run, models, `results written ${utc(at)}`].filter(Boolean).join(" · ");
}
