import { expect, it } from "@jest/globals";
import { Policy } from "../../../src/domain/settings.ts";
import { SearchTree } from "../../../src/run/tree.ts";
import { windowOf } from "../../../src/search/context/context-window.ts";
import { attempt } from "../../support/attempts.ts";

const tree = new SearchTree([
  attempt("root", null, 100),
  attempt("a", "root", 50),
  attempt("b", "root", 40),
  attempt("c", "root", 30),
  attempt("a1", "a", 45),
  attempt("a2", "a", null),
  attempt("b1", "b", 20),
  attempt("c1", "c", null),
]);
const policy = Policy.parse({});
const ids = (role: "planner" | "coder" | "repairer", id: string, cap = 5) =>
  windowOf(role, tree, tree.find(id), { ...policy, windowCap: cap }, { seed: 0, label: "x" }, () => 100).map((one) => one.id);

it("shows the planner the attempt's children and the leaders outside its subtree", () => {
  expect(ids("planner", "a")).toEqual(["a1", "a2", "b1", "c"]);
});

it("shows the coder the attempt's children and its siblings' children", () => {
  expect(ids("coder", "a")).toEqual(["a1", "a2", "b1", "c1"]);
});

it("shows the repairer the attempt's siblings alone", () => {
  expect(ids("repairer", "a2")).toEqual(["a1"]);
});

it("keeps the reference among the leaders, so a slower attempt appears only if too few are faster", () => {
  const slow = new SearchTree([attempt("root", null, 100), attempt("a", "root", 150), attempt("b", "root", 160), attempt("c", "root", 170)]);
  const shown = (cap: number) =>
    windowOf("planner", slow, slow.find("a"), { ...policy, leaders: cap }, { seed: 0, label: "x" }, () => 100).map((one) => one.id);
  expect(shown(2)).toEqual(["b"]);
  expect(shown(1)).toEqual([]);
});

it("over the token budget drops whole entries, the farthest first and the oldest of those", () => {
  const budget = (historyTokens: number) =>
    windowOf("coder", tree, tree.find("a"), { ...policy, historyTokens }, { seed: 0, label: "x" }, () => 350).map((one) => one.id);
  expect(budget(400)).toEqual(["a1", "a2", "b1", "c1"]);
  expect(budget(300)).toEqual(["a1", "a2", "c1"]);
  expect(budget(199)).toEqual(["a2"]);
  expect(budget(0)).toEqual([]);
});

it("shows the agent that works alone no history", () => {
  expect(windowOf("solo", tree, tree.find("a"), policy, { seed: 0, label: "x" }, () => 100)).toEqual([]);
});

it("samples a window over the cap, reproducibly for a seed", () => {
  const chosen = ids("coder", "a", 2);
  expect(chosen).toHaveLength(2);
  expect(ids("coder", "a", 2)).toEqual(chosen);
});
