/**
 * The one door to models: a role and a prompt in, a value checked against its schema out, with tokens and seconds.
 * Every reply is on disk before it is used, so a resumed run never pays for it again.
 */
import PQueue from "p-queue";
import { z } from "zod";
import { Interrupted } from "../domain/errors.ts";
import type { Role } from "../domain/settings.ts";
import type { Completion, Endpoint, Message } from "./endpoint.ts";
import { readIfThere, writeWhole } from "./files.ts";
import { NotRecorded, RecordedReply } from "./recording.ts";
import type { RunFolder } from "./run-folder.ts";

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

/** Wraps an endpoint with the reply store of a run, a limit on parallel calls, checking and bounded re-asking. */
export function createModel(endpoint: Endpoint, run: RunFolder, parallel: number): Model {
  const queue = new PQueue({ concurrency: parallel });
  let closed = false;

  const turnOf = async <T>(ask: Ask<T>, turn: number, messages: Message[]): Promise<RecordedReply> => {
    const place = run.file(`replies/${ask.call}.${turn}.json`);
    const kept = readIfThere(place);
    if (kept !== undefined) return RecordedReply.parse(JSON.parse(kept));
    if (closed) throw new Interrupted("the run is stopping");
    const schema = { name: ask.role, json: z.toJSONSchema(ask.schema, { target: "draft-7" }) as Record<string, unknown> };
    const { about, nth, role } = ask;
    const prompt = run.put(messages.map((one) => `## ${one.role}\n\n${one.content}`).join("\n\n"));
    const { completion, seconds } = await queue.add(async () => timed(() => endpoint({ role, about, nth, turn, messages, schema })));
    const { inputTokens, outputTokens, model, text } = completion;
    const reply = { role, about, nth, turn, model, inputTokens, outputTokens, seconds, prompt, text };
    writeWhole(place, `${JSON.stringify(reply)}\n`);
    return reply;
  };

  const ask = async <T>(question: Ask<T>): Promise<Answer<T>> => {
    const messages: Message[] = [
      { role: "system", content: question.system },
      { role: "user", content: question.prompt },
    ];
    const answer: Answer<T> = { value: null, problem: "", tokens: 0, seconds: 0 };
    for (let turn = 0; turn <= REASKS; turn++) {
      const reply = await turnOf(question, turn, messages).catch((error: unknown) => {
        if (error instanceof NotRecorded) return error;
        throw error;
      });
      if (reply instanceof NotRecorded) return { ...answer, problem: answer.problem || reply.message };
      answer.tokens += reply.inputTokens + reply.outputTokens;
      answer.seconds += reply.seconds;
      const read = readReply(reply.text, question.schema);
      const problem = read.value === undefined ? read.problem : (question.problem?.(read.value) ?? null);
      const usable = problem === null ? (read.value ?? null) : null;
      answer.value = usable ?? answer.value;
      const objection = problem ?? (usable === null ? null : (question.wish?.(usable) ?? null));
      answer.problem = objection ?? "";
      if (objection === null) return answer;
      messages.push(
        { role: "assistant", content: reply.text },
        { role: "user", content: `${objection}\n\nAnswer again with the whole JSON object, corrected.` },
      );
    }
    return answer;
  };
  return {
    ask,
    inFlight: () => queue.pending,
    close: async () => {
      closed = true;
      await queue.onIdle();
    },
  };
}

async function timed(work: () => Promise<Completion>): Promise<{ completion: Completion; seconds: number }> {
  const start = performance.now();
  const completion = await work();
  return { completion, seconds: (performance.now() - start) / 1000 };
}

/** The JSON object in a reply, past any thinking, prose or fence around it. */
function readReply<T>(raw: string, schema: z.ZodType<T>): { value: T; problem?: never } | { value?: undefined; problem: string } {
  const text = raw.replace(/<think>[\s\S]*?<\/think>/g, "");
  const body = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  try {
    const parsed = schema.safeParse(JSON.parse(body));
    return parsed.success ? { value: parsed.data } : { problem: `The reply does not fit the schema:\n${z.prettifyError(parsed.error)}` };
  } catch (error) {
    return { problem: `The reply is not JSON: ${(error as Error).message}` };
  }
}
