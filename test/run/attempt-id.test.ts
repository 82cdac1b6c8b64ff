import { expect, it } from "@jest/globals";
import { formatAttemptId, parseAttemptId, repairId, tunedId } from "../../src/run/attempt-id.ts";

it.each([
  ["r0b1", { round: 0, branch: 1, repair: 0, tuned: false }],
  ["r12b3", { round: 12, branch: 3, repair: 0, tuned: false }],
  ["r2b1s2", { round: 2, branch: 1, repair: 2, tuned: false }],
  ["r2b1t", { round: 2, branch: 1, repair: 0, tuned: true }],
  ["r2b1s10t", { round: 2, branch: 1, repair: 10, tuned: true }],
])("%s is parsed into its parts and formatted back", (text, id) => {
  expect(parseAttemptId(text)).toEqual(id);
  expect(formatAttemptId(id)).toBe(text);
});

it.each(["root", "", "r1", "r1b", "b1", "r1b1x", "xr1b1", "r1b1ts1", "r1b1.planner"])("%p is no such id", (text) => {
  expect(parseAttemptId(text)).toBeNull();
});

it("a repair has the id of its branch and its own number", () => {
  expect(repairId("r3b2", 1)).toBe("r3b2s1");
  expect(tunedId("r3b2s1")).toBe("r3b2s1t");
  expect(() => repairId("root", 1)).toThrow("root is not the id of an attempt");
});
