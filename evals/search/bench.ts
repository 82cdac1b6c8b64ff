/**
 * `npm run bench:search`: the tree searches on thousands of synthetic tasks at equal budgets, and the beam's constants one by
 * one. Writes the tables into docs/search.md between its markers and the plots beside it. Pure arithmetic: no model, no GPU.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { percentText } from "../../src/domain/measure.ts";
import { Policy, type StrategyName } from "../../src/domain/settings.ts";
import { strategies } from "../../src/search/selection/strategies.ts";
import { argumentsIn } from "../arguments.ts";
import { tableOf } from "../pages.ts";
import type { LevelName, World } from "./landscape.ts";
import { plot } from "./plot.ts";
import { reported } from "./reported.ts";
import { type Outcome, simulate } from "./simulate.ts";
import { estimate, type Estimate, exp, mean } from "../../src/report/bench/statistics.ts";
import { world } from "./world.ts";

argumentsIn({});
const SEEDS = 2000;
/** The fit is judged on other tasks than it was made on. */
const FIRST_SEED = 100_000;
const BUDGETS = [12, 30];
const levels = Object.keys(world.levels) as LevelName[];
/**
 * The strategies that the tables compare: the same three agents on a tree, with different rules of selection. What independent kernels or
 * other agents gain is put into the landscape by its fit, so the simulation cannot predict it.
 */
const compared: readonly StrategyName[] = ["beam", "stark", "greedy", "mcts"];
const docs = join(import.meta.dirname, "..", "..", "docs");

const policyOf = (strategy: StrategyName, attempts: number, more: Partial<Policy> = {}): Policy =>
  Policy.parse({ ...strategies[strategy].set, strategy, attempts, ...more });
const run = (level: LevelName, policy: Policy, on: World = world, seeds = SEEDS): Outcome[] =>
  Array.from({ length: seeds }, (_, seed) => simulate(on.levels[level], policy, on, FIRST_SEED + seed));

/** The logarithm of the speedup that a user gets: the best kernel's, or 1 if no kernel beats the reference. */
const gain = (outcome: Outcome, attempts = outcome.path.length): number =>
  Math.log(Math.max(1, outcome.path[Math.min(attempts, outcome.path.length) - 1] ?? 0));
const last = (outcome: Outcome): number => outcome.path.at(-1) ?? 0;
const share = (outcomes: readonly Outcome[], is: (one: Outcome) => boolean): number => mean(outcomes.map((one) => (is(one) ? 1 : 0)));
const times = ({ value, low, high }: Estimate): string => `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;

/** How the landscape compares with what was reported: it should not be far off, or the rest says nothing. */
function fit(): string {
  const rows = reported.map(({ level, strategy, correct, solved, fast, speed }) => {
    const outcomes = run(level, policyOf(strategy, 30));
    const both = (is: number, was: number | null, show: (value: number) => string): string => `${show(is)} (${was === null ? "-" : show(was)})`;
    return [
      level,
      strategy,
      both(mean(outcomes.map((one) => one.correct / one.attempts)), correct, percentText),
      both(
        share(outcomes, (one) => last(one) > 0),
        solved,
        percentText,
      ),
      both(
        share(outcomes, (one) => last(one) >= 1),
        fast,
        percentText,
      ),
      both(mean(outcomes.map(last).filter((one) => one > 0)), speed, (value) => value.toFixed(2)),
    ];
  });
  return tableOf(["level", "strategy", "correct attempts", "tasks solved", "at least eager's speed", "mean speedup"], rows);
}

/** The compared strategies at one budget: per level and over all, and against the beam on the same tasks. */
function comparison(attempts: number): string {
  const variants: [string, Policy][] = [
    ...compared.map((name): [string, Policy] => [name, policyOf(name, attempts)]),
    ["beam --async", policyOf("beam", attempts, { async: true })],
  ];
  const outcomes = new Map(variants.map(([name, policy]) => [name, levels.map((level) => run(level, policy))]));
  const beam = outcomes.get("beam")!.flat();
  const rows = variants.map(([name]) => {
    const own = outcomes.get(name)!;
    const all = own.flat();
    const against = exp(estimate(all.map((one, index) => gain(one) - gain(beam[index]!))));
    return [
      `\`${name}\``,
      ...own.map((level) => times(exp(estimate(level.map((one) => gain(one)))))),
      times(exp(estimate(all.map((one) => gain(one))))),
      name === "beam" ? "1" : times(against),
      percentText(share(all, (one) => last(one) > 0)),
      percentText(share(all, (one) => last(one) >= 1)),
      mean(all.map((one) => one.time)).toFixed(1),
    ];
  });
  if (attempts === Math.max(...BUDGETS)) writePlots(outcomes, attempts);
  return tableOf(["strategy", ...levels, "all", "against beam", "solved", "at least eager's speed", "time"], rows);
}

