import { expect, it } from "@jest/globals";
import { explanationText } from "../../../src/report/terminal/explanation.ts";

const mismatch = { check: "rows of kind hundred", element: [3, 7], expected: "0.25", got: "nan", problem: "" };

it("names the draw, the row, the element, what was expected and what came", () => {
  expect(explanationText([mismatch])).toContain("rows of kind hundred: row 3, element [3, 7]: expected 0.25, got nan");
});

it("says why a call has no outputs", () => {
  expect(explanationText([{ ...mismatch, element: null, problem: "it raised ValueError" }])).toContain("rows of kind hundred: it raised ValueError");
});

it("says that nothing is wrong only where all checks passed", () => {
  expect(explanationText([])).toContain("nothing is wrong");
  const left = { ...mismatch, check: "the checks that follow", element: null, problem: "31 of 48 were not asked, because the time of 60 s ran out" };
  expect(explanationText([left])).toMatch(/the checks that follow: 31 of 48 were not asked, because the time of 60 s ran out$/);
  expect(explanationText([left])).not.toContain("nothing is wrong");
  expect(explanationText(undefined)).toBe("not explained: after this failure no check can be asked again");
});

it("knows scalar outputs", () => {
  expect(explanationText([{ ...mismatch, element: [] }])).toContain("the only element: expected 0.25");
});
