/** Whole searches in async mode that may stop early, over a scripted model and judge. */
import { expect, it } from "@jest/globals";
import type { StrategyName } from "../../src/domain/settings.ts";
import { strategies } from "../../src/search/selection/strategies.ts";
import { affineAgents } from "../support/affine.ts";
import { search } from "../support/search.ts";

const searched = async (strategy: StrategyName, attempts: number) =>
  (await search(affineAgents(), { policy: { ...strategies[strategy].set, strategy, attempts, async: true, tune: 0 } })).record;

it.each(["refine", "beam"] as const)("%s spends a budget of 12 although no kernel beats the first ones", async (strategy) => {
  const { stopped, attempts } = await searched(strategy, 12);
  expect(stopped).toMatchObject({ reason: "budget" });
  expect(attempts.filter((one) => one.role !== "reference")).toHaveLength(12);
});

it("a larger budget ends on a plateau after a first round and three rounds without a gain", async () => {
  const { stopped } = await searched("beam", 60);
  expect(stopped).toMatchObject({ reason: "plateau", detail: "no gain of 1 % in the last 12 branches" });
});
