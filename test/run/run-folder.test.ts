import { afterAll, expect, it } from "@jest/globals";
import { openRun } from "../../src/run/run-folder.ts";
import { removeScratch } from "../support/command.ts";
import { eventsOf, makeRun } from "../support/run.ts";

afterAll(removeScratch);

it("human feedback that a node repeats after a kill is logged once", () => {
  const path = makeRun("beam", "http://127.0.0.1:9/v1");
  const rule = { kind: "rule", on: "r1b1", text: "no atomics" } as const;
  openRun(path).emit({ type: "human_feedback", feedback: rule });
  const again = openRun(path); // after the kill
  again.emit({ type: "human_feedback", feedback: rule });
  again.emit({ type: "human_feedback", feedback: { ...rule, on: "r1b2" } });
  expect(eventsOf(path).map((one) => one.type === "human_feedback" && one.feedback)).toEqual([rule, { ...rule, on: "r1b2" }]);
});
