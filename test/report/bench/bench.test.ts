/** Cells of a bench, what they add up to, and which differences between two ways are called real. */
import { expect, it } from "@jest/globals";
import type { Against, BenchCell } from "../../../src/domain/bench.ts";
import { recordOf, type RunEvent } from "../../../src/run/events.ts";
import { Settings } from "../../../src/domain/settings.ts";
import { compareBenches } from "../../../src/report/bench/compare.ts";
import { cellOf } from "../../../src/report/bench/cell.ts";
import { benchHtml } from "../../../src/report/bench/page.ts";
import { benchMarkdown } from "../../../src/report/bench/render.ts";
import { summaryOf } from "../../../src/report/bench/summary.ts";
import { tablesOf, textOf } from "../../../src/report/bench/table.ts";
import { artifacts, changed, events } from "../fixture.ts";
import { HOSTILE } from "../fixture-parts.ts";
import { verdictOnShapes } from "../../support/verdicts.ts";

const settings = Settings.parse({ taskFile: "t.py", target: "cuda", language: "cuda", model: { name: "m", source: "live" }, policy: { attempts: 8 } });
const about = { variant: "beam", task: "row_softmax", run: "beam/row_softmax", source: "task", settings, running: false, artifacts };
const cell = (from: readonly RunEvent[]): BenchCell => cellOf({ ...about, record: recordOf(from) });

it("a run's cell is its winner as promotion measured it, with what was spent", () => {
  const won = cell(events);
  expect(won).toMatchObject({ status: "proven", kernel: "r2b0", attempts: 7, passed: 3, degenerate: null, isolation: "L3", machine: "NVIDIA H200" });
  expect(won.speeds.map(({ against, measured }) => [against, measured])).toEqual([
    ["eager", "promotion"],
    ["compile", "promotion"],
  ]);
  expect(won.solFraction).toBeCloseTo(8.4 / 10.7);
});

it("the weighted time of several shapes is related to the floor over all of them, not to that of the profiled one", () => {
  const record = recordOf(events);
  const { shapes } = verdictOnShapes("promotion", 2, { short: 3, long: 1.2 });
  const promotions = record.promotions.map((one) => (one.verdict.status === "ok" ? { ...one, verdict: { ...one.verdict, shapes } } : one));
  const found = cellOf({ ...about, record: { ...record, promotions, baselines: { ...record.baselines!, floorUs: 5 } } });
  expect([found.solFraction, found.floorUs]).toEqual([expect.closeTo(5 / 10.7), 5]);
});

it("without a promoted kernel the fastest passing one counts, and its other speedups are derived from two ratios", () => {
  const lost = cell(changed("finished", { best: null }).filter((one) => one.type !== "promoted"));
  expect([lost.status, lost.kernel]).toEqual(["correct", "r2b0"]);
  const compile = lost.speeds.find((one) => one.against === "compile");
  expect(compile).toMatchObject({ measured: "derived", speedup: { median: 2.8 / 2.25 } });
  expect(compile!.speedup.low).toBeLessThan((2.8 / 2.25) * 0.96);
});

it("a task is degenerate if a trivial answer passes on its own inputs, or if the judge rejects it for that reason", () => {
  const prepared = events.find((one) => one.type === "prepared")!;
  const vacuous = [{ distribution: "shipped", usable: false, vacuous: ["zeros"], precisionBlind: false, note: "" }];
  expect(cell(changed("prepared", { baselines: { ...prepared.baselines, admission: vacuous } })).degenerate).toMatch(/zeros would pass/);
  const refused: RunEvent = { type: "stopped", at: events[0]!.at, reason: "degenerate", detail: "the task cannot be judged" };
  expect(cell([events[0]!, refused])).toMatchObject({ status: "rejected", degenerate: "the task cannot be judged", speeds: [] });
});

