import { type Runtime, StateSchema } from "@langchain/langgraph";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { Approval } from "../domain/approval.ts";
import { Attempt, Draft, Plan } from "../run/attempt.ts";
import { Diagnosis } from "../domain/profile.ts";
import { SearchForm } from "../domain/request.ts";
import { Expansion } from "../search/selection/expansion.ts";

/** Raised whenever a node or a field's type changes; test/graph/version.test.ts notices. Threads of releases without it have version 0. */
export const STATE_VERSION = 3;

const Ending = z.object({ reason: z.enum(["budget", "plateau", "target", "speed_of_light", "no_reply"]), detail: z.string() });

/**
 * One search. It stays small after ten thousand attempts. The run's folder holds the tree as events (src/run/attempt-log.ts), and everything
 * large as an artifact named by hash. Servers show the fields in this order.
 */
export const Search = new StateSchema({
  summary: z.string().default("").describe("the search so far in a few lines: the tree with times or what was wrong, what is being expanded, how it ended"),
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
  expansions: z
    .array(Expansion)
    .default(() => [])
    .describe("in flight"),
  completed: z.string().nullable().default(null).describe("in async mode: the branch that has just returned"),
  version: z.number().int().default(0).describe("of the release's state that began the search; another cannot go on with it"),
});
export type SearchState = typeof Search.State;

/** The request form, or a run's folder instead. */
export const SearchInput = new StateSchema({ ...SearchForm.shape, run: Search.fields.run });
/** The input of the first node. */
export const Opening = new StateSchema({ ...SearchInput.fields, version: Search.fields.version });
export type SearchRequest = typeof Opening.State;

/** How far a branch has come, with what its next node works on. */
const Step = z.discriminatedUnion("phase", [
  z.object({ phase: z.literal("chosen") }).describe("the parent is looked into, and planned on where the expansion begins with a plan"),
  z.object({ phase: z.literal("planned"), plan: Plan }),
  z.object({ phase: z.literal("written"), draft: Draft }),
  z.object({ phase: z.literal("passed"), attempt: Attempt }).describe("the profile of the attempt is read next"),
  z.object({ phase: z.literal("broken") }).describe("the attempt in focus can be repaired"),
  z.object({ phase: z.literal("profiled") }).describe("the constants of the attempt in focus are tuned next"),
  z.object({ phase: z.literal("ended") }),
]);
export type Step = z.infer<typeof Step>;

/** One branch of a round: an expansion on its way from diagnosis to verdict, repairs included. The first fields are for a person. */
export const Branch = new StateSchema({
  focus: z.string().default("").describe("the attempt being worked on: the parent, then whatever broke"),
  diagnosis: Diagnosis.nullable().default(null).describe("what holds the parent back"),
  step: Step.default({ phase: "chosen" }).describe("how far the branch has come: its plan, its draft, or the attempt that passed"),
  change: z.string().default("").describe("what the draft changes, the first lines of it"),
  result: z.string().default("").describe("how the draft did: its time and speedup, or what was wrong; empty until it is judged"),
  repairs: z.number().int().default(0).describe("of this branch so far"),
  waits: z.boolean().default(false).describe("whether the plan waits for a person's word"),
  replans: z.number().int().default(0).describe("plans that a person sent back"),
  expansion: Expansion,
  planTokens: z.number().default(0),
  planSeconds: z.number().default(0),
  run: z.string(),
});
export type BranchState = typeof Branch.State;

/** Identifies one execution of a node. A node that runs again from its checkpoint, after a kill or a failure, has the same step. */
export const stepOf = ({ executionInfo }: Pick<Runtime, "executionInfo">): string => executionInfo?.taskId ?? randomUUID();

/** The branch's step, in the phase that a node works on. Throws where another node should have run: a bug of the routes. */
export function inPhase<P extends Step["phase"]>({ step, expansion }: Pick<BranchState, "step" | "expansion">, phase: P): Extract<Step, { phase: P }> {
  if (step.phase !== phase) throw new Error(`branch ${expansion.id} is ${step.phase} where ${phase} is due`);
  return step as Extract<Step, { phase: P }>;
}

const { diagnosis, step, change, result } = Branch.fields;
/**
 * The fields of a branch that a server streams. The search reads the run's folder instead. Keys that both states had would collide between
 * parallel branches.
 */
export const BranchOutput = new StateSchema({ diagnosis, step, change, result });
