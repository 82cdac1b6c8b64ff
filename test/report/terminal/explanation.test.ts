import { expect, it } from "@jest/globals";
import { explanationText } from "../../../src/report/terminal/explanation.ts";

const mismatch = { check: "rows of kind hundred", element: [3, 7], expected: "0.25", got: "nan", problem: "" };

it("names the draw, the row, the element, what was expected and what came", () => {
  expect(explanationText([mismatch])).toContain("rows of kind hundred: row 3, element [3, 7]: expected 0.25, got nan");
});

it("says why a call has no outputs", () => {
  expect(explanationText([{ ...mismatch, element: null, problem: "it raised ValueError" }])).toContain("rows of kind hundred: it raised ValueError");
});

it("knows scalar outputs, and says in words that nothing is wrong", () => {
  expect(explanationText([{ ...mismatch, element: [] }])).toContain("the only element: expected 0.25");
  expect(explanationText([])).toContain("nothing is wrong on fresh draws");
});
