/**
 * The one door to models: a role and a prompt in, a value checked against its schema out, with tokens and seconds.
 * How replies are paid for and kept is replies.ts's business.
 */
import { z } from "zod";
import { OutOfBudget } from "../domain/errors.ts";
import type { Role } from "../domain/settings.ts";
import type { Message } from "./endpoint.ts";
import { NotRecorded } from "./recording.ts";
import type { Replies } from "./replies.ts";
import { echoOf, readReply } from "./reply-text.ts";

export interface Ask<T> {
  role: Role;
  /** unique within the run, for example r1b2.coder */
  call: string;
  about: string;
  nth: number;
  schema: z.ZodType<T>;
  system: string;
  prompt: string;
  /** what makes a well-formed value useless, in words for the model; null when nothing does */
  problem?: (value: T) => string | null;
  /** what should be better about a usable value; after the last re-ask it is taken as it is */
  wish?: (value: T) => string | null;
}
export interface Answer<T> {
  value: T | null;
  problem: string;
  tokens: number;
  seconds: number;
  /** true where a limit of the run kept the model from being asked (again) */
  outOfBudget: boolean;
}
export interface Model {
  ask<T>(ask: Ask<T>): Promise<Answer<T>>;
  /** Calls that were sent and not answered yet. */
  inFlight(): number;
  /** Takes no further calls, and resolves when the replies of those in flight are kept. */
  close(): Promise<void>;
}

/** How often a malformed or ungrounded reply is sent back. */
const REASKS = 2;

/** Asks through `replies`, reads what comes back, and sends a reply that is of no use back, a bounded number of times. */
export function createModel(replies: Replies): Model {
  const ask = async <T>(question: Ask<T>): Promise<Answer<T>> => {
    const messages: Message[] = [
      { role: "system", content: question.system },
      { role: "user", content: question.prompt },
    ];
    const schema = { name: question.role, json: z.toJSONSchema(question.schema, { target: "draft-7" }) as Record<string, unknown> };
    const answer: Answer<T> = { value: null, problem: "", tokens: 0, seconds: 0, outOfBudget: false };
    for (let turn = 0; turn <= REASKS; turn++) {
      const { role, about, nth } = question;
      const reply = await replies.to(question.call, { role, about, nth, turn, messages, schema }).catch((error: unknown) => {
        if (error instanceof NotRecorded || error instanceof OutOfBudget) return error;
        throw error;
      });
      if (reply instanceof OutOfBudget) return { ...answer, problem: answer.problem || reply.message, outOfBudget: true };
      if (reply instanceof NotRecorded) return { ...answer, problem: answer.problem || reply.message };
      answer.tokens += reply.inputTokens + reply.outputTokens;
      answer.seconds += reply.seconds;
      const read = readReply(reply.text, reply.flaw, question.schema);
      const problem = read.value === undefined ? read.problem : (question.problem?.(read.value) ?? null);
      const usable = problem === null ? (read.value ?? null) : null;
      answer.value = usable ?? answer.value;
      const objection = problem ?? (usable === null ? null : (question.wish?.(usable) ?? null));
      answer.problem = objection ?? "";
      if (objection === null) return answer;
      messages.push(
        { role: "assistant", content: echoOf(reply.text) },
        { role: "user", content: `${objection}\n\nAnswer again with the whole JSON object, corrected.` },
      );
    }
    return answer;
  };
  return {
    ask,
    inFlight: () => replies.inFlight(),
    close: () => replies.close(),
  };
}