/** `count` tasks, each with a kernel `speed(task)` times as fast as eager, or none. */
const ways = (variant: string, count: number, speed: (task: number) => number | null, more: Partial<BenchCell> = {}): BenchCell[] =>
  Array.from({ length: count }, (_, task) => {
    const median = speed(task);
    const speedup = median === null ? null : { median, low: median * 0.99, high: median * 1.01, samples: 40 };
    return {
      ...cell(events),
      variant,
      task: `task${task}`,
      source: `source ${task}`,
      status: median === null ? "no kernel" : median > 1 ? "proven" : "correct",
      speeds: speedup ? [{ against: "eager", speedup, measured: "promotion" }] : [],
      ...more,
    };
  });

it("fast_p counts failures as not fast, means cover passing kernels only, and kept counts failures as 1", () => {
  const cells = [...ways("beam", 3, (task) => [4, 1, 0.5][task]!), ...ways("beam", 1, () => null, { task: "failed", source: "failed" })];
  const { fast0, proven, failed, speeds } = summaryOf("beam", cells, ["eager"]);
  expect([fast0, proven, failed.noKernel]).toEqual([0.75, 0.25, 1]);
  expect(speeds[0]).toMatchObject({ measured: 3, fast: { 1: 0.25, 2: 0.25 } });
  expect(speeds[0]!.geomean!.value).toBeCloseTo(Math.cbrt(2));
  expect(speeds[0]!.kept!.value).toBeCloseTo(Math.sqrt(2));
});

it("a run that is not finished is left out and counted", () => {
  const cells = [...ways("beam", 2, () => 2), ...ways("beam", 1, () => null, { status: "unfinished", source: "open" })];
  expect(summaryOf("beam", cells, ["eager"])).toMatchObject({ tasks: 2, unfinished: 1, fast0: 1 });
});

const findings = (first: BenchCell[], second: BenchCell[]) =>
  compareBenches({ name: "a", cells: first }, { name: "b", cells: second }).differences.map(({ finding }) => finding);

it("a variant that is faster on all ten tasks is better, and one that is faster on half of them is not", () => {
  const base = ways("a", 10, (task) => 1.5 + task / 10);
  expect(
    findings(
      base,
      ways("b", 10, (task) => 2 * (1.5 + task / 10)),
    ).at(-1),
  ).toBe("better");
  expect(
    findings(
      base,
      ways("b", 10, (task) => (task % 2 ? 1.2 : 1 / 1.2) * (1.5 + task / 10)),
    ).at(-1),
  ).toBe("not told apart");
});

it("a variant that solves more tasks is also better by fast_0", () => {
  const [fast0] = findings(
    ways("a", 10, () => null),
    ways("b", 10, () => 1.5),
  );
  expect(fast0).toBe("better");
});

it("five tasks are too few for any difference to be real, though single kernels are told apart", () => {
  const comparison = compareBenches({ name: "a", cells: ways("a", 5, () => 2) }, { name: "b", cells: ways("b", 5, () => 20) });
  expect(new Set(comparison.differences.map(({ finding }) => finding))).toEqual(new Set(["too few tasks"]));
  expect(comparison.pairs.map(({ finding }) => finding)).toEqual(Array.from({ length: 5 }, () => "faster"));
});

it("the least number of tasks follows from the number of compared rows: seven with eager alone, eight with one more baseline", () => {
  const findingOver = (tasks: number, against: readonly Against[]) => {
    const cells = (speed: number) =>
      ways("a", tasks, () => speed).map((one) => ({ ...one, speeds: against.map((name) => ({ ...one.speeds[0]!, against: name })) }));
    return findings(cells(2), cells(4)).at(-1);
  };
  expect([6, 7].map((tasks) => findingOver(tasks, ["eager"]))).toEqual(["too few tasks", "better"]);
  expect([7, 8].map((tasks) => findingOver(tasks, ["eager", "compile"]))).toEqual(["too few tasks", "better"]);
});

it("results of other machines are not compared, and unequal budgets are shown", () => {
  const second = ways("b", 8, () => 20, { machine: "another", limit: 30 });
  const { notComparable, unequal, differences } = compareBenches({ name: "a", cells: ways("a", 8, () => 2) }, { name: "b", cells: second });
  expect([notComparable, differences]).toEqual([["machine: NVIDIA H200 and another"], []]);
  expect(unequal).toContain("attempts allowed: 8 and 30");
});

