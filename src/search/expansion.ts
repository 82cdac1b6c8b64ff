/** One branch of the search: what it grows and what it may spend. Which one it is, select.ts decides. */
import { z } from "zod";
import type { Attempt } from "../domain/attempt.ts";
import { type Policy, Role } from "../domain/settings.ts";
import type { SearchTree } from "../domain/tree.ts";

export const Expansion = z.object({
  id: z.string(),
  parent: z.string(),
  nth: z.number().int().describe("how many children the parent had before this one"),
  round: z.number().int(),
  repairs: z.number().int(),
  first: Role.exclude(["coder"]).describe("who works first: the planner, the repairer of a broken attempt, or the agent that works alone"),
  beside: z.array(z.string()).describe("branches in flight when this one was chosen: it does not see their attempts"),
  place: z.number().int().describe("which of the branches at work on the parent this one is, from 0"),
  of: z.number().int().describe("how many branches are at work on the parent when this one starts"),
  donor: z.string().nullable().describe("an attempt that is composed with the parent"),
  why: z.enum(["root", "best", "explore", "tie", "last", "uct", "compose"]),
});
export type Expansion = z.infer<typeof Expansion>;

/** The tree as a choice sees it; `planned` counts the children that are in flight or chosen already, by parent. */
export interface View {
  readonly tree: SearchTree;
  /** what may be grown */
  readonly isOpen: (attempt: Attempt) => boolean;
  readonly policy: Policy;
  readonly planned: ReadonlyMap<string, number>;
  readonly place: number;
  readonly draw: () => number;
}
export interface Choice {
  readonly parent: Attempt;
  readonly why: Expansion["why"];
}

/**
 * Expansions per round and parents per round for a budget of attempts. The square root keeps rounds and breadth even; more
 * than four side by side cost more gain than the time they save (docs/search.md).
 */
export function shapeOf({ attempts, breadth, width }: Policy): { expansions: number; width: number } {
  const expansions = breadth ?? Math.min(4, Math.ceil(Math.sqrt(attempts)));
  return { expansions, width: width ?? Math.max(1, Math.ceil(expansions / 2)) };
}