function writePlots(outcomes: ReadonlyMap<string, readonly (readonly Outcome[])[]>, attempts: number): void {
  mkdirSync(join(docs, "search"), { recursive: true });
  for (const [index, level] of levels.entries()) {
    const lines = compared.map((name) => ({
      name,
      points: Array.from({ length: attempts }, (_, n) => [n + 1, Math.exp(mean(outcomes.get(name)![index]!.map((one) => gain(one, n + 1))))] as const),
    }));
    writeFileSync(
      join(docs, "search", `${level.replace(" ", "-")}.svg`),
      plot(`Synthetic ${level}: speedup so far, geometric mean (nothing found = 1)`, "attempts", lines),
    );
  }
}

const over = (policy: Policy, on = world): Outcome[] => levels.flatMap((level) => run(level, policy, on));
const gains = (outcomes: readonly Outcome[]): string => times(exp(estimate(outcomes.map((one) => gain(one)))));

/** The beam's constants, one or two changed at a time. */
function constants(): string {
  const variants: [string, Partial<Policy>][] = [
    ...[1, 2, 3, 4, 6, 8].map((breadth): [string, Partial<Policy>] => [`breadth ${breadth}`, { breadth }]),
    ...[1, 2, 4].map((width): [string, Partial<Policy>] => [`width ${width}`, { width }]),
    ...[0, 0.1, 0.2, 0.3, 0.4].map((epsilon): [string, Partial<Policy>] => [`epsilon ${epsilon}`, { epsilon }]),
    ...[0, 1, 2, 3].map((repairs): [string, Partial<Policy>] => [`repairs ${repairs}`, { repairs }]),
    ...[3, 5, 8].map((rootThrottle): [string, Partial<Policy>] => [`root throttle ${rootThrottle}`, { rootThrottle }]),
    ...[2, 3, 5].map((deadBranch): [string, Partial<Policy>] => [`dead branch ${deadBranch}`, { deadBranch }]),
    ["breadth 6, epsilon 0.3: at 30 attempts the beam as it was before this bench", { breadth: 6, epsilon: 0.3 }],
  ];
  const shipped = BUDGETS.map((attempts) => over(policyOf("beam", attempts)));
  const rows = variants.map(([name, more]) => {
    const cells = BUDGETS.flatMap((attempts, index) => {
      const own = over(policyOf("beam", attempts, more));
      const ratio = exp(estimate(own.map((one, at) => gain(one) - gain(shipped[index]![at]!))));
      return [`${ratio.value.toFixed(3)} [${ratio.low.toFixed(3)}, ${ratio.high.toFixed(3)}]`, mean(own.map((one) => one.time)).toFixed(1)];
    });
    return [name, ...cells];
  });
  return tableOf(["beam, against as shipped", ...BUDGETS.flatMap((one) => [`${one} attempts`, "time"])], rows);
}

/** The same comparison in other worlds: where a conclusion turns on an assumption, it shows. */
function worlds(): string {
  const roles = (more: object): World => ({ ...world, skills: { ...world.skills, roles: { ...world.skills.roles, ...more } } });
  const others: [string, World][] = [
    ["as fitted", world],
    ["no change prepares another", { ...world, prepares: 0 }],
    ["30 % of changes only prepare", { ...world, prepares: 0.3 }],
    ["no rewrites", roles({ rewrites: 0 })],
    ["a change repeats one in five that it is not shown", roles({ repeats: { ...world.skills.roles.repeats, unseen: 0.2 } })],
    ["half as many changes help", roles({ helps: world.skills.roles.helps / 2 })],
  ];
  return tableOf(
    ["world, 30 attempts", ...compared],
    others.map(([name, on]) => [name, ...compared.map((strategy) => gains(over(policyOf(strategy, 30), on)))]),
  );
}

/** UCT's constants: the textbook's first. */
function tree(): string {
  const rows = [0.5, 0.3].flatMap((widening) =>
    [Math.SQRT2, 0.4, 0.1, 0.02].map((exploration) => [
      exploration.toFixed(2),
      String(widening),
      ...BUDGETS.map((attempts) => gains(over(policyOf("mcts", attempts, { exploration, widening })))),
    ]),
  );
  return tableOf(["exploration", "widening", ...BUDGETS.map((one) => `${one} attempts`)], rows);
}

const sections = {
  fit: fit(),
  ...Object.fromEntries(BUDGETS.map((one) => [`at ${one}`, comparison(one)])),
  constants: constants(),
  mcts: tree(),
  worlds: worlds(),
};
const page = join(docs, "search.md");
let text = readFileSync(page, "utf8");
for (const [name, body] of Object.entries(sections)) {
  text = text.replace(new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- end -->)`), (_, open: string, close: string) => `${open}${body}\n${close}`);
  console.log(`\n## ${name}\n\n${body}`);
}
writeFileSync(page, text);
