import { expect, it } from "@jest/globals";
import { firstBack } from "../../src/graph/in-flight-pool.ts";
import type { Expansion } from "../../src/search/selection/expansion.ts";

const inFlight = ["r4b1", "r5b1", "r6b1"].map((id) => ({ id })) as Expansion[];
const next = (...order: string[]) => firstBack(order, inFlight)?.id;

it("the branch that returns next is the first one in flight of the known order", () => {
  expect(next("r1b1", "r5b1", "r4b1")).toBe("r5b1");
  expect(next()).toBeUndefined();
});

it("a fork keeps its order of returns, however many branches of the other run the log holds", () => {
  const copied = ["r1b1", "r1b2", "r1b3", "r2b1", "r3b1"]; // more returns than the three selections that the fork keeps
  expect(next(...copied)).toBeUndefined();
  expect(next(...copied, "r6b1", "r5b1")).toBe("r6b1");
});

it("a replay keeps the recorded order of the branches that it makes", () => {
  expect(next("r2b1", "r3b1", "r5b1", "r6b1", "r4b1")).toBe("r5b1"); // r2b1 and r3b1 have no parent here
});
