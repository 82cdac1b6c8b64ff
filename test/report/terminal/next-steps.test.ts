import { expect, it } from "@jest/globals";
import { nextSteps } from "../../../src/report/terminal/next-steps.ts";

it("after a replay, lists commands for its winner, and no export without a winner", () => {
  expect(nextSteps("runs/my run", "r2b1")).toContain("npx kernelwright export 'runs/my run' -o winner.py");
  expect(nextSteps("runs/my run", "r2b1")).toContain("npx kernelwright inspect 'runs/my run' r2b1");
  expect(nextSteps("runs/one", null)).not.toContain("export runs/one");
});
