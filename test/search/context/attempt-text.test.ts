/** What prompts say of a measured attempt. */
import { expect, it } from "@jest/globals";
import { factsText } from "../../../src/search/context/attempt-text.ts";
import { renderPrompt } from "../../../src/tools/model/prompt.ts";
import { okVerdict } from "../../support/verdicts.ts";

const facts = (parts: object, more: object = {}) => {
  const verdict = okVerdict("search", 2);
  const profile = { ...verdict.profile!, ...more };
  return factsText(renderPrompt, { ...verdict, profile, candidate: { ...verdict.candidate, ...parts }, baseline: { ...verdict.baseline, ...parts } }, 500);
};

it("a single call is told in its host's and its device's part, beside eager's", () => {
  expect(facts({ launchUs: 12, deviceUs: 480 })).toContain(
    "- a single call: 12.00 us until `forward` returns, then 480.0 us until the device has finished (eager PyTorch: 12.00 us, then 480.0 us)",
  );
});

it("the error on public inputs is told as a share of its budget, and never that on hidden ones", () => {
  const told = factsText(renderPrompt, { ...okVerdict("search", 2), errorShare: 0.93, publicErrorShare: 0.118 }, 500);
  expect(told).toContain("- the largest error on public inputs is 12 % of its budget");
  expect(told).not.toContain("93 %");
  expect(facts({})).not.toContain("budget");
});

it("nothing is told of a single call that was not measured, or that a CPU made", () => {
  const processor = { threads: 2, busyThreads: 1.5, scaling: 0.9, faults: 1 };
  expect(facts({})).not.toContain("a single call");
  expect(facts({ launchUs: 12, deviceUs: 480 }, { processor })).not.toContain("a single call");
});
