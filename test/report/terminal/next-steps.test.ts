import { expect, it } from "@jest/globals";
import { nextSteps } from "../../../src/report/terminal/next-steps.ts";
import type { RunRecord } from "../../../src/run/events.ts";
import { attempt } from "../../support/attempts.ts";

const finished = (best: string | null): RunRecord["finished"] => ({ type: "finished", at: "2026-11-21T09:30:00Z", best, report: "report.html" });
const root = attempt("root", null, 100);

it("after a replay, lists commands for its winner, and no export without a winner", () => {
  const won = nextSteps("runs/my run", { attempts: [root, attempt("r2b1", "root", 50)], finished: finished("r2b1") });
  expect(won).toContain("npx kernelwright export 'runs/my run' -o winner.py");
  expect(won).toContain("npx kernelwright inspect 'runs/my run' r2b1");
  expect(nextSteps("runs/one", { attempts: [root], finished: finished(null) })).not.toContain("export runs/one");
});

it("without a winner, shows the fastest attempt, or else the last one that was judged", () => {
  const inspected = (...made: ReturnType<typeof attempt>[]) => nextSteps("runs/one", { attempts: [root, ...made], finished: finished(null) });
  const wrong = attempt("r1b3", "root", null, { verdict: "verdict" });
  const silent = attempt("r1b4", "root", null, { status: "no_reply", verdict: null });
  expect(inspected(attempt("r1b1", "root", 120), attempt("r1b2", "root", 99), wrong)).toContain("inspect runs/one r1b2");
  expect(inspected(attempt("r1b1", "root", null), wrong, silent)).toContain("inspect runs/one r1b3");
  expect(inspected(silent)).toContain("inspect runs/one r1b4");
});
