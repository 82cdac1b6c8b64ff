/**
 * Recorded replies, for runs without a model. A replay that follows the recorded tree finds a reply by the call that it answered.
 * Any other replay finds it by role, source, child and turn. Prompts are ignored, because they contain timings of a machine.
 */
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { UserError } from "../../domain/errors.ts";
import { Policy, RecordedExpansion, Role } from "../../domain/settings.ts";
import type { Task } from "../../domain/task.ts";
import { hashOf } from "../../lib/hash.ts";
import { upgradeReply } from "../../run/upgrade.ts";
import type { CompletionRequest, Endpoint } from "./endpoint.ts";

const Reply = z.object({
  call: z.string().optional().describe("attempt and role of the call, for example r1b2.coder; missing in recordings before 0.2.0"),
  role: Role,
  about: z.string(),
  childIndex: z.number().int(),
  turn: z.number().int(),
  model: z.string(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  seconds: z.number(),
  prompt: z.string().describe("artifact: the messages as sent"),
  text: z.string(),
  flaw: z.string().nullable().default(null).describe("why the reply is not whole; null where it is"),
});
export const RecordedReply = z.preprocess(upgradeReply, Reply);
export type RecordedReply = z.infer<typeof RecordedReply>;

/** The first line of a recording: the run's data, with which a replay makes the same search. */
const RecordedRun = z.object({
  recorded: z.object({
    task: z.string(),
    source: z.string().nullable().default(null).describe("hash of the task's source; null in recordings before 0.2.0"),
    target: z.string(),
    attempts: z.number().int(),
    seed: z.number().int(),
    model: z.string(),
    date: z.string(),
    winner: z.string().nullable(),
    policy: Policy.nullable().default(null).describe("how the recorded run searched"),
    expansions: z.array(RecordedExpansion).default([]).describe("its branches; empty in recordings before 0.2.0"),
    order: z.array(z.string()).default([]).describe("the order in which its branches returned, in async mode"),
  }),
});
type RecordedRun = z.infer<typeof RecordedRun>["recorded"];

/** The recording lacks a reply to the request. The branch ends, and the search continues. */
export class NotRecorded extends Error {
  override name = "NotRecorded";
}

type Address = Pick<CompletionRequest, "role" | "about" | "childIndex" | "turn"> & { call?: string | undefined };
const bySource = (one: Address): string => `${one.role} ${one.about} ${one.childIndex} ${one.turn}`;
/** Plans that a person sent back are numbered; the replay asks once. */
const byCall = (one: Address): string => `${(one.call ?? "").replace(/\d+$/, "")} ${one.turn}`;

/**
 * Answers from a file of recorded replies, by call if the replay `follows` the recorded tree. Of a rejected plan and
 * its successor, the successor answers. Throws UserError if the file is unreadable.
 */
export function replayEndpoint(path: string, follows: boolean): Endpoint {
  const recording = readRecording(path);
  const addressOf = follows ? byCall : bySource;
  const replies = new Map(recording.replies.map((reply) => [addressOf(reply), reply]));
  return async (request) => {
    const reply = replies.get(addressOf(request));
    if (!reply) throw new NotRecorded(`the recorded run of ${recording.run.task} never asked the ${request.role} this: other attempts lead here`);
    return { ...reply, counted: true };
  };
}

/** Reads a recording: JSON lines, the run first, then its replies. Throws UserError if it is missing or damaged. */
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

/** Throws UserError where the run was recorded for another task: by its name, unless it is a copy. */
export function expectRecordedFor(path: string, run: RecordedRun, task: Task): void {
  if (run.task === task.name || run.source === hashOf(task.source)) return;
  throw new UserError(
    `${path} was recorded for ${run.task}, not for ${task.name}: its kernels compute something else`,
    `name the task file of ${run.task}, or leave --replay out`,
  );
}

/** The text of a recording. */
export function recordingText(run: RecordedRun, replies: readonly string[]): string {
  return [JSON.stringify({ recorded: run }), ...replies.map((reply) => reply.trim()), ""].join("\n");
}
