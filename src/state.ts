import { StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import { Approval } from "./domain/approval.ts";
import { Plan } from "./domain/attempt.ts";
import { KeptLesson } from "./domain/lesson.ts";
import { Diagnosis } from "./domain/profile.ts";
import { Baselines } from "./domain/protocol.ts";
import { Request } from "./domain/request.ts";
import { Expansion } from "./search/expansion.ts";

const Ending = z.object({ reason: z.enum(["budget", "plateau", "target", "speed_of_light", "no_reply"]), detail: z.string() });

/**
 * One search. Small on purpose, and no larger after ten thousand attempts: the tree is in the run's folder, as events
 * (src/tools/attempt-log.ts), and everything large is an artifact there, named by hash. Servers show the fields in this order.
 */
export const Search = new StateSchema({
  story: z.string().default("").describe("the search so far in a few lines: the tree with times or what was wrong, what grows, how it ended"),
  winner: z.string().nullable().default(null).describe("the attempt that passed promotion"),
  ending: Ending.nullable().default(null).describe("why the search stopped; null while it goes on"),
  round: z.number().int().default(0).describe("selections made so far"),
  run: z.string().describe("the run's folder; made for the request when it is not given").default(""),
  hint: z.string().default("").describe("advice for every planner from the next selection on; give it to a fork"),
  budget: z.number().int().min(1).nullable().default(null).describe("attempts in all from the next selection on: the search goes on in a fork of the run"),
  waitsFor: z
    .array(Approval)
    .default(() => [])
    .describe("what waits for a person's word"),
  finalists: z.array(z.string()).nullable().default(null).describe("what a person chose to be measured again; null is the fastest"),
  mode: z.enum(["rounds", "async"]).default("rounds").describe("whole rounds, or a branch as soon as one returns"),
  baselines: Baselines.nullable().default(null).describe("what the judge measured of the reference before the search"),
  expansions: z
    .array(Expansion)
    .default(() => [])
    .describe("in flight"),
  landed: z.string().nullable().default(null).describe("in async mode: the branch that has just returned"),
  shape: z.string().default("").describe("of the graph that began the search; another cannot go on with it"),
});
export type SearchState = typeof Search.State;

/** The form, or a run's folder in its place. */
export const SearchInput = new StateSchema({ ...Request.shape, run: Search.fields.run });
/** What the first node sees. */
export const Opening = new StateSchema({ ...SearchInput.fields, baselines: Search.fields.baselines });
export type SearchRequest = typeof Opening.State;

const Draft = z.object({
  id: z.string(),
  parent: z.string(),
  role: z.enum(["coder", "repairer"]),
  source: z.string().nullable().describe("artifact: the candidate; null when no usable reply came"),
  explanation: z.string(),
  problem: z.string(),
  tokens: z.number(),
  modelSeconds: z.number(),
  outOfBudget: z.boolean().default(false).describe("a limit of the run kept the model from being asked"),
});

/** One branch of a round: an expansion on its way from diagnosis to verdict, repairs included. What a person reads comes first. */
export const Branch = new StateSchema({
  focus: z.string().default("").describe("the attempt being worked on: the parent, then whatever broke"),
  diagnosis: Diagnosis.nullable().default(null).describe("what holds the parent back"),
  plan: Plan.nullable().default(null).describe("the change that is being made"),
  change: z.string().default("").describe("what the draft changes, the first lines of it"),
  result: z.string().default("").describe("how the draft did: its time and speedup, or what was wrong; empty until it is judged"),
  outcome: z.enum(["open", "ok", "broken", "lost"]).default("open").describe("of the attempt being worked on; lost is neither judged nor repairable"),
  repairs: z.number().int().default(0).describe("of this branch so far"),
  waits: z.boolean().default(false).describe("whether the plan waits for a person's word"),
  replans: z.number().int().default(0).describe("plans that a person sent back"),
  draft: Draft.nullable().default(null),
  expansion: Expansion,
  lessons: z
    .array(KeptLesson)
    .default(() => [])
    .describe("what helped on this bottleneck in other tasks"),
  planTokens: z.number().default(0),
  planSeconds: z.number().default(0),
  run: z.string(),
  baselines: Baselines,
});
export type BranchState = typeof Branch.State;

const { diagnosis, plan, change, result } = Branch.fields;
/**
 * What a server streams of a branch's steps. The search itself takes nothing of it: a branch leaves what it wrote to the run's folder,
 * and keys that both have would collide between parallel branches.
 */
export const BranchOutput = new StateSchema({ diagnosis, plan, change, result });
