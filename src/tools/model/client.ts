/**
 * The only access to models: takes a role and a prompt, and returns a validated value with tokens and seconds.
 * reply-cache.ts charges and stores the replies.
 */
import { z } from "zod";
import { OutOfBudget } from "../../domain/errors.ts";
import type { Role } from "../../domain/settings.ts";
import type { Message } from "./endpoint.ts";
import { NotRecorded } from "./recordings.ts";
import { renderPrompt } from "./prompt.ts";
import type { Replies } from "./reply-cache.ts";
import { echoOf, readReply } from "./reply-parsing.ts";

export interface Ask<T> {
  role: Role;
  /** unique within the run, for example r1b2.coder */
  call: string;
  about: string;
  childIndex: number;
  schema: z.ZodType<T>;
  system: string;
  prompt: string;
  /** the defect of a well-formed value, as a message for the model; null for a useful value */
  error?: (value: T) => string | null;
  /** the weakness of a usable value; after the last repetition the value is used anyway */
  warning?: (value: T) => string | null;
}
export interface Answer<T> {
  value: T | null;
  problem: string;
  tokens: number;
  seconds: number;
  /** true if a limit of the run prevented a call */
  outOfBudget: boolean;
}
export interface Model {
  ask<T>(ask: Ask<T>): Promise<Answer<T>>;
  /** The number of calls in flight. */
  inFlight(): number;
  /** Accepts no further calls, and resolves when the replies in flight are stored. With `abandon` it drops them. */
  close(abandon?: boolean): Promise<void>;
}

/** The number of times that an unusable reply is sent back. */
const REASKS = 2;

/** Calls the model through `replies`, parses the reply, and sends an unusable reply back a few times. */
export function createModel(replies: Replies): Model {
  const ask = async <T>(question: Ask<T>): Promise<Answer<T>> => {
    const messages: Message[] = [
      { role: "system", content: question.system },
      { role: "user", content: question.prompt },
    ];
    const schema = { name: question.role, json: z.toJSONSchema(question.schema, { target: "draft-7" }) as Record<string, unknown> };
    const answer: Answer<T> = { value: null, problem: "", tokens: 0, seconds: 0, outOfBudget: false };
    for (let turn = 0; turn <= REASKS; turn++) {
      const { call, role, about, childIndex } = question;
      const reply = await replies.to({ call, role, about, childIndex, turn, messages, schema }).catch((error: unknown) => {
        if (error instanceof NotRecorded || error instanceof OutOfBudget) return error;
        throw error;
      });
      if (reply instanceof OutOfBudget) return { ...answer, problem: answer.problem || reply.message, outOfBudget: true };
      if (reply instanceof NotRecorded) return { ...answer, problem: answer.problem || reply.message };
      answer.tokens += reply.inputTokens + reply.outputTokens;
      answer.seconds += reply.seconds;
      const read = readReply(reply.text, reply.flaw, question.schema);
      const problem = read.value === undefined ? read.problem : (question.error?.(read.value) ?? null);
      const usable = problem === null ? (read.value ?? null) : null;
      answer.value = usable ?? answer.value;
      const objection = problem ?? (usable === null ? null : (question.warning?.(usable) ?? null));
      answer.problem = objection ?? "";
      if (objection === null) return answer;
      messages.push({ role: "assistant", content: echoOf(reply.text) }, { role: "user", content: renderPrompt("objections#again", { objection }) });
    }
    return answer;
  };
  return {
    ask,
    inFlight: () => replies.inFlight(),
    close: (abandon) => replies.close(abandon),
  };
}
