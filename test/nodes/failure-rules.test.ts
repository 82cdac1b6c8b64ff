/** Failures in prompts: repeated ones become rules. For hidden inputs the prompt reports only the status. */
import { expect, it } from "@jest/globals";
import type { Verdict } from "../../src/domain/verdict.ts";
import { affineAgents } from "../support/affine.ts";
import { common } from "../support/verdicts.ts";
import { search } from "../support/search.ts";

const wrong = (inputs: "public" | "hidden", problem: string): Verdict => ({ status: "wrong", ...common, inputs, problem });
const eight = { policy: { attempts: 8, repairs: 0 } };

it("a repeated failure becomes a rule for the planner and the coder of later rounds", async () => {
  const { answered } = await search(affineAgents(), eight, () => wrong("public", "the output: 3 of 9 elements (33 %) are wrong."));
  const last = answered.filter((one) => one.role !== "planner").at(-1)?.prompt ?? "";
  expect(last).toMatch(/- Do not repeat the indexing that gave wrong elements.*attempts failed like this/);
  expect(answered[0]?.prompt).not.toMatch(/Failures that came back/);
});

it("details of failures on hidden inputs reach no prompt", async () => {
  const { answered, record } = await search(affineAgents(), eight, () => wrong("hidden", "SECRET: lognormal at [3, 4]"));
  expect(record.attempts.filter((one) => one.status === "wrong").length).toBeGreaterThan(2);
  expect(answered.map((one) => one.prompt).join("\n")).not.toContain("SECRET");
  expect(answered.at(-1)?.prompt).toMatch(/- Do not assume anything of the inputs' values/);
});
