import { afterAll, expect, it } from "@jest/globals";
import { openRun } from "../../src/tools/run-folder.ts";
import { removeScratch } from "../support/command.ts";
import { eventsOf, makeRun } from "../support/run.ts";

afterAll(removeScratch);

it("a word of a person that a node says again after a kill is written down once", () => {
  const path = makeRun("beam", "http://127.0.0.1:9/v1");
  const rule = { kind: "rule", on: "r1b1", text: "no atomics" } as const;
  openRun(path).tell(rule);
  const again = openRun(path); // after the kill
  again.tell(rule);
  again.tell({ ...rule, on: "r1b2" });
  expect(eventsOf(path).map((one) => one.type === "told" && one.word)).toEqual([rule, { ...rule, on: "r1b2" }]);
});
