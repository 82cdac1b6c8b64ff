/**
 * The search strategies as data. Each is a set of values for the policy in settings.ts, and no code checks for a
 * strategy by its name. Section numbers are those of STARK (arXiv 2510.16996).
 */
import type { z } from "zod";
import type { Policy, StrategyName } from "../../domain/settings.ts";

interface Strategy {
  /** one line for --help and the documents */
  readonly what: string;
  readonly set: Omit<z.input<typeof Policy>, "strategy">;
}

/** One attempt per turn, and a stop only at the budget of 30 (Algorithm 1, appendix A). */
const asPublished = {
  attempts: 30,
  breadth: 1,
  width: 1,
  epsilon: 0.3,
  repairs: 0,
  earlyStop: false,
  guidance: false,
  tune: 0,
  profiles: false,
  counters: false,
} as const;
/** One agent at temperature 0.7 that sees one source and no history (section 5, KernelBench's own prompt). */
const solo = { ...asPublished, agents: "solo" } as const;

export const strategies: Record<StrategyName, Strategy> = {
  refine: {
    what: "the default: independent first kernels, then changes of the best two branches from their profiles, one call each",
    set: { selection: "refine", change: "direct", prompts: "brief", firstRound: 6, breadth: 3, width: 2, repairs: 1, epsilon: 0 },
  },
  beam: { what: "rounds of parallel expansions of the fastest attempts, repairs inside a branch", set: {} },
  stark: {
    what: "STARK as published: plan, code and debug agents, epsilon-greedy tree search, anchors echoed by the planner",
    set: { ...asPublished, grounding: "echo" },
  },
  sampling: { what: "STARK's baseline: one agent, independent attempts at the reference", set: { ...solo, selection: "root", breadth: 8 } },
  "best-of-n": {
    what: "one agent, independent attempts at the reference, each repaired up to twice before a new one",
    set: { ...solo, selection: "mend", breadth: 8, repairs: 2 },
  },
  reflexion: { what: "STARK's baseline: one agent that keeps changing its last attempt", set: { ...solo, selection: "last" } },
  "search-only": { what: "STARK's ablation: one agent on STARK's tree search", set: { ...solo } },
  "agents-only": {
    what: "STARK's ablation: plan, code and debug agents, best of independent attempts at the reference",
    set: { ...asPublished, selection: "root", repairs: 2, grounding: "echo" },
  },
  greedy: { what: "always the fastest attempt that is open, one at a time", set: { breadth: 1, width: 1, epsilon: 0, plateauRounds: 10, changeRounds: 6 } },
  // The textbook constants (settings.ts) explore too much for budgets of tens of attempts: docs/search.md.
  mcts: {
    what: "Monte-Carlo tree search: UCT with progressive widening, one at a time",
    set: { breadth: 1, selection: "uct", exploration: 0.1, widening: 0.3, plateauRounds: 10, changeRounds: 6 },
  },
};
