/** The simulation bench: what its tables rest on. */
import { describe, expect, it } from "@jest/globals";
import { attemptOn, Dice, drawTask } from "../../evals/search/landscape.ts";
import { simulate } from "../../evals/search/simulate.ts";
import { estimate } from "../../src/report/bench/statistics.ts";
import { world } from "../../evals/search/world.ts";
import { Policy, type StrategyName } from "../../src/domain/settings.ts";
import { strategies } from "../../src/search/selection/strategies.ts";

const names = Object.keys(strategies) as StrategyName[];
const policyOf = (strategy: StrategyName, attempts: number) => Policy.parse({ ...strategies[strategy].set, strategy, attempts });

describe("a simulated search", () => {
  it.each(names)("by %s spends its budget and no more, the same way for the same seed", (strategy) => {
    for (let seed = 0; seed < 30; seed++) {
      const outcome = simulate(world.levels["level 3"], policyOf(strategy, 30), world, seed);
      expect(outcome.attempts).toBe(30);
      expect(simulate(world.levels["level 3"], policyOf(strategy, 30), world, seed)).toEqual(outcome);
    }
  });

  it("gets the same task for every strategy", () => {
    const taskOf = () => drawTask(world.levels["level 1"], new Dice(7, "task"));
    expect(taskOf()).toEqual(taskOf());
  });

  it("takes less time in parallel than in sequence, and still less with refilled branches", () => {
    const time = (more: object) =>
      [1, 2, 3, 4, 5].reduce((sum, seed) => sum + simulate(world.levels["level 2"], { ...policyOf("beam", 30), ...more }, world, seed).time, 0);
    expect(time({})).toBeLessThan(time({ breadth: 1 }) / 2);
    expect(time({ async: true })).toBeLessThan(time({}));
  });
});

describe("the landscape", () => {
  it("repairs a broken kernel bug by bug without changing its speed", () => {
    const task = { ...drawTask(world.levels["level 1"], new Dice(1, "task")), repair: 1 };
    expect(attemptOn(task, { bugs: 3, speed: 0.5, limit: 1 }, "roles", { ...world, newBug: 0 }, new Dice(1, "a"))).toEqual({ bugs: 0, speed: 0.5, limit: 1 });
  });

  it("never improves a branch beyond its limit", () => {
    const task = drawTask(world.levels["level 1"], new Dice(1, "task"));
    for (let seed = 0; seed < 200; seed++) {
      const kernel = attemptOn(
        task,
        { bugs: 0, speed: 1, limit: 1 },
        "roles",
        { ...world, prepares: 0, skills: { ...world.skills, roles: { ...world.skills.roles, rewrites: 0, helps: 1 } } },
        new Dice(seed, "a"),
      );
      expect(kernel.speed).toBe(1);
    }
  });
});

it("the bootstrap interval holds the mean and narrows with the sample", () => {
  const dice = new Dice(0, "sample");
  const width = (count: number): number => {
    const { value, low, high } = estimate(Array.from({ length: count }, () => dice.normal(2, 1)));
    expect(low).toBeLessThan(value);
    expect(value).toBeLessThan(high);
    return high - low;
  };
  expect(width(2000)).toBeLessThan(width(50) / 4);
});
