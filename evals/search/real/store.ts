/**
 * The record of a comparison: model replies by request, and verdicts by candidate. The file is compressed JSON lines and only grows. A
 * strategy that runs again gets its answers from here. Only new requests reach the model or the judge.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { constants, gunzipSync, gzipSync } from "node:zlib";
import { normalized } from "../../../src/domain/candidate.ts";
import { BrokenHost, UserError } from "../../../src/domain/errors.ts";
import type { Job, Reply } from "../../../src/domain/protocol.ts";
import type { Verdict } from "../../../src/domain/verdict.ts";
import type { ModelSettings } from "../../../src/domain/settings.ts";
import { hashOf } from "../../../src/lib/hash.ts";
import type { Worker } from "../../../src/tools/judge/process-worker.ts";
import { answerOneByOne, singleOf } from "../../../test/support/series.ts";
import type { Completion, CompletionRequest, Endpoint } from "../../../src/tools/model/endpoint.ts";

/** Answers by the hash of their question; `asked` counts what was not on record. Each line holds the question too. */
export class Store<T> {
  readonly #answers = new Map<string, Promise<T>>();
  readonly #path: string;
  asked = 0;
  known = 0;

  constructor(path: string) {
    this.#path = path;
    for (const line of wholeLines(path)) {
      const { key, value } = JSON.parse(line) as { key: string; value: T };
      this.#answers.set(key, Promise.resolve(value));
    }
  }

  /** Whether an answer is on record, or awaited. */
  holds(question: object): boolean {
    return this.#answers.has(hashOf(JSON.stringify(question)));
  }

  /** The answer to a question: from the record, or from `ask`, which is then on record. A question that fails is not. */
  async of(question: object, ask: () => Promise<T>): Promise<T> {
    const key = hashOf(JSON.stringify(question));
    const kept = this.#answers.get(key);
    if (kept) this.known++;
    else this.#answers.set(key, this.#askOnce(key, question, ask));
    return await this.#answers.get(key)!;
  }

  async #askOnce(key: string, question: object, ask: () => Promise<T>): Promise<T> {
    this.asked++;
    try {
      const value = await ask();
      mkdirSync(dirname(this.#path), { recursive: true });
      appendFileSync(this.#path, packed([JSON.stringify({ key, question, value })]));
      return value;
    } catch (error) {
      this.#answers.delete(key);
      throw error;
    }
  }
}

const packed = (lines: readonly string[]): Buffer => gzipSync(lines.map((line) => `${line}\n`).join(""));

/** The lines of a compressed file. A kill may have cut the last one. It is then removed from the file, so that the next line can follow. */
function wholeLines(path: string): string[] {
  if (!existsSync(path)) return [];
  const bytes = readFileSync(path);
  const text = gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString("utf8"); // reads a cut file to its end
  const lines = text.split("\n").slice(0, -1);
  if (isWhole(bytes)) return lines;
  writeFileSync(`${path}.part`, packed(lines));
  renameSync(`${path}.part`, path);
  return lines;
}

function isWhole(bytes: Buffer): boolean {
  try {
    gunzipSync(bytes);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "Z_BUF_ERROR") throw error;
    return false;
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

/**
 * A judge over the record, for candidates and tasks. It stays open when a run ends. Another `more` makes another question of the same job. The
 * record holds a verdict per candidate, and the whole answer to a series. A series of new candidates is one job. Else they are asked one by one.
 */
export function recordedWorker(store: Store<Reply>, worker: Worker, more: object = {}): Worker {
  const keyOf = (job: Kept | Series): object => ({ ...questionIn(job), ...more });
  const single = async (job: Kept): Promise<Reply> => {
    const reply = await store.of(keyOf(job), async () => unbroken(await worker.submit(submittedOf(job))));
    return { ...reply, id: job.id };
  };
  const series = async (job: Series): Promise<Reply> => {
    const whole = keyOf(job);
    const isNew = !store.holds(whole);
    if (isNew && job.candidates.some((_, at) => store.holds(keyOf(singleOf(job, at))))) return await answerOneByOne(job, single);
    const answer = { ...(await store.of(whole, async () => unbroken(await worker.submit(submittedOf(job))))), id: job.id };
    if (!isNew || answer.kind !== "series") return answer;
    const keep = async (at: number, verdict: Verdict, second?: Single["tier"]): Promise<unknown> =>
      await store.of(keyOf(singleOf(job, at, second)), async () => ({ kind: "verdict", id: job.id, verdict }));
    for (const [at, verdict] of answer.verdicts.entries()) if (verdict) await keep(at, verdict);
    for (const { candidate, verdict } of answer.again) await keep(candidate, verdict, job.again?.tier);
    return answer;
  };
  return {
    async submit(job) {
      if (job.kind === "series") return await series(job);
      return job.kind === "probe" || job.kind === "gates" ? await worker.submit(job) : await single(job);
    },
    close: async () => {},
  };
}

function unbroken(answer: Reply): Reply {
  if (answer.kind === "broken") throw new BrokenHost(`the judge failed: ${answer.reason}`, "run: npx kernelwright doctor");
  return answer;
}

type Series = Extract<Job, { kind: "series" }>;
type Single = Extract<Job, { kind: "evaluate" }>;
type Kept = Extract<Job, { kind: "prepare" }> | Single;

/** The job without the hardware's counters at promotion. Only a report reads them, and some strategies ask for none: all get one verdict. */
function uncounted<J extends Kept | Series>(job: J): J {
  if (job.kind === "prepare" || job.tier !== "promotion") return job;
  const { counters: _, ...rest } = job;
  return rest as J;
}

/** What the judge is asked: at promotion without torch.compile, too. No row reads it, and max-autotune can take minutes. */
function submittedOf<J extends Kept | Series>(job: J): J {
  return job.kind !== "prepare" && job.tier === "promotion" ? { ...uncounted(job), baselines: [] } : job;
}

function questionIn(job: Kept | Series): object {
  const { id: _, ...question } = uncounted(job);
  if (question.kind === "series") return { ...question, candidates: question.candidates.map(normalized) };
  return question.kind === "evaluate" ? { ...question, candidate: normalized(question.candidate) } : question;
}
