import { expect, it } from "@jest/globals";
import { checksText } from "../../../src/report/terminal/checks.ts";

it("lists what is varied for a task, and each skipped check with its reason", () => {
  const text = checksText({
    inputs: [{ name: "x", shape: [4, 8], dtype: "float32" }],
    gradients: [{ name: "weight", shape: [8], dtype: "float32" }],
    timedOn: "as given",
    admission: [
      { distribution: "as given", usable: true, vacuous: [], precisionBlind: false, note: "" },
      { distribution: "large", usable: false, vacuous: [], precisionBlind: false, note: "the reference is not finite" },
    ],
    checks: {
      rows: "independent",
      specialRows: { zeros: "", "one dominant value": "", cancelling: "eager and fp64 disagree" },
      rareRows: {},
      arguments: { lengths: ["permuted", "repeated"] },
      sameInEveryDraw: ["argument eps", "buffer table"],
      parameters: [],
      effects: [],
    },
  });
  expect(text.split("\n")).toEqual([
    "inputs",
    "  x: float32 [4, 8]",
    "gradients (compared with those of fp64)",
    "  weight: float32 [8]",
    "distributions",
    "  as given: checked and timed",
    "  large: skipped: the reference is not finite",
    "special rows (each row is judged alone)",
    "  zeros, one dominant value",
    "  skipped: cancelling: eager and fp64 disagree",
    "arguments",
    "  lengths: permuted, repeated",
    "the same value in every draw (named as unproven)",
    "  argument eps",
    "  buffer table",
  ]);
});
