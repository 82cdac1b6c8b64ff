/** Logs, recordings and results of earlier releases are read under today's names. */
import { expect, it } from "@jest/globals";
import { RunEvent } from "../../src/run/events.ts";
import { upgradeEvent, upgradeReply, upgradeResults } from "../../src/run/upgrade.ts";
import { RecordedReply } from "../../src/tools/model/recordings.ts";
import { events } from "../report/fixture.ts";

const at = "2026-11-21T09:00:00.000Z";

it("an old log's answers of a person become human feedback", () => {
  const feedback = { kind: "hint", on: "fork", text: "use shared memory" } as const;
  expect(RunEvent.parse(upgradeEvent({ type: "told", at, word: feedback }))).toEqual({ type: "human_feedback", at, feedback });
});

it("an old attempt keeps its plan's second parent, its fraction of the speed of light and its techniques", () => {
  const attempted = events.find((one) => one.type === "attempted" && one.attempt.diagnosis && one.attempt.plan);
  if (attempted?.type !== "attempted") throw new Error("the fixture has no such attempt");
  const { plan, diagnosis } = attempted.attempt;
  const limit = { what: "spills", evidence: "8 bytes", techniques: "smaller tiles" };
  const crossed = {
    ...attempted.attempt,
    plan: { ...plan!, strategy: "crossover", secondParent: "r1b2" },
    diagnosis: { ...diagnosis!, solFraction: 0.5, limits: [limit] },
  };
  const { solFraction, ...rest } = crossed.diagnosis;
  const { secondParent, ...restOfPlan } = crossed.plan;
  const old = {
    ...crossed,
    plan: { ...restOfPlan, strategy: "compose", donor: secondParent },
    diagnosis: { ...rest, shareOfFloor: solFraction, limits: [{ what: limit.what, evidence: limit.evidence, moves: limit.techniques }] },
  };
  expect(RunEvent.parse(upgradeEvent({ ...attempted, attempt: old }))).toEqual({ ...attempted, attempt: crossed });
});

it("an old log's selection becomes a crossover", () => {
  const selected = (why: string) => ({ type: "selected", at, round: 2, expansions: [{ attempt: "r2b1", parent: "r1b1", why }] });
  expect(upgradeEvent(selected("compose"))).toEqual(selected("crossover"));
  expect(upgradeEvent(selected("best"))).toEqual(selected("best"));
});

it("current events are unchanged", () => {
  expect(events.map(upgradeEvent)).toEqual(events);
});

it("an old recorded reply is found by its child index", () => {
  const reply = { role: "coder", about: "2c95", turn: 0, model: "m", inputTokens: 1, outputTokens: 2, seconds: 3, prompt: "p", text: "t" };
  expect(RecordedReply.parse({ ...reply, nth: 4 })).toEqual({ ...reply, childIndex: 4, flaw: null });
  expect(upgradeReply({ nth: 1, childIndex: 2 })).toEqual({ childIndex: 2 });
});

it("old results of a bench have their fraction of the speed of light", () => {
  expect(upgradeResults({ version: 1, cells: [{ task: "a", shareOfFloor: 0.7 }] })).toEqual({ version: 1, cells: [{ task: "a", solFraction: 0.7 }] });
  expect(upgradeResults("no results")).toBe("no results");
});
