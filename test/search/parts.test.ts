import { describe, expect, it } from "@jest/globals";
import type { Attempt } from "../../src/domain/attempt.ts";
import { SearchTree } from "../../src/domain/tree.ts";
import { composition, compositionPlan, partsDone, promised, withComposition } from "../../src/search/compose.ts";
import type { Expansion } from "../../src/search/expansion.ts";
import { boundOf, moduleOf, partProblem, partsText } from "../../src/search/parts.ts";
import { attempt } from "../support/attempts.ts";

const row = (name: string, share: number, calls: number) => ({ name: `aten::${name}`, us: share * 1000, share, calls });
const large = { operators: [row("cudnn_convolution", 0.5, 3), row("addmm", 0.3, 2), row("relu", 0.15, 4), row("copy_", 0.02, 9)] };
const source =
  "class Model(nn.Module):\n    def __init__(self):\n        self.features = nn.Sequential(nn.Conv2d(3, 8, 3))\n        self.head = nn.Linear(8, 2)\n        self.scale = 2.0\n";

describe("a large module", () => {
  const module = moduleOf(large, source)!;

  it("has parts ranked by their share of the time, each with Amdahl's bound on the whole", () => {
    expect(module.parts.map((one) => one.name)).toEqual(["convolution", "matrix product", "elementwise"]);
    expect(module.submodules).toEqual(["features", "head"]);
    expect([0.5, 0.9, 0].map(boundOf)).toEqual([2, expect.closeTo(10), 1]);
    expect(partsText(module, 0, new Set())).toMatch(/- convolution: 50 % of the reference's time in 3 calls, at most 2\.00 times as fast in all/);
  });

  it("is begun at different parts by planners at work side by side", () => {
    expect([0, 1, 3].map((place) => /Begin with ([\w ]+),/.exec(partsText(module, place, new Set()))?.[1])).toEqual([
      "convolution",
      "matrix product",
      "convolution",
    ]);
  });

  it("is gone on with at a part that the attempt has not changed yet", () => {
    expect(partsText(module, 0, new Set(["convolution"]))).toMatch(/Changed in this source already: convolution\.[\s\S]*Begin with matrix product,/);
  });

  it("has no part by another name", () => {
    expect(partProblem("convolution", module)).toBeNull();
    expect(partProblem("head", module)).toBeNull();
    expect(partProblem("tail", module)).toMatch(/no part "tail"\. The parts are: convolution, matrix product, elementwise, features, head/);
  });

  it("is one with several heavy operators; a chain of elementwise ones is seen whole", () => {
    expect(moduleOf({ operators: [row("sub", 0.3, 9), row("exp", 0.3, 9), row("sum", 0.4, 9)] }, "")).toBeNull();
    expect(moduleOf({ operators: [row("linear", 0.1, 1), row("addmm", 0.8, 1), row("gelu", 0.1, 1)] }, "")).toBeNull();
  });
});

describe("a composition", () => {
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
    nth: 0,
    round: 2,
    repairs: 1,
    first: "planner",
    beside: [],
    place: 1,
    of: 2,
    donor: null,
    why: "best",
    ...more,
  });

  it("promises what the savings add up to", () => {
    expect(promised(2, 1.25)).toBeCloseTo(1 / (1 / 2 + 1 / 1.25 - 1));
    expect(promised(10, 10)).toBe(0);
  });

  it("joins the two fastest attempts of different parts, neither grown from the other", () => {
    expect(composition(new SearchTree(tree), [])).toMatchObject({ parent: { id: "a" }, donor: { id: "b" } });
    const grown = [root, on("a", "root", 60, "convolution"), on("e", "a", 50, "matrix product")];
    expect(partsDone(new SearchTree(grown), grown[2]!)).toEqual(new Set(["convolution", "matrix product"]));
    expect(composition(new SearchTree(grown), [])).toBeUndefined();
  });

  it("is not made twice, nor while it is in flight, nor of what is slower than the reference", () => {
    expect(composition(new SearchTree([...tree, on("f", "a", null, "convolution + matrix product", { donor: "b" })]), [])).toMatchObject({
      parent: { id: "c" },
      donor: { id: "b" },
    });
    expect(composition(new SearchTree(tree.slice(0, 3)), [expansion({ parent: "b", donor: "a" })])).toBeUndefined();
    expect(composition(new SearchTree([root, on("a", "root", 60, "convolution"), on("b", "root", 120, "matrix product")]), [])).toBeUndefined();
  });

  it("takes the place of the round's last expansion, so the budget stays what it was", () => {
    const chosen = [expansion({ id: "r2b1", place: 0 }), expansion()];
    const composed = withComposition(new SearchTree(tree), chosen, []);
    expect(composed.map(({ id, parent, donor, why, repairs }) => [id, parent, donor, why, repairs])).toEqual([
      ["r2b1", "a", null, "best", 1],
      ["r2b2", "a", "b", "compose", 1],
    ]);
    expect(withComposition(new SearchTree([root]), chosen, [])).toEqual(chosen);
  });

  it("has a plan that names both parts and opens the whole source", () => {
    const plan = compositionPlan(new SearchTree(tree), tree[1]!, tree[2]!, [{ name: "kernel.cu", text: "1\n2\n3" }]);
    expect(plan).toMatchObject({ part: "convolution + matrix product", donor: "b", anchors: [{ file: "kernel.cu", from: 1, to: 3 }] });
  });
});
