/** Limits in whole searches, over literal verdicts. */
import { expect, it } from "@jest/globals";
import { affineAgents, affineBundle } from "../support/affine.ts";
import { strategies } from "../../src/search/selection/strategies.ts";
import { counting } from "../support/model-server.ts";
import { search } from "../support/search.ts";
import { okVerdict } from "../support/verdicts.ts";

it("a search stops when the whole interval of an attempt is above its target speedup, and not before", async () => {
  const policy = { attempts: 8, targetSpeedup: 2 };
  const { record } = await search(affineAgents(), { policy }, (_, nth) => okVerdict("search", nth < 4 ? 2.005 : 2.1)); // 2.005 has an interval from 1.98
  expect(record.stopped).toMatchObject({ reason: "target", detail: expect.stringMatching(/at least 2 times as fast/) });
  expect(Math.max(...record.attempts.map((one) => one.round))).toBe(2);
});

it("only work in flight can exceed a limit on device seconds, and then only the best attempt is measured again", async () => {
  const { record, judged } = await search(affineAgents(), { policy: { attempts: 12 }, limits: { gpuSeconds: 2.5 } });
  const inFlight = record.expansions.filter((one) => one.attempt.startsWith("r1")).length;
  expect(judged.length).toBeLessThanOrEqual(inFlight);
  expect(record.stopped?.detail).toMatch(/of 2\.5 device seconds are spent/);
  expect(record.promotions).toHaveLength(1);
});

it.each(["sampling", "best-of-n"] as const)("%s starts no attempt that its tokens do not pay for", async (strategy) => {
  const script = counting(affineAgents(), { uncounted: true }); // estimated from the texts
  const { set } = strategies[strategy];
  const { record, answered } = await search(script, { policy: { ...set, attempts: 30 }, limits: { tokens: 25_000 } });
  expect(answered.length).toBeGreaterThan(4);
  expect(record.attempts.map((one) => one.status)).not.toContain("out_of_budget");
  expect(record.spent.tokens).toBeLessThanOrEqual(25_000);
  expect(record.stopped).toMatchObject({ reason: "budget", detail: "the tokens left do not pay for another attempt" });
});

it("a beam with few tokens writes kernels for its plans, instead of plans alone", async () => {
  const script = counting(affineAgents(), { promptTokens: 5000 });
  const { record, answered } = await search(script, { policy: { attempts: 30 }, limits: { tokens: 18_000 } });
  expect(answered.map((one) => one.role).toSorted()).toEqual(["coder", "coder", "planner", "planner"]);
  expect(record.attempts.map((one) => one.status)).toEqual(["reference", "ok", "ok"]);
});

const never = new Promise<never>(() => {});

it("a token limit that one reply reaches ends the model calls in flight, and charges their prompts by an estimate", async () => {
  const agents = counting(affineAgents(), { promptTokens: 40_000 });
  const asked = Promise.withResolvers<void>();
  const { record, answered } = await search(
    async (question, nth) => {
      if (nth > 0) asked.resolve();
      await (nth === 0 ? asked.promise : never); // the first reply comes when another call is in flight
      return await agents(question, nth);
    },
    { policy: { attempts: 4 }, limits: { tokens: 40_000 } },
  );
  expect(answered).toHaveLength(1);
  expect(record.attempts.filter((one) => one.role === "coder").map((one) => one.status)).toEqual(["out_of_budget", "out_of_budget"]);
  expect(record.spent.tokens).toBe(40_010 + record.spent.estimatedTokens);
  expect(record.spent.estimatedTokens).toBeGreaterThan(100);
  expect(record.stopped?.reason).toBe("budget");
});

it("a limit on the judge's seconds that one verdict reaches ends the jobs in flight, and the search goes on to its promotion", async () => {
  const agents = affineAgents();
  const second = Promise.withResolvers<void>();
  const { record, judged } = await search(
    (asked, nth) => (asked.role === "coder" ? JSON.stringify({ explanation: "another one", files: affineBundle(nth) }) : agents(asked, nth)),
    { policy: { attempts: 4 }, limits: { gpuSeconds: 1.5 } },
    async (_, nth) => {
      if (nth > 0) second.resolve();
      await (nth === 0 ? second.promise : never);
      return okVerdict("search", 2);
    },
  );
  expect(judged).toHaveLength(2);
  expect(
    record.attempts
      .filter((one) => one.role === "coder")
      .map((one) => one.status)
      .toSorted(),
  ).toEqual(["ok", "out_of_budget"]);
  expect(record.promotions).toHaveLength(1);
});
