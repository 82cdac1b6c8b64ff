/**
 * The model's replies, each paid for once. A reply is on disk before its use, so a resumed run never repeats the call. Each reply
 * is charged to the run, and so is an estimate for each try that was cut off. The number of parallel calls is limited. client.ts parses the replies.
 */
import { AsyncResource } from "node:async_hooks";
import PQueue from "p-queue";
import { Charge } from "../../domain/budget.ts";
import { Interrupted } from "../../domain/errors.ts";
import { costOf } from "../../domain/price.ts";
import type { ModelSettings } from "../../domain/settings.ts";
import type { Completion, CompletionRequest, Endpoint } from "./endpoint.ts";
import { readIfThere, writeWhole } from "../system/files.ts";
import type { Ledger } from "../../run/ledger.ts";
import { RecordedReply } from "./recordings.ts";
import { replyNames, type RunFolder } from "../../run/run-folder.ts";

export interface Replies {
  /** The reply to a request. Throws OutOfBudget when a limit of the run is reached, before the call or during it. */
  to(request: CompletionRequest): Promise<RecordedReply>;
  inFlight(): number;
  /** Accepts no further requests, and resolves when the replies in flight are stored. With `abandon` it drops them. */
  close(abandon?: boolean): Promise<void>;
}

export function createReplies(endpoint: Endpoint, run: RunFolder, settings: ModelSettings, ledger: Ledger): Replies {
  const queue = new PQueue({ concurrency: settings.parallel });
  const abandoned = new AbortController();
  let closed = false;

  const paid = async (name: string, request: CompletionRequest): Promise<{ completion: Completion; seconds: number }> => {
    const stop = AbortSignal.any([abandoned.signal, ledger.over("model")]);
    if (closed) throw new Interrupted("the run is stopping"); // while it was queued
    stop.throwIfAborted(); // when its turn has come, not when it was queued: others have spent since
    let start = performance.now();
    const seconds = (): number => (performance.now() - start) / 1000;
    const completion = await endpoint(request, stop, {
      begins: () => void (start = performance.now()),
      lost({ inputTokens, outputTokens }) {
        if (abandoned.signal.aborted) return; // the run is another process's by now
        const costUsd = costOf(settings.price, inputTokens, outputTokens);
        ledger.charge(Charge.parse({ by: "model", on: name, seconds: seconds(), inputTokens, outputTokens, counted: false, costUsd }));
      },
    });
    return { completion, seconds: seconds() };
  };

  return {
    async to(request) {
      const name = `${request.call}.${request.turn}`;
      const place = run.file(`replies/${name}.json`);
      const kept = readIfThere(place);
      if (kept !== undefined) return RecordedReply.parse(JSON.parse(kept));
      if (closed) throw new Interrupted("the run is stopping");
      const { role, about, childIndex, turn, messages } = request;
      const prompt = run.put(messages.map((one) => `## ${one.role}\n\n${one.content}`).join("\n\n"));
      const { completion, seconds } = await queue.add(AsyncResource.bind(async () => paid(name, request))); // in the asker's context, whoever makes room
      const { inputTokens, cachedTokens, outputTokens, counted, model, text, flaw } = completion;
      const costUsd = costOf(settings.price, inputTokens, outputTokens, cachedTokens);
      ledger.charge(Charge.parse({ by: "model", on: name, seconds, inputTokens, cachedTokens, outputTokens, counted, costUsd }));
      const reply = { role, about, childIndex, turn, model, inputTokens, outputTokens, seconds, prompt, text, flaw };
      writeWhole(place, `${JSON.stringify(reply)}\n`);
      return reply;
    },
    inFlight: () => queue.pending,
    async close(abandon = false) {
      closed = true;
      if (abandon) abandoned.abort(new Interrupted("the run is stopping"));
      await queue.onIdle();
    },
  };
}

/** The ids of the calls, in the order of the requests. */
const ROLES: readonly string[] = ["planner", "coder", "repairer", "solo"];

/**
 * Looks up the exchanges of an attempt, in order: call and turn ("planner.0"; "planner2.0" if the first plan was sent
 * back), the messages as sent, the reply.
 * It reads the list of calls once, so make a new lookup after new calls.
 */
export function exchangesOf(run: RunFolder): (attempt: string) => { call: string; prompt: string; reply: string }[] {
  const folder = run.file("replies");
  const calls = new Map<string, string[]>();
  for (const name of replyNames(run)) {
    const attempt = name.split(".")[0] ?? "";
    calls.set(attempt, [...(calls.get(attempt) ?? []), name]);
  }
  return (attempt) =>
    (calls.get(attempt) ?? [])
      .map((name) => ({ ...RecordedReply.parse(JSON.parse(readIfThere(`${folder}/${name}`) ?? "")), call: name.slice(attempt.length + 1, -".json".length) }))
      .toSorted((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role) || a.call.localeCompare(b.call, "en", { numeric: true }))
      .map(({ call, prompt, text }) => ({ call, prompt: run.get(prompt), reply: text }));
}