it("kernels with unknown noise or other thread counts are not comparable", () => {
  const pairs = (more: Partial<BenchCell>) => {
    const second = ways("b", 8, () => 20, { target: "cpu", threads: 1, ...more });
    return compareBenches({ name: "a", cells: ways("a", 8, () => 2, { target: "cpu", threads: 1 }) }, { name: "b", cells: second });
  };
  const findingsOf = (more: Partial<BenchCell>) => [...new Set(pairs(more).pairs.map(({ finding }) => finding))];
  expect(findingsOf({})).toEqual(["faster"]);
  expect(findingsOf({ noiseBand: null })).toEqual(["not comparable"]);
  expect([findingsOf({ threads: 16 }), pairs({ threads: 16 }).notComparable]).toEqual([["not comparable"], ["threads: 1 and 16"]]);
});

const results = (cells: BenchCell[]) => ({ version: 1 as const, command: "npx kernelwright bench", at: "2026-11-21T10:00:00.000Z", cells });

it("degenerate tasks are in one set of tables and left out of the other", () => {
  const cells = [...ways("beam", 3, () => 2), ...ways("beam", 1, () => 70, { degenerate: "zeros would pass on its own inputs", source: "zero" })];
  const means = tablesOf(results(cells)).flatMap(({ title, rows }) => (title.startsWith("Speed") ? [textOf(rows[0]![4]!)] : []));
  expect(means.map((text) => parseFloat(text))).toEqual([4.86, 2]);
  expect(benchMarkdown(results(cells))).toContain("without 1 degenerate task");
});

it("text of tasks cannot break out of the page or of a Markdown table", () => {
  const hostile = results(ways("beam", 1, () => 2, { degenerate: `${HOSTILE} | a\nb` }));
  expect(benchHtml(hostile, () => null)).not.toContain("<script>");
  expect(benchMarkdown(hostile)).toContain("\\| a b |");
});

const linkTo = (run: string) => (run.includes("none") ? null : `${run}/report.html`);

it("the page draws every speedup with its interval, leads to the runs, and tells their times and the bench's own date", () => {
  const cells = [...ways("beam", 2, (task) => 2 + task), ...ways("sampling", 2, () => null, { run: "none" })];
  const html = benchHtml(results(cells), linkTo);
  const plot = html.slice(html.indexOf('id="speeds"'), html.indexOf("</section>"));
  expect(plot).toContain('aria-label="task1, beam: 3.00x [2.97, 3.03], 29.7 µs → 10.7 µs; floor 8.40 µs"');
  expect(plot.match(/class="mark/g)).toHaveLength(2);
  expect(plot.indexOf("task1")).toBeLessThan(plot.indexOf("task0"));
  expect(html).toContain('<a href="beam/row_softmax/report.html">2.00x [1.98, 2.02], 29.7 µs → 10.7 µs</a>');
  expect(html).toContain("run 2026-11-21 09:30 UTC to 2026-11-21 09:32 UTC · m · results written 2026-11-21 10:00 UTC");
  expect(html).not.toContain("none/");
});

it("a task that fails the same way in every variant has one row, and comparisons over too few tasks share one table", () => {
  const failed = (variant: string) => ways(variant, 1, () => null, { status: "rejected", problem: "it draws no inputs", source: "bad", task: "bad" });
  const cells = ["a", "b", "c"].flatMap((variant) => [...ways(variant, 3, () => 2), ...failed(variant)]);
  const tables = tablesOf(results(cells));
  expect(tables.find(({ title }) => title === "Tasks without a sound result")?.rows).toEqual([["bad", "all", "rejected", "it draws no inputs"]]);
  expect(tables.filter(({ title }) => title.includes("eside")).map(({ rows }) => rows.map((row) => row[0]))).toEqual([["b", "c"]]);
});
