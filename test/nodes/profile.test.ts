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

  test("is read by the planners, unless told not to", async () => {
    const [asked, kept] = await Promise.all([searched({}), searched({ profiles: false })]);
    const planners = ({ answered }: typeof asked): string[] => answered.filter((one) => one.role === "planner").map((one) => one.prompt);
    const said = asked.record.attempts.flatMap(({ diagnosis }) => (diagnosis ? [diagnosis.summary] : []));
    expect(planners(asked)[0]).toContain("By operator:");
    expect(said.some((summary) => planners(asked)[1]!.includes(summary))).toBe(true);
    expect(
      planners(kept).filter((prompt) => /By operator:|Profile:|\[parts\]|% of the floor/.test(prompt) || said.some((one) => prompt.includes(one))),
    ).toEqual([]);
    expect(kept.record.attempts.filter(({ diagnosis }) => diagnosis).length).toBeGreaterThan(0);
  });

  test("lists the changes against a passing parent", async () => {
    const { record } = await searched({});
    const [first, second] = record.attempts.filter(({ role }) => role === "coder");
    expect(first?.diagnosis?.changes).toBeUndefined();
    expect(second?.parent).toBe(first?.id);
    expect(second?.diagnosis?.changes?.[0]).toMatch(/^device busy .* us$/);
  });
});
