import { describe, expect, it } from "@jest/globals";
import type { Attempt } from "../../../src/run/attempt.ts";
import type { KeptLesson, Lesson, LessonOutcome } from "../../../src/domain/lesson.ts";
import { SearchTree } from "../../../src/run/tree.ts";
import { familiesOf } from "../../../src/search/parts/operator-families.ts";
import { gainOf, lessonsFor, lessonsText, outcomesIn, type Situation, situationOf, taughtBy } from "../../../src/search/context/lessons.ts";
import { renderPrompt } from "../../../src/tools/model/prompt.ts";
import { attempt } from "../../support/attempts.ts";
import { baselines } from "../../support/verdicts.ts";

const task: Omit<Situation, "bound"> = { families: ["softmax"], target: "cuda", precision: "fp32", hardware: "H200" };
const at = "2026-11-21T00:00:00.000Z";
const kept = (key: string, more: Partial<Lesson> = {}): KeptLesson => ({
  key,
  lesson: {
    ...task,
    bound: "memory",
    change: "online reduction",
    advice: "one pass",
    gain: { median: 2, low: 1.8, high: 2.2, samples: 12 },
    source: { task: "row_softmax", run: "run", attempt: "r1b1" },
    at,
    ...more,
  },
});
const outcome = (lesson: string, helped: boolean, minute = 0): LessonOutcome => ({
  lesson,
  helped,
  at: `2026-11-21T00:${String(minute).padStart(2, "0")}:00.000Z`,
});
const keysFor = (lessons: KeptLesson[], outcomes: LessonOutcome[] = [], more: Partial<Situation> = {}): string[] =>
  lessonsFor({ ...task, bound: "memory", ...more }, lessons, outcomes).map((one) => one.key);

const root = attempt("root", null, 100);
const planned = (id: string, parent: string, us: number | null, strategy: string, more: Partial<Attempt> = {}): Attempt =>
  attempt(id, parent, us, { plan: { strategy, advice: "do it", anchors: [], lessons: ["a"] }, ...more });

describe("lessons taught", () => {
  it("are reliable gains over the parent, the largest first, with the parent's bottleneck", () => {
    const diagnosis = { bound: "launch" as const, summary: "", solFraction: null, limits: [] };
    const tree = [
      root,
      planned("r1b1", "root", 50, "fuse passes", { diagnosis }),
      planned("r2b1", "r1b1", 20, "cache hints"),
      planned("r2b2", "r1b1", 49, "noise"),
      planned("r2b3", "r1b1", null, "broken"),
    ];
    const taught = taughtBy(new SearchTree(tree), baselines, task);
    expect(taught.map(({ attempt: id, lesson }) => [id, lesson.change, lesson.bound])).toEqual([
      ["r2b1", "cache hints", "launch"],
      ["r1b1", "fuse passes", "memory"],
    ]);
    expect(taught[0]?.lesson.gain).toMatchObject({ median: 2.5, low: expect.closeTo(4.75 / 2.1) });
  });

  it("exclude gains within the noise", () => {
    const tree = [root, planned("r1b1", "root", 50, "x"), planned("r2b1", "r1b1", 48, "y")];
    expect(gainOf(new SearchTree(tree), tree[2]!)).toBeNull();
  });
});

describe("lessons recalled", () => {
  it("have the same bottleneck, similar operators and the same target", () => {
    const lessons = [
      kept("same"),
      kept("bound", { bound: "launch" }),
      kept("operators", { families: ["convolution"] }),
      kept("target", { target: "cpu" }),
      kept("nothing", { bound: "launch", families: ["pooling"] }),
    ];
    const recalled = keysFor(lessons);
    expect(recalled[0]).toBe("same");
    expect(recalled).not.toContain("target");
    expect(recalled).not.toContain("nothing");
  });

  it("are few and short", () => {
    const lessons = Array.from({ length: 50 }, (_, index) => kept(`l${index}`));
    expect(keysFor(lessons)).toHaveLength(3);
    expect(lessonsText(renderPrompt, lessons.slice(0, 1))).toMatch(/- online reduction \(2\.00 times faster on softmax, H200\): one pass/);
    expect(lessonsText(renderPrompt, [])).toBe("");
  });

  it("sink and disappear after outcomes without a gain, and rise after gains", () => {
    const lessons = [kept("a"), kept("b")];
    expect(keysFor(lessons)).toEqual(["a", "b"]);
    expect(keysFor(lessons, [outcome("a", false)])).toEqual(["b", "a"]);
    expect(
      keysFor(
        lessons,
        [1, 2, 3].map(() => outcome("a", false)),
      ),
    ).toEqual(["b"]);
    expect(keysFor(lessons, [outcome("b", true)])).toEqual(["b", "a"]);
  });

  it("are ranked by recent outcomes: one that helped only long ago is demoted", () => {
    const early = Array.from({ length: 10 }, (_, index) => outcome("a", true, index));
    const late = Array.from({ length: 8 }, (_, index) => outcome("a", false, 20 + index));
    expect(keysFor([kept("a")], early)).toEqual(["a"]);
    expect(keysFor([kept("a")], [...late, ...early])).toEqual([]);
  });
});

it("an outcome needs an attempt that saw the lesson, made that kind of change and was judged", () => {
  const tree = [
    root,
    planned("r1b1", "root", 50, "online reduction"),
    planned("r1b2", "root", null, "online reduction"),
    planned("r1b3", "root", 40, "fuse passes"),
    { ...planned("r1b4", "root", null, "online reduction"), verdict: null },
  ];
  expect(outcomesIn(new SearchTree(tree), [kept("a"), kept("unseen")])).toEqual([
    { attempt: "r1b1", lesson: "a", helped: true },
    { attempt: "r1b2", lesson: "a", helped: false },
  ]);
});

it("operators of torch's profiler fall into families, small shares left out", () => {
  const row = (name: string, share: number) => ({ name, calls: 1, us: 1, share });
  const operators = [
    row("aten::addmm", 0.3),
    row("aten::cudnn_convolution", 0.4),
    row("aten::_softmax", 0.1),
    row("aten::add_", 0.08),
    row("aten::mul", 0.04),
    row("aten::sum", 0.02),
  ];
  expect(familiesOf(operators)).toEqual(["convolution", "matrix product", "elementwise", "softmax"]);
  expect(situationOf(baselines, { target: "cpu", precision: "fp32" })).toMatchObject({ families: ["elementwise"], hardware: "scripted" });
});
