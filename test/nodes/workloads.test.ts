/** A search on a task with several shapes: what agents read, what is published, and what the reports say. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { BrokenHost } from "../../src/domain/errors.ts";
import { okVerdict, verdictOnShapes, workloadsOf } from "../support/verdicts.ts";
import { affineAgents } from "../support/affine.ts";
import { affineTask } from "../support/places.ts";
import { scratch } from "../support/command.ts";
import { renderHtml } from "../../src/report/html/report.ts";
import { verdictFacts } from "../../src/tools/tracing/facts.ts";
import { renderPrompt } from "../../src/tools/model/prompt.ts";
import { renderSummary } from "../../src/report/terminal/summary.ts";
import { artifactsOf } from "../../src/config/publish.ts";
import { diagnose } from "../../src/search/diagnosis/diagnosis.ts";
import { exchangesOf } from "../../src/tools/model/reply-cache.ts";
import { recordOf } from "../../src/run/events.ts";
import { search, type Searched } from "../support/search.ts";

const workloads = workloadsOf({ short: 3, long: 1 });
const shapesTask = (): string => {
  const file = join(scratch(), "shapes.py");
  writeFileSync(file, `${readFileSync(affineTask, "utf8")}\n\ndef get_workloads():\n    return []\n`);
  return file;
};
/** The record as it is when the search has ended. */
const ended = ({ run, winner }: Searched) => {
  run.emit({ type: "finished", best: winner, report: "" });
  return recordOf(run.events());
};
const searched = async (promoted: Record<string, number>, settings: object = {}) =>
  await search(
    affineAgents(),
    { taskFile: shapesTask(), ...settings },
    () => verdictOnShapes("search", 2, { short: 3, long: 1.2 }),
    { workloads },
    { promoted: () => verdictOnShapes("promotion", 2, promoted) },
  );

it("tells planner and coder each shape's share and bound, and the planner an attempt's time on each", async () => {
  const { answered } = await searched({ short: 3, long: 1.2 }, { policy: { attempts: 2, breadth: 1 } });
  const [planner, coder, again] = ["planner", "coder", "planner"].map((role, at) => answered.filter((one) => one.role === role)[at === 2 ? 1 : 0]!.prompt);
  for (const prompt of [planner, coder]) {
    expect(prompt).toContain(
      "- short (x float32 [1024]): 75 % of eager's time; eager takes 1000 us per call, and the bytes or the arithmetic alone take 10.00 us",
    );
    expect(prompt).toContain("No shape may be slower than 0.98 times the speed of eager PyTorch.");
  }
  expect(again).toContain("- shape long: 833.3 us, 1.20 times as fast as eager PyTorch\n- one call of the shape short, by kernel:");
  expect(/# The shapes[\s\S]*?(?=\n#)/.exec(planner!)?.[0]).toMatchSnapshot();
});

it("publishes a kernel that is slow on no shape, and reports the slowest shape, each shape and the hidden ones", async () => {
  const found = await searched({ short: 3, long: 0.99 });
  const record = ended(found);
  expect(found.winner).toBe("r1b1");
  const summary = renderSummary(record);
  expect(summary).toMatch(/^slowest shape +long: 0\.990x/m);
  expect(summary).toMatch(/^shape short +333 µs \[.*\], 3\.00x/m);
  expect(summary).toMatch(/^hidden shapes +right on 5 hidden shapes between the declared ones; the reference refuses 17x3$/m);
  const page = renderHtml(record, artifactsOf(found.run), exchangesOf(found.run), "runs/x");
  expect(page).toContain('<section id="shapes">');
  expect(page).toContain("long (slowest)");
});

it("publishes no kernel that is slow on a shape, and says where", async () => {
  const found = await searched({ short: 3, long: 0.97 });
  const record = ended(found);
  expect(found.winner).toBeNull();
  expect(record.promotions).toHaveLength(1);
  const summary = renderSummary(record);
  expect(summary).toContain("- r1b1 is not published: it is too slow on long (0.970x): no shape may be slower than 0.980x against eager PyTorch.");
  expect(summary).toContain("No win: no attempt that passed every check was faster than eager PyTorch, and not slower on any shape.");
});

it("names eager by the run's precision track where a shape is too slow", async () => {
  const summary = renderSummary(ended(await searched({ short: 3, long: 0.97 }, { precision: "tf32" })));
  expect(summary).toContain("no shape may be slower than 0.980x against eager PyTorch with TF32.");
  expect(summary).toContain("was faster than eager PyTorch with TF32, and not slower on any shape.");
});

it("relates the floor of the first shape to that shape's time, and the floor of a task with one shape to the attempt's time", () => {
  const of = (shapes: Record<string, number>) => diagnose(renderPrompt, verdictOnShapes("search", 2, shapes), { medianUs: 100 }, null);
  expect(of({ short: 4, long: 1.2 })).toMatchObject({
    summary: expect.stringMatching(/^Of the shape short: It runs at 4 % of the memory floor/),
    solFraction: null,
  });
  expect(of({ only: 2 })).toMatchObject({ summary: expect.stringMatching(/^It runs at 10 % of the memory floor/), solFraction: 0.1 });
  const traced = (shapes: Record<string, number>) => verdictFacts(verdictOnShapes("search", 2, shapes))["solFraction"];
  expect([traced({ short: 4, long: 1.2 }), traced({ only: 2 })]).toEqual([null, 0.02]);
});

it("measures attempts with a surely slow shape again only after the others", async () => {
  const { record } = await search(
    affineAgents(),
    { taskFile: shapesTask(), policy: { attempts: 2, breadth: 2, finalists: 1 } },
    (_job, nth) => (nth === 0 ? verdictOnShapes("search", 3, { short: 4, long: 0.5 }) : verdictOnShapes("search", 2, { short: 2, long: 2 })),
    { workloads },
  );
  expect(record.promotions.map(({ attempt }) => attempt)).toEqual([record.attempts.find(({ slowest }) => slowest?.speedup.median === 2)?.id]);
});

it("refuses a judge that does not read get_workloads", async () => {
  const old = search(affineAgents(), { taskFile: shapesTask() }, () => okVerdict("search", 2));
  await expect(old).rejects.toThrow(new BrokenHost("the task has get_workloads, and the judge read get_inputs alone", ""));
});
