import { expect, it } from "@jest/globals";
import { recordOf, RunEvent } from "../../src/run/events.ts";
import { events } from "../report/fixture.ts";
import { okVerdict } from "../support/verdicts.ts";

const record = recordOf(events);

it("events survive the trip through JSON lines", () => {
  expect(events.map((event) => RunEvent.parse(JSON.parse(JSON.stringify(event))))).toEqual(events);
});

it("an attempt, expansion or promotion that is logged twice counts once, at its first place", () => {
  const again = events.filter((event) => event.type !== "charged");
  expect(recordOf(events.flatMap((event): RunEvent[] => (event.type === "charged" ? [event] : [event, event])))).toEqual(record);
  expect(recordOf([...events, ...again.slice(1)])).toEqual(record);
});

it("the later event of an attempt counts", () => {
  const told = events.find((event) => event.type === "attempted" && event.attempt.id === "r1b2");
  if (told?.type !== "attempted") throw new Error("the fixture has no r1b2");
  const again = recordOf([...events, { ...told, attempt: { ...told.attempt, explanation: "diagnosed" } }]);
  expect(again.attempts.map(({ id }) => id)).toEqual(record.attempts.map(({ id }) => id));
  expect(again.attempts.find(({ id }) => id === "r1b2")?.explanation).toBe("diagnosed");
});

it("an incumbent's later answer without a verdict adds its problem to the verdict before it, and a later verdict replaces both", () => {
  const told = (judged: Extract<RunEvent, { type: "incumbent" }>["judged"]): RunEvent => ({ type: "incumbent", tier: "search", judged, at: events.at(-1)!.at });
  const measured = { name: "mine.py", verdict: okVerdict("search", 2), problem: "" };
  const failed = [...events, told(measured), told({ ...measured, verdict: null, problem: "the judge failed" })];
  expect(recordOf(failed).incumbents).toEqual([{ ...measured, problem: "the judge failed" }]);
  const again = { ...measured, verdict: okVerdict("promotion", 3) };
  expect(recordOf([...failed, told(again)]).incumbents).toEqual([again]);
});

it("a resumed run is active again, and the pause does not count as its time", () => {
  const later = "2026-11-22T00:00:00.000Z";
  const resumed = recordOf([...events, { type: "resumed", at: later }]);
  expect(resumed).toMatchObject({ resumes: 1, stopped: null, finished: null, seconds: record.seconds });
  expect(record.seconds).toBe(161);
});

it("a fork's time excludes the gap before it was made, and its start is no resume", () => {
  const later = (seconds: number): string => new Date(Date.parse(events.at(-1)?.at ?? "") + 1000 * seconds).toISOString();
  const forked = recordOf([...events, { type: "forked", from: "other", round: 1, at: later(3600) }, { type: "resumed", at: later(3601) }]);
  expect(forked).toMatchObject({ resumes: 0, seconds: record.seconds });
});

it("a log without its first event is refused", () => {
  expect(() => recordOf(events.slice(1))).toThrow('a run record begins with "started", not with "prepared"');
  expect(() => recordOf([])).toThrow("not with nothing");
});
