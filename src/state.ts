import { ReducedValue, StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import { Attempt, compareIds, Plan } from "./domain/attempt.ts";
import { Diagnosis } from "./domain/profile.ts";
import { Baselines } from "./domain/protocol.ts";
import { Settings } from "./domain/settings.ts";
import { Expansion } from "./search/expansion.ts";

const byId = (tree: Attempt[], news: Attempt[]): Attempt[] => {
  const merged = new Map([...tree, ...news].map((one) => [one.id, one]));
  return [...merged.values()].toSorted(compareIds); // the order must not depend on which branch ends first
};
const tree = new ReducedValue(
  z.array(Attempt).default(() => []),
  { inputSchema: z.array(Attempt), reducer: byId },
);

const Ending = z.object({ reason: z.enum(["budget", "plateau", "speed_of_light", "no_reply"]), detail: z.string() });

/** One search. Small on purpose: everything large is an artifact in the run's folder, named here by hash. */
export const Search = new StateSchema({
  run: z.string().describe("the run's folder; made from `request` when it is not given").default(""),
  request: Settings.nullable().default(null).describe("what to optimize and how"),
  baselines: Baselines.nullable().default(null),
  tree,
  round: z.number().int().default(0),
  expansions: z.array(Expansion).default(() => []),
  ending: Ending.nullable().default(null),
  winner: z.string().nullable().default(null).describe("the attempt that passed promotion"),
});
export type SearchState = typeof Search.State;

export const SearchInput = new StateSchema({ run: Search.fields.run, request: Search.fields.request });

const Draft = z.object({
  id: z.string(),
  parent: z.string(),
  role: z.enum(["coder", "repairer"]),
  source: z.string().nullable().describe("artifact: the candidate; null when no usable reply came"),
  explanation: z.string(),
  problem: z.string(),
  tokens: z.number(),
  modelSeconds: z.number(),
});

/** One branch of a round: an expansion on its way from diagnosis to verdict, repairs included. */
export const Branch = new StateSchema({
  run: z.string(),
  baselines: Baselines,
  tree,
  expansion: Expansion,
  focus: z.string().default("").describe("the attempt being worked on: the parent, then whatever broke"),
  diagnosis: Diagnosis.nullable().default(null),
  plan: Plan.nullable().default(null),
  planTokens: z.number().default(0),
  planSeconds: z.number().default(0),
  draft: Draft.nullable().default(null),
  repairs: z.number().int().default(0),
});
export type BranchState = typeof Branch.State;

/** Only the tree leaves a branch: any other shared key would collide between parallel branches. */
export const BranchOutput = new StateSchema({ tree });
