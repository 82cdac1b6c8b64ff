/**
 * Recorded replies, for runs without a model. A reply is found by role and by what it was a reply to (the source it
 * is about, which child of it, which turn), not by its prompt: timings in prompts differ from machine to machine.
 */
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { UserError } from "../domain/errors.ts";
import { Role } from "../domain/settings.ts";
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
});
export type RecordedReply = z.infer<typeof RecordedReply>;

/** Thrown when a recording holds no reply to what is asked; the branch ends and the search goes on. */
export class NotRecorded extends Error {
  override name = "NotRecorded";
}

type Address = Pick<CompletionRequest, "role" | "about" | "nth" | "turn">;
const addressOf = (one: Address): string => `${one.role} ${one.about} ${one.nth} ${one.turn}`;

/** Answers from a file of recorded replies (JSON lines). Throws UserError when it cannot be read. */
export function replayEndpoint(path: string): Endpoint {
  if (!existsSync(path)) throw new UserError(`there are no recorded replies at ${path}`, "set OPENAI_API_KEY (and OPENAI_BASE_URL) to ask a live model");
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const replies = new Map(lines.map((line) => RecordedReply.parse(JSON.parse(line))).map((reply) => [addressOf(reply), reply]));
  return async (request) => {
    const reply = replies.get(addressOf(request));
    if (!reply) throw new NotRecorded(`no reply was recorded for the ${request.role} on this source`);
    return reply;
  };
}
