/**
 * The record of a comparison: model replies by request, and verdicts by candidate. The file is compressed JSON lines and only grows. A
 * strategy that runs again gets its answers from here. Only new requests reach the model or the judge.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { normalized } from "../../../src/domain/candidate.ts";
import { UserError } from "../../../src/domain/errors.ts";
import type { Job, Reply } from "../../../src/domain/protocol.ts";
import type { ModelSettings } from "../../../src/domain/settings.ts";
import { hashOf } from "../../../src/lib/hash.ts";
import type { Worker } from "../../../src/tools/judge/process-worker.ts";
import { withSeries } from "../../../test/support/series.ts";
import type { Completion, CompletionRequest, Endpoint } from "../../../src/tools/model/endpoint.ts";

/** Answers by the hash of their question; `asked` counts what was not on record. */
export class Store<T> {
  readonly #answers = new Map<string, Promise<T>>();
  readonly #path: string;
  asked = 0;
  known = 0;

  constructor(path: string) {
    this.#path = path;
    const text = existsSync(path) ? gunzipSync(readFileSync(path)).toString("utf8") : "";
    for (const line of text.split("\n").filter(Boolean)) {
      const { key, value } = JSON.parse(line) as { key: string; value: T };
      this.#answers.set(key, Promise.resolve(value));
    }
  }

  /** The answer to a question: from the record, or from `ask`, which is then on record. A question that fails is not. */
  async of(question: object, ask: () => Promise<T>): Promise<T> {
    const key = hashOf(JSON.stringify(question));
    const kept = this.#answers.get(key);
    if (kept) this.known++;
    else this.#answers.set(key, this.#askOnce(key, ask));
    return await this.#answers.get(key)!;
  }

  async #askOnce(key: string, ask: () => Promise<T>): Promise<T> {
    this.asked++;
    try {
      const value = await ask();
      mkdirSync(dirname(this.#path), { recursive: true });
      appendFileSync(this.#path, gzipSync(`${JSON.stringify({ key, value })}\n`));
      return value;
    } catch (error) {
      this.#answers.delete(key);
      throw error;
    }
  }
}

/** An endpoint over the record. Two independent samples of one prompt differ by their child index and seed. */
export function recordedEndpoint(store: Store<Completion>, live: Endpoint | null, { name, temperatures }: ModelSettings, seed: number): Endpoint {
  return async (request: CompletionRequest) => {
    const { role, childIndex, messages } = request;
    return await store.of({ model: name, temperature: temperatures[role], seed, role, childIndex, messages }, async () => {
      if (live) return await live(request);
      throw new UserError(`the record holds no reply of ${name} to a ${role}`, "set OPENAI_API_KEY, or OPENAI_BASE_URL for another server");
    });
  };
}

/** A judge over the record, for candidates and tasks. It stays open when a run ends. */
export function recordedWorker(store: Store<Reply>, worker: Worker): Worker {
  return withSeries({
    async submit(job) {
      if (job.kind === "series") throw new Error("it comes as its candidates");
      if (job.kind === "probe") return await worker.submit(job);
      const reply = await store.of(questionIn(job), async () => {
        const answer = await worker.submit(job);
        if (answer.kind === "broken") throw new UserError(`the judge failed: ${answer.reason}`, "run: npx kernelwright doctor");
        return answer;
      });
      return { ...reply, id: job.id };
    },
    close: async () => {},
  });
}

function questionIn(job: Extract<Job, { kind: "prepare" | "evaluate" }>): object {
  const { id: _, ...question } = job;
  return question.kind === "evaluate" ? { ...question, candidate: normalized(question.candidate) } : question;
}
