/** Limits in whole searches, over literal verdicts. */
import { afterAll, expect, it } from "@jest/globals";
import { affineAgents } from "../support/affine.ts";
import { removeScratch } from "../support/command.ts";
import { search } from "../support/search.ts";
import { okVerdict } from "../support/verdicts.ts";

afterAll(removeScratch);

it("a search stops when the whole interval of an attempt is above its target speedup, and not before", async () => {
  const policy = { attempts: 8, targetSpeedup: 2 };
  const { record } = await search(affineAgents(), { policy }, (_, nth) => okVerdict("search", nth < 4 ? 2.005 : 2.1)); // 2.005 has an interval from 1.98
  expect(record.stopped).toMatchObject({ reason: "target", detail: expect.stringMatching(/surely 2 times as fast/) });
  expect(Math.max(...record.attempts.map((one) => one.round))).toBe(2);
});

it("a limit on the judge's seconds is passed by what was in flight alone, and then only the best attempt is measured again", async () => {
  const { record, judged } = await search(affineAgents(), { policy: { attempts: 12 }, limits: { gpuSeconds: 2.5 } });
  const inFlight = record.expansions.filter((one) => one.attempt.startsWith("r1")).length;
  expect(judged.length).toBeLessThanOrEqual(inFlight);
  expect(record.stopped?.detail).toMatch(/of 2\.5 device seconds are spent/);
  expect(record.promotions).toHaveLength(1);
});
