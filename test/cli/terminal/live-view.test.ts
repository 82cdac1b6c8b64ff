import { expect, it } from "@jest/globals";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { type View, createLive, renderLive } from "../../../src/cli/terminal/live-screen.ts";
import { Limits } from "../../../src/domain/budget.ts";
import { events } from "../../report/fixture.ts";
import { time } from "../../report/fixture-parts.ts";
import { attempt } from "../../support/attempts.ts";
import { baselines, common, okVerdict } from "../../support/verdicts.ts";

const [started] = events;
if (started?.type !== "started") throw new Error("the fixture does not begin with started");
const view: View = {
  started: { ...started, limits: Limits.parse({ tokens: 40_000 }) },
  baselines,
  attempts: [attempt("root", null, 100), attempt("r1b1", "root", 50), attempt("r1b2", "root", null), attempt("r2b1", "r1b1", 25)],
  expanding: new Map([["r3b1", "r2b1"]]),
  lanes: [{ branch: "r3b1", doing: "is planned", since: 5000 }],
  round: 3,
  limit: 12,
  incumbents: [],
  spent: { tokens: 10_000, estimatedTokens: 0, costUsd: 0.5, gpuSeconds: 30, seconds: 90 },
  ending: null,
  state: "going",
  since: 0,
  now: 72_000,
};
const linesOf = (from: View, columns = 100, rows = 40) => stripVTControlCharacters(renderLive(from, { columns, rows })).split("\n");

it("shows the task, the best attempt with its interval, and the step and duration of each branch", () => {
  const lines = linesOf(view);
  expect(lines[0]).toBe("row_softmax on cuda in cuda · some/model · round 3 · 1:12");
  expect(lines).toContain("best       4.00x [3.80, 4.20] against eager, 25.0 µs [25.0, 25.0], 40.0 % of SOL  r2b1");
  expect(lines).toContain("▸ r3b1 is planned 1:07");
});

it("beside eager's time of this session stands what the kept ratio of torch.compile means for it", () => {
  const rivals = [{ name: "compile" as const, time: time(40), speedup: { median: 2, low: 1.6, high: 2.5, samples: 8 }, note: "" }];
  expect(linesOf({ ...view, baselines: { ...baselines, rivals } })).toContain(
    "reference  1.00 ms [0.990, 1.01] eager; by kept ratios compile 500 µs; floor 10.0 µs",
  );
});

it("shows each incumbent with its speed, or that it is left out", () => {
  const wrong = { status: "wrong" as const, ...common, inputs: "hidden" as const, problem: "" };
  const incumbents = [
    { name: "mine.py", verdict: okVerdict("search", 2), problem: "" },
    { name: "wrong.py", verdict: wrong, problem: "" },
  ];
  const lines = linesOf({ ...view, incumbents });
  expect(lines).toContain("incumbent  2.00x [1.98, 2.02] against eager, 500 µs [495, 505]  mine.py");
  expect(lines).toContain("incumbent  left out: wrong  wrong.py");
});

it("shows a bar for a limited budget, and only the number otherwise", () => {
  expect(linesOf(view)).toContain("attempts   █████░░░░░░░░░░░░░░░ 3 of 12");
  expect(linesOf(view)).toContain("tokens     █████░░░░░░░░░░░░░░░ 10,000 of 40,000");
  expect(linesOf(view)).toContain("cost       ···················· $0.50");
});

it("draws the tree: passing attempts with speedup and time, failed ones with their status, and those in flight", () => {
  const lines = linesOf(view);
  expect(lines.slice(lines.indexOf("● reference"), lines.indexOf("● reference") + 5)).toEqual([
    "● reference",
    "  ● r1b1 2.00x 50.0 µs",
    "    ★ r2b1 4.00x 25.0 µs",
    "      ○ r3b1",
    "  ✗ r1b2 wrong",
  ]);
});

it("fits any terminal: a large tree shows the path to the best, attempts in flight, and the latest", () => {
  const many = Array.from({ length: 300 }, (_, index) => attempt(`r4b${index}`, "root", index % 3 ? 60 : null));
  const large = { ...view, attempts: [...view.attempts, ...many] };
  for (const [columns, rows] of [
    [40, 12],
    [80, 24],
    [200, 60],
  ] as const) {
    const lines = linesOf(large, columns, rows);
    expect(lines.length).toBeLessThan(rows);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
  }
  expect(linesOf(large, 40)).toContain("best       4.00x [3.80, 4.20] against e…");
  const tree = linesOf(large, 80, 30).join("\n");
  for (const kept of ["r1b1 2.00x", "★ r2b1", "○ r3b1", "r4b299 ", "and 29"]) expect(tree).toContain(kept);
  expect(tree).not.toContain("r4b0 ");
});

it("text from a model cannot move the cursor", () => {
  const hostile = { ...attempt("r1b3", "root", 50), plan: { strategy: "a\u001B[2Jb\nc", advice: "", anchors: [] } };
  expect(renderLive({ ...view, attempts: [...view.attempts, hostile] }, { columns: 100, rows: 40 })).not.toContain("\u001B[2J");
  expect(linesOf({ ...view, attempts: [...view.attempts, hostile] }).join("\n")).toContain("a[2Jb c");
});

it("after Ctrl-C it explains the stop, and at the end it shows no active branch", () => {
  expect(linesOf({ ...view, state: "stopping" }).at(-1)).toBe("stops after the work in flight; Ctrl-C again stops now");
  expect(linesOf({ ...view, state: "over" }).join("\n")).not.toMatch(/▸|Ctrl-C/);
});

it("a warning stands above the view, which is drawn again under it", () => {
  const stream = Object.assign(new PassThrough({ encoding: "utf8" }), { columns: 100, rows: 40, isTTY: true });
  const live = createLive(stream as unknown as NodeJS.WriteStream);
  for (const event of events.slice(0, 2)) live.past(event);
  live.stopping();
  live.warn("LangSmith cannot be reached");
  live.end();
  const [first = "", ...rest] = stripVTControlCharacters(String(stream.read())).split("kernelwright: LangSmith cannot be reached\n");
  expect(first).toContain("row_softmax on cuda");
  expect(rest.join("")).toContain("row_softmax on cuda");
});
