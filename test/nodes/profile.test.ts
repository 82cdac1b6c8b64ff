import { describe, expect, test } from "@jest/globals";
import { affineAgents } from "../support/affine.ts";
import { search } from "../support/search.ts";
import { okVerdict } from "../support/verdicts.ts";
import type { Verdict } from "../../src/domain/verdict.ts";

const counting = { by: "callgrind" as const, seconds: 1, note: "", raw: "" };
const countingOf = (verdict: Verdict) => (verdict.status === "ok" ? verdict.profile?.counting?.by : undefined);

const searched = (policy: object, countable = true, isRefused = false) =>
  search(affineAgents(), { policy: { attempts: 2, breadth: 1, width: 1, epsilon: 0, tune: 0, earlyStop: false, ...policy } }, (job, nth) => {
    const { isolation, seconds, ...verdict } = okVerdict(job.tier, 2 + nth);
    if (job.counters && isRefused) return { status: "unstable", problem: "a race", isolation, seconds };
    return { ...verdict, isolation, seconds, profile: { ...verdict.profile!, ...(job.counters ? { counting } : { countable }) } };
  });

describe("profiling in a search", () => {
  test("asks for the hardware's counters once an attempt is a parent, unless told not to or the judge has none", async () => {
    const { judged, record, run } = await searched({});
    expect(judged.map(({ tier, counters }) => [tier, counters ?? false])).toEqual([
      ["search", false],
      ["sweep", true],
      ["search", false],
    ]);
    const counted = record.attempts.filter(({ verdict }) => verdict !== null && run.verdict(verdict).status === "ok");
    expect(counted.map(({ id, verdict }) => [id, countingOf(run.verdict(verdict!))])).toEqual([
      ["r1b1", "callgrind"],
      ["r2b1", undefined],
    ]);
    expect(record.attempts.find(({ id }) => id === "r1b1")?.speedup).toEqual(okVerdict("search", 2).speedup);
    expect((await searched({ counters: false })).judged.map(({ tier }) => tier)).toEqual(["search", "search"]);
    expect((await searched({}, false)).judged.map(({ tier }) => tier)).toEqual(["search", "search"]);
  });

  test("goes on without counters where the judge does not accept the parent again", async () => {
    const { record, run } = await searched({}, true, true);
    expect(record.attempts.map(({ id, status }) => [id, status])).toEqual([
      ["root", "reference"],
      ["r1b1", "ok"],
      ["r2b1", "ok"],
    ]);
    expect(countingOf(run.verdict(record.attempts[1]!.verdict!))).toBeUndefined();
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
