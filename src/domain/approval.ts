/** What a person is asked while a search runs, and may answer: before a plan is carried out, and before promotion. */
import { z } from "zod";

/** What a search waits for a person's word on. */
export const Approval = z.enum(["plans", "promotion"]);
export type Approval = z.infer<typeof Approval>;

const reason = z.string().trim().min(1).max(2000);
/** `true` and a bare word say the same as an object. */
const worded = (answer: unknown): unknown => (answer === true ? { decision: "approve" } : typeof answer === "string" ? { decision: answer } : answer);

export const PlanDecision = z.preprocess(
  worded,
  z.discriminatedUnion("decision", [
    z.object({ decision: z.literal("approve") }),
    z.object({ decision: z.literal("edit"), advice: reason.describe("what the coder is told in the planner's place") }),
    z.object({ decision: z.literal("retarget"), attempt: z.string().describe("the attempt to grow in this one's place; it is planned for anew") }),
    z.object({ decision: z.literal("reject"), reason: reason.describe("a rule for every later prompt of this run; the plan is made anew") }),
  ]),
);
export type PlanDecision = z.infer<typeof PlanDecision>;

export const PromotionDecision = z.preprocess(
  worded,
  z.discriminatedUnion("decision", [
    z.object({ decision: z.literal("approve") }),
    z.object({ decision: z.literal("choose"), attempts: z.array(z.string()).min(1).max(5).describe("what is measured again, in the finalists' place") }),
    z.object({ decision: z.literal("reject"), reason: reason.describe("why nothing of this run is published") }),
  ]),
);
export type PromotionDecision = z.infer<typeof PromotionDecision>;

/** What a person said to a run; hints and rules reach the prompts. */
export const Word = z.object({
  kind: z.enum(["hint", "rule", "note"]),
  on: z.string().describe("the attempt that it was about, or promotion, or fork"),
  text: z.string(),
});
export type Word = z.infer<typeof Word>;

/** What the interrupt of a plan shows. */
export const PlanQuestion = z.object({
  asks: z.literal("plan"),
  attempt: z.string(),
  parent: z.string(),
  status: z.string().describe("how the parent does"),
  diagnosis: z.string(),
  strategy: z.string(),
  advice: z.string(),
  marked: z.string().describe("the lines that the plan would change"),
  others: z.array(z.string()).describe("attempts that could be grown in the parent's place"),
  problem: z.string().describe("what was wrong with the last answer; empty where nothing was"),
});
export type PlanQuestion = z.infer<typeof PlanQuestion>;

export const PromotionQuestion = z.object({
  asks: z.literal("promotion"),
  ending: z.string(),
  finalists: z.array(z.object({ attempt: z.string(), speedup: z.string(), explanation: z.string() })),
  problem: z.string(),
});
export type PromotionQuestion = z.infer<typeof PromotionQuestion>;

export const Question = z.discriminatedUnion("asks", [PlanQuestion, PromotionQuestion]);
export type Question = z.infer<typeof Question>;
