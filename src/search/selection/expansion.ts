/** One branch of the search: the attempt that it expands, and its budget. select.ts chooses it. */
import { z } from "zod";
import type { Attempt } from "../../run/attempt.ts";
import { type Policy, Role } from "../../domain/settings.ts";
import type { SearchTree } from "../../run/tree.ts";

export const Expansion = z.object({
  id: z.string(),
  parent: z.string(),
  childIndex: z.number().int().describe("how many children the parent had before this one"),
  round: z.number().int(),
  repairs: z.number().int(),
  first: Role.exclude(["coder"]).describe("who works first: the planner, the repairer of a broken attempt, or the agent that works alone"),
  beside: z.array(z.string()).describe("branches in flight when this one was chosen: it does not see their attempts"),
  siblingIndex: z.number().int().describe("which of the branches at work on the parent this one is, from 0"),
  siblingCount: z.number().int().describe("how many branches are at work on the parent when this one starts"),
  secondParent: z.string().nullable().describe("the second parent of a crossover"),
  why: z.enum(["root", "best", "explore", "tie", "repair", "last", "uct", "crossover", "recorded"]),
});
export type Expansion = z.infer<typeof Expansion>;

/** The tree during a selection. `planned` counts, by parent, the children in flight or already chosen. */
export interface View {
  readonly tree: SearchTree;
  /** the open attempts */
  readonly isOpen: (attempt: Attempt) => boolean;
  readonly policy: Policy;
  readonly planned: ReadonlyMap<string, number>;
  readonly slot: number;
  /** attempts expanded in parallel */
  readonly width: number;
  readonly draw: () => number;
}
export interface Choice {
  readonly parent: Attempt;
  readonly why: Expansion["why"];
}

/**
 * Expansions per round and parents per round for a budget of attempts. The square root balances rounds and breadth. More
 * than four in parallel lose more gain than they save time (docs/search.md).
 */
export function roundSize({ attempts, breadth, width }: Policy): { expansions: number; width: number } {
  const expansions = breadth ?? Math.min(4, Math.ceil(Math.sqrt(attempts)));
  return { expansions, width: width ?? Math.max(1, Math.ceil(expansions / 2)) };
}
