import { describe, expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Charge, createTally, exhausted, Limits, secondsOf } from "../../src/domain/budget.ts";
import { costOf, priceOf, PriceTable } from "../../src/domain/price.ts";
import type { Verdict } from "../../src/domain/verdict.ts";
import { repository } from "../support/places.ts";

const charge = (more: Partial<Charge>): Charge => Charge.parse({ by: "model", on: "r1b1.coder.0", seconds: 0, ...more });
const workOf = (...work: [from: number, to: number][]): number => {
  const tally = createTally();
  for (const [from, to] of work) tally.add(charge({ seconds: to - from }), to * 1000);
  return tally.spent().seconds;
};

describe("a tally", () => {
  it("adds tokens, money and GPU seconds, and counts estimated tokens separately", () => {
    const tally = createTally();
    tally.add(charge({ inputTokens: 100, outputTokens: 10, costUsd: 0.5 }), 1);
    tally.add(charge({ inputTokens: 7, counted: false, costUsd: 0.25 }), 2);
    tally.add(charge({ by: "judge", gpuSeconds: 3 }), 3);
    expect(tally.spent()).toMatchObject({ tokens: 117, estimatedTokens: 7, costUsd: 0.75, gpuSeconds: 3 });
  });

  it("counts work that overlaps once and time without work not at all", () => {
    expect(workOf([0, 4], [2, 6])).toBe(6);
    expect(workOf([0, 4], [10, 12])).toBe(6);
    expect(workOf([5, 6], [8, 9], [0, 10], [1, 11])).toBe(11); // a long call that ends after short ones
  });

  it("has unknown cost if one price is unknown", () => {
    const tally = createTally();
    tally.add(charge({ costUsd: null }), 1);
    tally.add(charge({ costUsd: 1 }), 2);
    expect(tally.spent().costUsd).toBeNull();
  });
});

describe("limits", () => {
  const spent = { tokens: 1000, estimatedTokens: 0, costUsd: 0.5, gpuSeconds: 60, seconds: 120 };

  it("are reached at the spent amount, each with its own message", () => {
    expect(exhausted(spent, Limits.parse({ tokens: 1000 }))).toBe("1,000 of 1,000 tokens are spent");
    expect(exhausted(spent, Limits.parse({ costUsd: 0.4 }))).toBe("$0.50 of $0.40 are spent");
    expect(exhausted(spent, Limits.parse({ gpuSeconds: 59.5 }))).toMatch(/device seconds/);
    expect(exhausted(spent, Limits.parse({ seconds: 90 }))).toBe("2 of 1.5 minutes of work are spent");
  });

  it("are not reached earlier, nor without a limit", () => {
    expect(exhausted(spent, Limits.parse({ tokens: 1001, costUsd: 0.51, gpuSeconds: 61, seconds: 121 }))).toBeNull();
    expect(exhausted(spent, Limits.parse({}))).toBeNull();
  });
});

it("a build does not count as device seconds", () => {
  const verdict = { status: "contract_failed", seconds: { build: 8, start: 2, correctness: 1 } } as unknown as Verdict;
  expect(secondsOf(verdict)).toEqual({ worked: 11, device: 3 });
});

describe("the price table", () => {
  const table = PriceTable.parse(JSON.parse(readFileSync(join(repository, "prices.json"), "utf8")));

  it("names a source and a date for every price, and no model twice", () => {
    for (const price of table.prices) {
      expect(price.source).not.toBe("");
      expect(price.date).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
    expect(new Set(table.prices.map((one) => one.model)).size).toBe(table.prices.length);
  });

  it("matches a dated model name by the name before the date", () => {
    expect(priceOf("gpt-5.1-2025-11-13", table)).toEqual(priceOf("gpt-5.1", table));
    expect(priceOf("gpt-5.1", table)).not.toBeNull();
    expect(priceOf("gpt-5.1-turbo", table)).toBeNull();
    expect(priceOf("my-local-model", table)).toBeNull();
  });

  it("prices a call in dollars, and as unknown without a price", () => {
    expect(costOf({ input: 1.25, output: 10, source: "", date: "" }, 1_000_000, 100_000)).toBe(2.25);
    expect(costOf(null, 1, 1)).toBeNull();
  });

  it("prices cached input at the cached price where there is one, else in full, and never more of it than was sent", () => {
    const price = { input: 4, cachedInput: 0.5, output: 10, source: "", date: "" };
    expect(costOf(price, 1_000_000, 100_000, 750_000)).toBe(1 + 0.375 + 1);
    expect(costOf({ input: 4, output: 10, source: "", date: "" }, 1_000_000, 100_000, 750_000)).toBe(5);
    expect(costOf(price, 1_000_000, 0, 9_000_000)).toBe(0.5);
  });
});
