import { afterAll, describe, expect, test } from "@jest/globals";
import { affineAgents } from "../support/affine.ts";
import { removeScratch } from "../support/command.ts";
import { search } from "../support/search.ts";
import { okVerdict } from "../support/verdicts.ts";

afterAll(removeScratch);

const searched = (policy: object) =>
  search(affineAgents(), { policy: { attempts: 2, breadth: 1, width: 1, epsilon: 0, tune: 0, earlyStop: false, ...policy } }, (job, nth) =>
    okVerdict(job.tier, 2 + nth),
  );

describe("profiling in a search", () => {
  test("asks for the hardware's counters of every attempt, unless told not to", async () => {
    expect((await searched({})).judged.map((job) => job.counters)).toEqual([true, true]);
    expect((await searched({ counters: false })).judged.map((job) => job.counters)).toEqual([false, false]);
  });

  test("tells what changed against the parent, where it passed", async () => {
    const { record } = await searched({});
    const [first, second] = record.attempts.filter(({ role }) => role === "coder");
    expect(first?.diagnosis?.changes).toBeUndefined();
    expect(second?.parent).toBe(first?.id);
    expect(second?.diagnosis?.changes?.[0]).toMatch(/^device busy .* us$/);
  });
});
