import { expect, it } from "@jest/globals";
import { Policy } from "../../../src/domain/settings.ts";
import { estimateOf } from "../../../src/search/context/cost-estimate.ts";

const policy = Policy.parse({ attempts: 10 });
const settings = { policy, language: "cpp" } as const;
const price = { input: 1, output: 10, source: "", date: "" };

it("an estimate counts two calls per attempt and grows with the size of context windows", () => {
  const { calls, inputTokens, costUsd } = estimateOf(
    [
      { role: "planner", text: "x".repeat(3500) },
      { role: "coder", text: "x".repeat(1750) },
    ],
    settings,
    price,
  );
  expect(calls).toBe(20);
  expect(inputTokens.low).toBe(10 * 1500);
  expect(inputTokens.high).toBeGreaterThan(inputTokens.low);
  expect(costUsd?.low).toBeGreaterThan(10 * 1500 * 1e-6);
});

it("a single agent reads history only where it changes what passed", () => {
  const tokens = (change: "planned" | "direct") =>
    estimateOf([{ role: "solo", text: "x".repeat(3500) }], { ...settings, policy: { ...policy, change } }, price).inputTokens;
  expect(tokens("planned")).toEqual({ low: 10_000, high: 10_000 });
  expect(tokens("direct").high).toBeGreaterThan(20_000);
});

it("an estimate for a model without a price has no cost", () => {
  expect(estimateOf([{ role: "solo", text: "x" }], settings, null).costUsd).toBeNull();
});

it("a whole candidate in CUDA is three times as long as one in C++", () => {
  const written = (language: "cuda" | "cpp") => estimateOf([{ role: "solo", text: "" }], { policy, language }, null).outputTokens;
  expect(written("cuda") / written("cpp")).toBeCloseTo(3.2, 1);
});
