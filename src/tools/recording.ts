/**
 * Recorded replies, for runs without a model. A reply is found by role and by what it was a reply to (the source it
 * is about, which child of it, which turn), not by its prompt: timings in prompts differ from machine to machine.
 */
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { UserError } from "../domain/errors.ts";
import { Policy, Role } from "../domain/settings.ts";
import type { CompletionRequest, Endpoint } from "./endpoint.ts";

export const RecordedReply = z.object({
  role: Role,
  about: z.string(),
  nth: z.number().int(),
  turn: z.number().int(),
  model: z.string(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  seconds: z.number(),
  prompt: z.string().describe("artifact: the messages as sent"),
  text: z.string(),
  flaw: z.string().nullable().default(null).describe("why the reply is not whole; null where it is"),
});
export type RecordedReply = z.infer<typeof RecordedReply>;

/** The first line of a recording: which run it was, so that a replay can be the same search. */
const RecordedRun = z.object({
  recorded: z.object({
    task: z.string(),
    target: z.string(),
    attempts: z.number().int(),
    seed: z.number().int(),
    model: z.string(),
    date: z.string(),
    winner: z.string().nullable(),
    policy: Policy.nullable().default(null).describe("how the recorded run searched"),
    order: z.array(z.string()).default([]).describe("the order in which its branches returned, in async mode"),
  }),
});
type RecordedRun = z.infer<typeof RecordedRun>["recorded"];

/** Thrown when a recording holds no reply to what is asked; the branch ends and the search goes on. */
export class NotRecorded extends Error {
  override name = "NotRecorded";
}

type Address = Pick<CompletionRequest, "role" | "about" | "nth" | "turn">;
const addressOf = (one: Address): string => `${one.role} ${one.about} ${one.nth} ${one.turn}`;

/** Answers from a file of recorded replies; of a plan that a person sent back and the one after it, with the latter. Throws UserError when it cannot be read. */
export function replayEndpoint(path: string): Endpoint {
  const recording = readRecording(path);
  const replies = new Map(recording.replies.map((reply) => [addressOf(reply), reply]));
  return async (request) => {
    const reply = replies.get(addressOf(request));
    if (!reply) throw new NotRecorded(`the recorded run of ${recording.run.task} never asked the ${request.role} this: other attempts lead here`);
    return { ...reply, counted: true };
  };
}

/** A recording: JSON lines, the run first, then its replies. Throws UserError when there is none or it is damaged. */
export function readRecording(path: string): { run: RecordedRun; replies: RecordedReply[] } {
  if (!existsSync(path))
    throw new UserError(
      `there are no recorded replies at ${path}`,
      "name a file that npx kernelwright export RUN --replies -o FILE wrote, or a folder of such files called <task>.<target>.jsonl",
    );
  const [first = "", ...rest] = readFileSync(path, "utf8").trim().split("\n");
  try {
    return { run: RecordedRun.parse(JSON.parse(first)).recorded, replies: rest.map((line) => RecordedReply.parse(JSON.parse(line))) };
  } catch {
    throw new UserError(`${path} is no recording`, "make one with: npx kernelwright export RUN --replies -o FILE");
  }
}

/** The text of a recording. */
export function recordingText(run: RecordedRun, replies: readonly string[]): string {
  return [JSON.stringify({ recorded: run }), ...replies.map((reply) => reply.trim()), ""].join("\n");
}
