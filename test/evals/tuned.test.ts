/** The kernels that tuning is measured on: marks that can be used, and enough settings to choose from. */
import { describe, expect, test } from "@jest/globals";
import { casesIn } from "../../evals/profile/cases.ts";
import { tuningOf } from "../../src/search/tuning/marks.ts";
import { settingsOf } from "../../src/search/tuning/sweep.ts";

describe("a kernel of the tuning bench", () => {
  test.each(casesIn("tuned").map((one) => [one.name, one] as const))("marks constants with settings to choose from: %s", (_, { candidate }) => {
    const settings = settingsOf(tuningOf(candidate.files), Infinity, () => 0.5);
    expect(settings.length).toBeGreaterThanOrEqual(10);
    expect(new Set(settings.map((one) => JSON.stringify(one))).size).toBe(settings.length);
  });

  test("is one of at least five, in CUDA, Triton and C++", () => {
    const languages = casesIn("tuned").map(({ candidate }) => candidate.language);
    expect(languages.length).toBeGreaterThanOrEqual(5);
    expect([...new Set(languages)].toSorted()).toEqual(["cpp", "cuda", "triton"]);
  });
});
