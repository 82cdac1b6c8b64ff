import { describe, expect, it } from "@jest/globals";
import type { Attempt } from "../../../src/run/attempt.ts";
import { SearchTree } from "../../../src/run/tree.ts";
import { bestCrossover, crossoverPlan, partsDone, promised, withCrossover } from "../../../src/search/parts/crossover.ts";
import type { Expansion } from "../../../src/search/selection/expansion.ts";
import { amdahlBound, moduleOf, partProblem, partsText } from "../../../src/search/parts/decomposition.ts";
import { renderPrompt } from "../../../src/tools/model/prompt.ts";
import { attempt } from "../../support/attempts.ts";

const row = (name: string, share: number, calls: number) => ({ name: `aten::${name}`, us: share * 1000, share, calls });
const large = { operators: [row("cudnn_convolution", 0.5, 3), row("addmm", 0.3, 2), row("relu", 0.15, 4), row("copy_", 0.02, 9)] };
const source =
  "class Model(nn.Module):\n    def __init__(self):\n        self.features = nn.Sequential(nn.Conv2d(3, 8, 3))\n        self.head = nn.Linear(8, 2)\n        self.scale = 2.0\n";

describe("a large module", () => {
  const module = moduleOf(large, source)!;

  it("has parts ranked by their share of the time, each with Amdahl's bound on the whole", () => {
    expect(module.parts.map((one) => one.name)).toEqual(["convolution", "matrix product", "elementwise"]);
    expect(module.submodules).toEqual(["features", "head"]);
    expect([0.5, 0.9, 0].map(amdahlBound)).toEqual([2, expect.closeTo(10), 1]);
    expect(partsText(renderPrompt, module, 0, new Set())).toMatch(
      /- convolution: 50 % of the reference's time in 3 calls; without it the module would be 2\.00 times as fast/,
    );
  });

  it("gets a different part for each parallel planner", () => {
    expect([0, 1, 3].map((place) => /\. ([\w ]+) is a good start/.exec(partsText(renderPrompt, module, place, new Set()))?.[1])).toEqual([
      "convolution",
      "matrix product",
      "convolution",
    ]);
  });

  it("is continued at a part that the attempt has not changed yet", () => {
    expect(partsText(renderPrompt, module, 0, new Set(["convolution"]))).toMatch(
      /Changed in this source already: convolution\.[\s\S]*matrix product is a good start/,
    );
  });

  it("refuses unknown part names", () => {
    expect(partProblem("convolution", module)).toBeNull();
    expect(partProblem("head", module)).toBeNull();
    expect(partProblem("tail", module)).toMatch(/no part "tail"\. The parts are: convolution, matrix product, elementwise, features, head, whole/);
  });

  it("is split if it has several heavy operators; a chain of elementwise ones stays whole", () => {
    expect(moduleOf({ operators: [row("sub", 0.3, 9), row("exp", 0.3, 9), row("sum", 0.4, 9)] }, "")).toBeNull();
    expect(moduleOf({ operators: [row("linear", 0.1, 1), row("addmm", 0.8, 1), row("gelu", 0.1, 1)] }, "")).toBeNull();
  });
});

describe("a crossover", () => {
  const root = attempt("root", null, 100);
  const on = (id: string, parent: string, us: number | null, part: string, more: object = {}): Attempt =>
    attempt(id, parent, us, { plan: { strategy: "fuse", advice: "", anchors: [], part, ...more } });
  const tree = [
    root,
    on("a", "root", 60, "convolution"),
    on("b", "root", 80, "matrix product"),
    on("c", "root", 65, "convolution"),
    on("d", "root", null, "elementwise"),
  ];
  const expansion = (more: Partial<Expansion> = {}): Expansion => ({
    id: "r2b2",
    parent: "a",
    childIndex: 0,
    round: 2,
    repairs: 1,
    first: "planner",
    beside: [],
    siblingIndex: 1,
    siblingCount: 2,
    secondParent: null,
    why: "best",
    ...more,
  });

  it("predicts the sum of the savings", () => {
    expect(promised(2, 1.25)).toBeCloseTo(1 / (1 / 2 + 1 / 1.25 - 1));
    expect(promised(10, 10)).toBe(0);
  });

  it("joins the two fastest attempts of different parts, unless one descends from the other", () => {
    expect(bestCrossover(new SearchTree(tree), [])).toMatchObject({ parent: { id: "a" }, secondParent: { id: "b" } });
    const grown = [root, on("a", "root", 60, "convolution"), on("e", "a", 50, "matrix product")];
    expect(partsDone(new SearchTree(grown), grown[2]!)).toEqual(new Set(["convolution", "matrix product"]));
    expect(bestCrossover(new SearchTree(grown), [])).toBeUndefined();
  });

  it("is made once, never while it is in flight, and never from a kernel slower than the reference", () => {
    expect(bestCrossover(new SearchTree([...tree, on("f", "a", null, "convolution + matrix product", { secondParent: "b" })]), [])).toMatchObject({
      parent: { id: "c" },
      secondParent: { id: "b" },
    });
    expect(bestCrossover(new SearchTree(tree.slice(0, 3)), [expansion({ parent: "b", secondParent: "a" })])).toBeUndefined();
    expect(bestCrossover(new SearchTree([root, on("a", "root", 60, "convolution"), on("b", "root", 120, "matrix product")]), [])).toBeUndefined();
  });

  it("takes the place of the round's last expansion, so the budget stays what it was", () => {
    const chosen = [expansion({ id: "r2b1", siblingIndex: 0 }), expansion()];
    const crossed = withCrossover(new SearchTree(tree), chosen, []);
    expect(crossed.map(({ id, parent, secondParent, why, repairs }) => [id, parent, secondParent, why, repairs])).toEqual([
      ["r2b1", "a", null, "best", 1],
      ["r2b2", "a", "b", "crossover", 1],
    ]);
    expect(withCrossover(new SearchTree([root]), chosen, [])).toEqual(chosen);
  });

  it("has a plan that names both parts and opens the whole source", () => {
    const plan = crossoverPlan(renderPrompt, new SearchTree(tree), tree[1]!, tree[2]!, [{ name: "kernel.cu", text: "1\n2\n3" }]);
    expect(plan).toMatchObject({ part: "convolution + matrix product", secondParent: "b", anchors: [{ file: "kernel.cu", from: 1, to: 3 }] });
  });
});
