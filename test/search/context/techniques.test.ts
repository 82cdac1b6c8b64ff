import { describe, expect, it } from "@jest/globals";
import { Policy } from "../../../src/domain/settings.ts";
import { type Language, languagesOf } from "../../../src/domain/task.ts";
import { SearchTree } from "../../../src/run/tree.ts";
import { techniquesIn } from "../../../src/search/context/technique-catalogue.ts";
import type { Expansion } from "../../../src/search/selection/expansion.ts";
import { directionParts, offerOf, offerText } from "../../../src/search/context/techniques.ts";
import { renderPrompt } from "../../../src/tools/model/prompt.ts";
import type { Attempt } from "../../../src/run/attempt.ts";
import type { Diagnosis } from "../../../src/domain/profile.ts";
import { attempt } from "../../support/attempts.ts";

const policy = Policy.parse({});
const on = (target: "cuda" | "cpu", alsoIn: Language[] = []) => ({ target, policy, language: languagesOf[target][0], alsoIn });
const root = attempt("root", null, 100);
const expansion = (more: Partial<Expansion> = {}): Expansion => ({
  id: "r2b1",
  parent: "root",
  childIndex: 0,
  round: 2,
  repairs: 0,
  first: "planner",
  beside: [],
  siblingIndex: 0,
  siblingCount: 1,
  secondParent: null,
  why: "best",
  ...more,
});
const planned = (id: string, strategy: string, more = {}) => attempt(id, "root", 50, { plan: { strategy, advice: "", anchors: [] }, ...more });
const names = (techniques: readonly { name: string }[]): string[] => techniques.map((one) => one.name);
const catalogue = techniquesIn(renderPrompt("techniques", {}));
const offered = (tree: Attempt[], more: Partial<Expansion>, bound: Diagnosis["bound"], settings: ReturnType<typeof on>) =>
  offerOf(catalogue, new SearchTree(tree), expansion(more), bound, settings, []);

describe("the catalogue", () => {
  it("has techniques for every bottleneck on every target, some of which change the algorithm, each with its source", () => {
    for (const target of ["cuda", "cpu"] as const)
      for (const bound of ["memory", "compute", "launch"] as const) {
        const fitting = catalogue.filter((one) => one.targets.includes(target) && one.bounds.includes(bound));
        expect(fitting.length).toBeGreaterThanOrEqual(4);
        expect(fitting.some((one) => one.kind === "algorithm")).toBe(true);
      }
    expect(catalogue.every((one) => one.source.length > 5)).toBe(true);
    expect(new Set(names(catalogue)).size).toBe(catalogue.length);
  });
});

describe("planners at work on one attempt", () => {
  const offers = [0, 1, 2].map((place) => offered([root], { siblingIndex: place, siblingCount: 3 }, "memory", on("cuda")));

  it("begin from different techniques and are offered all of them", () => {
    expect(new Set(offers.map(({ techniques }) => techniques[0]!.name)).size).toBe(3);
    for (const { techniques } of offers) expect(names(techniques).toSorted()).toEqual(names(offers[0]!.techniques).toSorted());
  });

  it("may use every technique", () => {
    const { techniques, diversity } = directionParts(renderPrompt, offers[1]!, 1);
    expect(diversity).toMatch(/begin from wide loads and stores, and leave it if another one gains more/);
    expect(techniques).toMatch(/fuse passes/);
    expect(techniques + diversity).not.toMatch(/not for you|dealt|may not/);
  });
});

describe("a planner", () => {
  it("sees the techniques tried on that attempt, after the untried ones", () => {
    const offer = offered([root, planned("r1b1", "Fuse passes"), planned("r1b2", "other: hash trick")], {}, "memory", on("cuda"));
    expect(names(offer.techniques)[0]).toBe("wide loads and stores");
    expect(names(offer.techniques)).toContain("fuse passes");
    expect(offerText(renderPrompt, offer)).toMatch(/Tried on this attempt before: Fuse passes; other: hash trick\./);
  });

  it("is offered a change of the algorithm first after rounds without a gain", () => {
    const tree = [root, planned("r1b1", "fuse passes"), ...[2, 3].map((round) => planned(`r${round}b1`, "cache hints", { round, parent: "r1b1" }))];
    expect(offered(tree.slice(0, 3), { round: 3, parent: "r1b1" }, "memory", on("cuda")).isPlateau).toBe(false);
    const offer = offered(tree, { round: 4, parent: "r1b1" }, "memory", on("cuda"));
    expect(offer.isPlateau).toBe(true);
    expect(offer.techniques[0]?.kind).toBe("algorithm");
    expect(offer.techniques.some((one) => one.kind === "detail")).toBe(true);
    expect(offerText(renderPrompt, offer)).toMatch(/The last rounds gained nothing/);
  });

  it("that is first on an attempt also changes the language once, if the run has another", () => {
    const tree = [
      root,
      planned("r1b1", "fuse passes", { language: "cuda" }),
      ...[2, 3].map((round) => planned(`r${round}b1`, "cache hints", { round, parent: "r1b1", language: "cuda" })),
    ];
    const stuck = { round: 4, parent: "r1b1", siblingCount: 2 };
    const both = on("cuda", ["triton"]);
    expect(offered(tree, stuck, "memory", both).language).toBe("triton");
    expect(offerText(renderPrompt, offered(tree, stuck, "memory", both))).toMatch(/written anew in triton/);
    expect(offered(tree, { ...stuck, siblingIndex: 1 }, "memory", both).language).toBeNull();
    expect(offered(tree, stuck, "memory", on("cuda")).language).toBeNull();
    const turned = [...tree, planned("r4b1", "other: triton", { round: 4, parent: "r1b1", language: "triton" })];
    expect(offered(turned, { ...stuck, round: 5 }, "memory", both).language).toBeNull();
  });
});
