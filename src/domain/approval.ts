/** Human feedback: the questions of a search and their answers, before a plan is carried out and before promotion. */
import { z } from "zod";

/** The steps that can wait for approval. */
export const Approval = z.enum(["plans", "promotion"]);
export type Approval = z.infer<typeof Approval>;

const reason = z.string().trim().min(1).max(2000);
/** `true` and a bare word are accepted like an object. So is an object typed into a text field. */
function worded(answer: unknown): unknown {
  if (answer === true) return { decision: "approve" };
  if (typeof answer !== "string") return answer;
  try {
    return worded(JSON.parse(answer));
  } catch {
    return { decision: answer.trim() };
  }
}

export const PlanDecision = z.preprocess(
  worded,
  z.discriminatedUnion("decision", [
    z.object({ decision: z.literal("approve") }),
    z.object({ decision: z.literal("edit"), advice: reason.describe("what the coder is told in the planner's place") }),
    z.object({ decision: z.literal("retarget"), attempt: z.string().describe("the attempt to expand in this one's place; it is planned for anew") }),
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

/** Human feedback to a run. Hints and rules reach the prompts. */
export const HumanFeedback = z.object({
  kind: z.enum(["hint", "rule", "note"]),
  on: z.string().describe("the attempt that it was about, or promotion, or fork"),
  text: z.string(),
});
export type HumanFeedback = z.infer<typeof HumanFeedback>;

const answers = z.array(z.looseObject({ decision: z.string() })).describe("what may be answered, with what each needs");
const problem = z.string().describe("what was wrong with the last answer; empty where nothing was");

export const planAnswers = [
  { decision: "approve" },
  { decision: "edit", advice: "what the coder is to do instead" },
  { decision: "retarget", attempt: "one of others, to expand in the parent's place" },
  { decision: "reject", reason: "a rule for every later prompt; the plan is made anew" },
];
export const promotionAnswers = [
  { decision: "approve" },
  { decision: "choose", attempts: ["what is measured again instead"] },
  { decision: "reject", reason: "why nothing of this run is published" },
];

/** The content of a plan's interrupt. */
export const PlanQuestion = z.object({
  asks: z.literal("plan"),
  attempt: z.string(),
  parent: z.string(),
  status: z.string().describe("how the parent does"),
  diagnosis: z.string(),
  strategy: z.string(),
  advice: z.string(),
  marked: z.string().describe("the lines that the plan would change"),
  others: z.array(z.string()).describe("attempts that could be expanded in the parent's place"),
  answers,
  problem,
});
export type PlanQuestion = z.infer<typeof PlanQuestion>;

export const PromotionQuestion = z.object({
  asks: z.literal("promotion"),
  ending: z.string(),
  finalists: z.array(z.object({ attempt: z.string(), speedup: z.string(), explanation: z.string() })),
  answers,
  problem,
});
export type PromotionQuestion = z.infer<typeof PromotionQuestion>;

export const Question = z.discriminatedUnion("asks", [PlanQuestion, PromotionQuestion]);
export type Question = z.infer<typeof Question>;
