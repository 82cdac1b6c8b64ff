/** Human feedback on the command line: questions go to standard error, answers come from standard input, one per line. */
import { Command, INTERRUPT, isInterrupted } from "@langchain/langgraph";
import { createInterface } from "node:readline";
import { PlanDecision, PromotionDecision, Question } from "../../domain/approval.ts";
import { Interrupted } from "../../domain/errors.ts";
import type { Go } from "../../operations/drive-run.ts";
import { printable } from "../../report/terminal/summary.ts";

interface Waiting {
  id?: string;
  value?: unknown;
}
/** Runs the graph to its end and asks the person at each interrupt. Throws Interrupted if standard input ends or `stop` fires before the answer. */
export async function converse(go: Go, input: object | null, stop: AbortSignal): Promise<void> {
  let lines: AsyncIterator<string> | undefined;
  for (let next = input; ;) {
    const waiting = waitingIn(await go(next));
    if (waiting.length === 0) return;
    lines ??= createInterface({ input: process.stdin, signal: stop })[Symbol.asyncIterator]();
    const answers: Record<string, object> = {};
    for (const { id = "", value } of waiting) answers[id] = await answerTo(Question.parse(value), lines);
    next = new Command({ resume: answers });
  }
}

function waitingIn(result: unknown): Waiting[] {
  return isInterrupted(result) ? result[INTERRUPT] : [];
}

async function answerTo(question: Question, lines: AsyncIterator<string>): Promise<object> {
  const of = question.asks === "plan" ? `the plan of ${question.attempt}` : "promotion";
  console.error(printable(question.asks === "plan" ? planQuestionText(question) : promotionText(question)));
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Interrupted(`${of} needs your approval`, "answer on standard input");
    const answer = question.asks === "plan" ? planAnswer(value) : promotionAnswer(value);
    if (answer) return answer;
    console.error(`  "${value}" is no answer: ${question.asks === "plan" ? PLAN_ANSWERS : PROMOTION_ANSWERS}`);
  }
}

const PLAN_ANSWERS =
  "Enter or a = approve, e TEXT = other advice, t ATTEMPT = expand that one instead, r REASON = reject it and plan again; the reason becomes a rule";
const PROMOTION_ANSWERS = "Enter or a = approve, c ATTEMPT,… = measure these instead, r REASON = publish nothing";

function planQuestionText(question: Extract<Question, { asks: "plan" }>): string {
  const { attempt, parent, status, diagnosis, strategy, advice, marked, others, problem } = question;
  const told = [
    problem && `  ${problem}`,
    `Plan for ${attempt}, expanded from ${parent}. ${status}`,
    diagnosis && `  ${diagnosis}`,
    `  ${strategy}: ${advice}`,
    marked,
  ];
  return [...told.filter(Boolean), `  could be expanded instead: ${others.join(", ")}`, `  ${PLAN_ANSWERS}`].join("\n");
}

function promotionText({ ending, finalists, problem }: Extract<Question, { asks: "promotion" }>): string {
  const lines = finalists.map(({ attempt, speedup, explanation }) => `  ${attempt}: ${speedup}. ${explanation}`);
  return [
    ...(problem ? [`  ${problem}`] : []),
    `The search ends: ${ending}. To be measured again:`,
    ...(lines.length > 0 ? lines : ["  nothing"]),
    `  ${PROMOTION_ANSWERS}`,
  ].join("\n");
}

function planAnswer(line: string): PlanDecision | undefined {
  const [letter, rest] = split(line);
  const answers = {
    a: { decision: "approve" },
    e: { decision: "edit", advice: rest },
    t: { decision: "retarget", attempt: rest },
    r: { decision: "reject", reason: rest },
  };
  return PlanDecision.safeParse(answers[letter as keyof typeof answers]).data;
}

function promotionAnswer(line: string): PromotionDecision | undefined {
  const [letter, rest] = split(line);
  const answers = {
    a: { decision: "approve" },
    c: { decision: "choose", attempts: rest.split(",").map((one) => one.trim()) },
    r: { decision: "reject", reason: rest },
  };
  return PromotionDecision.safeParse(answers[letter as keyof typeof answers]).data;
}

/** The answer's letter (Enter means a), and the text after it. */
function split(line: string): [string, string] {
  const [word = "", ...rest] = line.trim().split(/\s+/);
  return [word.toLowerCase() || "a", rest.join(" ")];
}
