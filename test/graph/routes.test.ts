/** Every route of the graph as a table: what the state holds, and the node that is next. */
import { describe, expect, it } from "@jest/globals";
import { END, type Send } from "@langchain/langgraph";
import { afterAnalyze, afterApprove, afterCollect, afterDiagnose, afterRefactor, afterSelect, afterVerify } from "../../src/graph/routes.ts";
import type { BranchState, SearchState, Step } from "../../src/graph/state.ts";

const search = (state: object) => ({ run: "r", expansions: [], waitsFor: [], mode: "rounds", ending: null, ...state }) as unknown as SearchState;
const expansion = { id: "r1b1", repairs: 2, first: "planner" };
const branch = (state: object) => ({ expansion, repairs: 0, waits: false, step: { phase: "chosen" }, ...state }) as unknown as BranchState;
const at = (phase: Step["phase"], state: object = {}) => branch({ step: { phase }, ...state });
const ending = { reason: "budget", detail: "spent" };

describe("after", () => {
  it.each([
    ["nothing left to expand", {}, "promote"],
    ["nothing left, with a person to ask", { waitsFor: ["promotion"] }, "confirm"],
    ["async branches", { mode: "async", expansions: [expansion] }, "pool"],
  ])("select: %s", (_, state, next) => {
    expect(afterSelect(search(state))).toBe(next);
  });

  it("select: one branch for each expansion, told whether its plan waits for a person", () => {
    const sent = afterSelect(search({ expansions: [expansion, { ...expansion, id: "r1b2" }], waitsFor: ["plans"] })) as Send[];
    expect(sent.map((one) => [one.node, one.args])).toEqual(
      ["r1b1", "r1b2"].map((id) => ["branch", { run: "r", expansion: { ...expansion, id }, waits: true }]),
    );
  });

  it.each([
    ["a round of a search that goes on", {}, "select"],
    ["an ending with branches still in flight", { ending, expansions: [expansion] }, "select"],
    ["an ending", { ending }, "promote"],
    ["an ending, with a person to ask", { ending, waitsFor: ["promotion"] }, "confirm"],
  ])("collect: %s", (_, state, next) => {
    expect(afterCollect(search(state))).toBe(next);
  });

  it.each([
    ["planner", "analyze"],
    ["repairer", "refactor"],
    ["solo", "refactor"],
  ])("diagnose: the %s works first", (first, next) => {
    expect(afterDiagnose(branch({ expansion: { ...expansion, first } }))).toBe(next);
  });

  it.each([
    ["analyze, with a plan", afterAnalyze(at("planned")), "refactor"],
    ["analyze, with a plan that waits for a person", afterAnalyze(at("planned", { waits: true })), "approve"],
    ["analyze, without a usable plan", afterAnalyze(at("ended", { waits: true })), END],
    ["approve, with the plan", afterApprove(at("planned")), "refactor"],
    ["approve, with the plan sent back", afterApprove(at("chosen")), "analyze"],
    ["refactor, with a draft", afterRefactor(at("written")), "verify"],
    ["refactor, without a usable reply", afterRefactor(at("ended")), END],
    ["verify, of an attempt that passed", afterVerify(at("passed")), "profile"],
    ["verify, of a broken one", afterVerify(at("broken", { repairs: 1 })), "refactor"],
    ["verify, of a broken one without repairs left", afterVerify(at("broken", { repairs: 2 })), END],
    ["verify, of one that nobody can repair", afterVerify(at("ended")), END],
  ])("%s", (_, next, expected) => {
    expect(next).toBe(expected);
  });
});
