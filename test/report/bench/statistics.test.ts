import { expect, it } from "@jest/globals";
import { estimate, geomean, holm, median, signFlip, signTest } from "../../../src/report/bench/statistics.ts";

it("an interval contains its value, narrows with more tasks, and is reproducible", () => {
  const few = [1, 2, 4, 8];
  const many = Array.from({ length: 20 }, () => few).flat();
  const width = ({ low, high }: { low: number; high: number }): number => high - low;
  expect(geomean(few).value).toBeCloseTo(Math.sqrt(8));
  expect(geomean(few).low).toBeLessThan(geomean(few).value);
  expect(width(geomean(many))).toBeLessThan(width(geomean(few)) / 3);
  expect(estimate(few, median)).toEqual(estimate(few, median));
});

it("the sign-flip test gives the exact p-value for equal differences, and 1 for differences that cancel", () => {
  expect(signFlip([1, 1, 1, 1, 1, 1])).toBeCloseTo(2 / 64);
  expect(signFlip([1, 1, 1, 1, 1])).toBeGreaterThan(0.05);
  expect(signFlip([1, -1, 2, -2])).toBe(1);
  expect(signFlip([0, 0, 0])).toBe(1);
});

it("the sign-flip test samples for many pairs and agrees with the exact test", () => {
  const strong = Array.from({ length: 30 }, (_, at) => (at < 27 ? 1 : -1));
  expect(signFlip(strong)).toBeLessThan(0.001);
  expect(signFlip(Array.from({ length: 30 }, (_, at) => (at % 2 ? 1 : -1)))).toBeGreaterThan(0.9);
});

it("McNemar's test counts discordant pairs alone", () => {
  expect(signTest(6, 0)).toBeCloseTo(2 / 64);
  expect(signTest(3, 3)).toBe(1);
  expect(signTest(0, 0)).toBe(1);
});

it("Holm's rule stops at the first p-value that is not significant", () => {
  expect(holm([0.04, 0.001, 0.03])).toEqual([false, true, false]);
  expect(holm([0.01, 0.02, 0.04])).toEqual([true, true, true]);
});
