/** Attempts without a usable reply: a single one ends its branch, and only several in a row end a search. */
import { expect, it } from "@jest/globals";
import type { StrategyName } from "../../src/domain/settings.ts";
import { strategies } from "../../src/search/selection/strategies.ts";
import { affineAgents } from "../support/affine.ts";
import type { Script } from "../support/model-server.ts";
import { search } from "../support/search.ts";

/** The scripted agents, whose planner gives the plans from `first` to `last` without making sense. */
function silentFor(first: number, last: number): Script {
  const agents = affineAgents();
  let plans = 0;
  return (asked, count) => {
    if (asked.role !== "planner") return agents(asked, count);
    plans++;
    return plans >= first && plans <= last ? "I would rather talk about the weather." : agents(asked, count);
  };
}

const searched = async (strategy: StrategyName, script: Script, more: object) => {
  const { record } = await search(script, { policy: { ...strategies[strategy].set, strategy, tune: 0, ...more } });
  const made = record.attempts.filter((one) => one.role !== "reference");
  return { reason: record.stopped?.reason, made: made.length, silent: made.filter((one) => one.status === "no_reply").length };
};

it.each([
  ["greedy", {}],
  ["mcts", {}],
  ["beam", { async: true, breadth: 1, plateauRounds: 9 }],
] as const)("one branch of %s without a usable reply does not end the search", async (strategy, more) => {
  const goesOn = await searched(strategy, silentFor(4, 6), { attempts: 5, ...more });
  expect(goesOn).toEqual({ reason: "budget", made: 5, silent: 1 });
});

it("four attempts in a row without a usable reply end the search", async () => {
  expect(await searched("greedy", silentFor(2, 99), { attempts: 12 })).toEqual({ reason: "no_reply", made: 5, silent: 4 });
});

it("STARK stops only at its budget", async () => {
  expect(await searched("stark", silentFor(2, 99), { attempts: 6 })).toEqual({ reason: "budget", made: 6, silent: 5 });
});
