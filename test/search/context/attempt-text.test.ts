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

it("a call is told in its host's and its device's part, beside eager's", () => {
  expect(facts({ launchUs: 12, deviceUs: 480 })).toContain(
    "- per call, the host needs 12.00 us and the device 480.0 us; calls in a row take the longer of the two (eager PyTorch: host 12.00 us, device 480.0 us)",
  );
});

it("the error on public inputs is told as a share of its budget, and never that on hidden ones", () => {
  const told = factsText(renderPrompt, { ...okVerdict("search", 2), errorShare: 0.93, publicErrorShare: 0.118 }, 500);
  expect(told).toContain("- the largest error on public inputs is 12 % of its budget");
  expect(told).not.toContain("93 %");
  expect(facts({})).not.toContain("budget");
});

it("nothing is told of parts that were not measured, or of a CPU", () => {
  const processor = { threads: 2, busyThreads: 1.5, scaling: 0.9, faults: 1 };
  expect(facts({})).not.toContain("per call, the host");
  expect(facts({ launchUs: 12, deviceUs: 480 }, { processor })).not.toContain("per call, the host");
});
