/**
 * Replies of the model, each paid for once: kept on disk before it is used, so a resumed run never asks for it again,
 * charged to the run's account, and bounded in how many are asked for at a time. What a reply says is model.ts's business.
 */
import { AsyncResource } from "node:async_hooks";
import { existsSync, readdirSync } from "node:fs";
import PQueue from "p-queue";
import { Charge } from "../domain/budget.ts";
import { Interrupted, OutOfBudget } from "../domain/errors.ts";
import { costOf } from "../domain/price.ts";
import type { ModelSettings } from "../domain/settings.ts";
import type { Completion, CompletionRequest, Endpoint } from "./endpoint.ts";
import { readIfThere, writeWhole } from "./files.ts";
import type { Ledger } from "./ledger.ts";
import { RecordedReply } from "./recording.ts";
import type { RunFolder } from "./run-folder.ts";

export interface Replies {
  /** The reply to a request; `call` is unique within the run. Throws OutOfBudget when a limit of the run is reached. */
  to(call: string, request: CompletionRequest): Promise<RecordedReply>;
  inFlight(): number;
  /** Takes no further requests, and resolves when the replies of those in flight are kept. */
  close(): Promise<void>;
}

export function createReplies(endpoint: Endpoint, run: RunFolder, settings: ModelSettings, ledger: Ledger): Replies {
  const queue = new PQueue({ concurrency: settings.parallel });
  let closed = false;

  const paid = async (request: CompletionRequest): Promise<{ completion: Completion; seconds: number }> => {
    const limit = ledger.exhausted("model"); // when its turn has come, not when it was queued: others have spent since
    if (limit !== null) throw new OutOfBudget(limit);
    const start = performance.now();
    const completion = await endpoint(request);
    return { completion, seconds: (performance.now() - start) / 1000 };
  };

  return {
    async to(call, request) {
      const name = `${call}.${request.turn}`;
      const place = run.file(`replies/${name}.json`);
      const kept = readIfThere(place);
      if (kept !== undefined) return RecordedReply.parse(JSON.parse(kept));
      if (closed) throw new Interrupted("the run is stopping");
      const { role, about, nth, turn, messages } = request;
      const prompt = run.put(messages.map((one) => `## ${one.role}\n\n${one.content}`).join("\n\n"));
      const { completion, seconds } = await queue.add(AsyncResource.bind(async () => paid(request))); // in the asker's context, whoever makes room
      const { inputTokens, cachedTokens, outputTokens, counted, model, text, flaw } = completion;
      const costUsd = costOf(settings.price, inputTokens, outputTokens, cachedTokens);
      ledger.charge(Charge.parse({ by: "model", on: name, seconds, inputTokens, cachedTokens, outputTokens, counted, costUsd }));
      const reply = { role, about, nth, turn, model, inputTokens, outputTokens, seconds, prompt, text, flaw };
      writeWhole(place, `${JSON.stringify(reply)}\n`);
      return reply;
    },
    inFlight: () => queue.pending,
    async close() {
      closed = true;
      await queue.onIdle();
    },
  };
}

/** In the order in which they are asked. */
const ROLES: readonly string[] = ["planner", "coder", "repairer", "solo"];

/**
 * Looks up what was asked for an attempt and answered, in order: call and turn ("planner.0"; "planner2.0" where the plan before it was sent
 * back), the messages as sent, the reply.
 * Which calls there are is read once, so ask for a new lookup after new calls.
 */
export function exchangesOf(run: RunFolder): (attempt: string) => { call: string; prompt: string; reply: string }[] {
  const folder = run.file("replies");
  const calls = new Map<string, string[]>();
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const [, attempt = ""] = /^([^.]+)\..*\.json$/.exec(name) ?? [];
    calls.set(attempt, [...(calls.get(attempt) ?? []), name]);
  }
  return (attempt) =>
    (calls.get(attempt) ?? [])
      .map((name) => ({ call: name.slice(attempt.length + 1, -".json".length), ...RecordedReply.parse(JSON.parse(readIfThere(`${folder}/${name}`) ?? "")) }))
      .toSorted((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role) || a.call.localeCompare(b.call, "en", { numeric: true }))
      .map(({ call, prompt, text }) => ({ call, prompt: run.get(prompt), reply: text }));
}
