/** A live OpenAI-compatible endpoint; the only importer of the chat-model package. */
import type { AIMessageChunk, UsageMetadata } from "@langchain/core/messages";
import { Agent, fetch as undiciFetch, type RequestInit as UndiciInit } from "undici";
import { CHARACTERS_PER_TOKEN, tokensIn } from "../../domain/budget.ts";
import { Interrupted, UserError } from "../../domain/errors.ts";
import type { ModelSettings, Role } from "../../domain/settings.ts";
import { timeLimit } from "../../lib/abort.ts";
import { renderPrompt } from "./prompt.ts";
import { asksToWait, rateLimit } from "./rate-limit.ts";

export interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}
export interface Completion {
  text: string;
  /** why the text is incomplete, as a message for the model; null for a complete text */
  flaw: string | null;
  inputTokens: number;
  /** the part that the server read from its cache; absent if it sends no count */
  cachedTokens?: number;
  outputTokens: number;
  /** whether the server counted the tokens; otherwise they are estimates */
  counted: boolean;
  model: string;
}
export interface CompletionRequest {
  /** attempt and role, unique within the run; for example r1b2.coder */
  call: string;
  role: Role;
  /** hash of the current source; with `childIndex` and `turn` it identifies a recorded reply */
  about: string;
  childIndex: number;
  turn: number;
  messages: Message[];
  schema: { name: string; json: Record<string, unknown> };
}
/** Follows the tries of one request. The last one either gives the completion, or is lost. */
export interface Tries {
  /** A try begins. The time before it was waiting, or that of an earlier try. */
  begins(): void;
  /** A try ended without a whole reply. The provider may bill it: the prompt, and what arrived. Both are estimates, in tokens. */
  lost(estimate: { inputTokens: number; outputTokens: number }): void;
}
/** Answers a request. When `stop` aborts, it cancels the call and throws the reason. */
export type Endpoint = (request: CompletionRequest, stop?: AbortSignal, tries?: Tries) => Promise<Completion>;

/** The largest length of a reply, including its reasoning. A longer reply would not end by itself. */
const MOST_CHARACTERS = 400_000;

const OPENAI = "the OpenAI API";

/** A longer header timeout: Node's fetch stops after five minutes without headers, but a busy or thinking server may need more. */
function patientFetch(seconds: number): typeof fetch {
  const dispatcher = new Agent({ headersTimeout: seconds * 1000, bodyTimeout: seconds * 1000 });
  return (async (url: string, init: RequestInit) => await undiciFetch(url, { ...init, dispatcher } as UndiciInit)) as unknown as typeof fetch;
}

/** Request features that a server may refuse, in the order of removal. */
interface Dialect {
  format: "json_schema" | "json_object" | "none";
  temperature: boolean;
  /** token counts at the end of a stream */
  usage: boolean;
  stream: boolean;
}

/** The number of repeated calls: after a cut connection, and after the time limit. */
const CUTS = 2;
const TIMEOUTS = 1;

/** The message about an endpoint that does not answer. */
export interface Silence {
  say: (line: string) => void;
  /** milliseconds of silence before the message */
  afterMs: number;
}

/**
 * Calls the endpoint by streaming, because a malformed answer can then still be repaired. If a server refuses a JSON schema, a
 * temperature, token counts or streaming, the call is repeated without it, and later calls omit it. A call without an answer within
 * `settings.timeoutSeconds` is repeated once. If the server asks for fewer calls, all calls wait, each up to that time. Throws
 * Interrupted if the endpoint fails, and UserError if it refuses the request.
 */
export function liveEndpoint(settings: ModelSettings, apiKey: string | undefined, silence?: Silence): Endpoint {
  const dialect: Dialect = { format: "json_schema", temperature: true, usage: true, stream: true };
  const watch = watchSilence(settings, silence);
  const server = { settings, apiKey, fetch: patientFetch(settings.timeoutSeconds) };
  const limit = rateLimit(settings.baseURL ?? OPENAI, settings.timeoutSeconds * 1000, silence?.say ?? (() => {}));
  return async (request, stop, tries) => {
    const isWorthAWait = limit.patience();
    for (let cuts = 0, timeouts = 0; ;) {
      await limit.passed(stop);
      tries?.begins();
      let received = 0;
      const tried = { ...dialect };
      const { signal: deadline, clear: met } = timeLimit(settings.timeoutSeconds * 1000);
      const heard = watch();
      try {
        return await complete(server, tried, request, stop ? AbortSignal.any([deadline, stop]) : deadline, (characters) => {
          heard();
          received += characters;
        });
      } catch (error) {
        if (received > 0 || deadline.aborted || stop?.aborted || isCut(error))
          tries?.lost({ inputTokens: promptTokens(request), outputTokens: Math.ceil(received / CHARACTERS_PER_TOKEN) });
        stop?.throwIfAborted();
        if (isTooLong(error))
          return { text: "", flaw: renderPrompt("objections#prompt-too-long", {}), inputTokens: 0, outputTokens: 0, counted: true, model: settings.name };
        if (isWorthAWait(error)) continue;
        if (deadline.aborted ? timeouts++ < TIMEOUTS : isCut(error) && cuts++ < CUTS) continue;
        if (!giveUpSomething(error, tried, dialect)) throw deadline.aborted ? late(settings, timeouts) : clear(error, settings);
      } finally {
        met();
        heard();
      }
    }
  };
}

/** Starts to wait for an answer. Call the returned function at the first sign of it. One line reports all waiting calls, at most once per `afterMs`. */
function watchSilence({ timeoutSeconds, baseURL }: ModelSettings, silence: Silence | undefined): () => () => void {
  let waiting = 0;
  let said = -Infinity;
  return () => {
    if (!silence) return () => {};
    const { say, afterMs } = silence;
    let isWaiting = true;
    waiting++;
    const timer = setInterval(() => {
      if (performance.now() - said < 0.9 * afterMs) return; // another call has just said it
      said = performance.now();
      const calls = waiting === 1 ? "1 call waits" : `${waiting} calls wait`;
      say(`no answer from ${baseURL ?? OPENAI} for ${afterMs / 1000} s or longer: ${calls}; each gives up after ${timeoutSeconds} s (--model-timeout)`);
    }, afterMs).unref();
    return () => {
      clearInterval(timer);
      if (isWaiting) waiting--;
      isWaiting = false;
    };
  };
}

async function complete(
  { settings, apiKey, fetch }: { settings: ModelSettings; apiKey: string | undefined; fetch: typeof globalThis.fetch },
  dialect: Dialect,
  request: CompletionRequest,
  signal: AbortSignal,
  heard: (characters: number) => void,
): Promise<Completion> {
  const { ChatOpenAI } = await import("@langchain/openai"); // here, so that a command that asks no model starts sooner
  const chat = new ChatOpenAI({
    model: settings.name,
    apiKey: apiKey ?? "none",
    configuration: { fetch, ...(settings.baseURL !== null && { baseURL: settings.baseURL }) },
    useResponsesApi: false,
    maxRetries: 3,
    onFailedAttempt: stopUnlessPassing,
    streamUsage: dialect.usage,
    timeout: settings.timeoutSeconds * 1000,
    ...(dialect.temperature ? { temperature: settings.temperatures[request.role] } : {}),
  });
  const { name, json } = request.schema;
  const formats = {
    json_schema: { response_format: { type: "json_schema" as const, json_schema: { name, strict: true, schema: json } } },
    json_object: { response_format: { type: "json_object" as const } },
    none: {},
  };
  const messages = request.messages.map(({ role, content }) => [role, content] as [string, string]);
  const options = { ...formats[dialect.format], signal };
  const whole = dialect.stream ? await streamed(await chat.stream(messages, options), heard) : await chat.invoke(messages, options);
  const usage = whole.usage_metadata as UsageMetadata | undefined;
  const { text } = whole;
  const counts = usage
    ? { inputTokens: usage.input_tokens, cachedTokens: usage.input_token_details?.cache_read ?? 0, outputTokens: usage.output_tokens, counted: true }
    : { inputTokens: promptTokens(request), outputTokens: tokensIn(text), counted: false };
  return { text, flaw: flawOf(text, whole.response_metadata["finish_reason"]), ...counts, model: settings.name };
}

/** The estimated tokens of a request's prompt. */
const promptTokens = ({ messages }: CompletionRequest): number => tokensIn(messages.map((one) => one.content).join(""));

/** The stream as one message. `heard` is told the characters of each part, reasoning included. Throws EmptyStream if the server sent something else. */
async function streamed(chunks: AsyncIterable<AIMessageChunk>, heard: (characters: number) => void): Promise<AIMessageChunk> {
  const read: AIMessageChunk[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const thinking = chunk.additional_kwargs["reasoning_content"];
    heard(chunk.text.length + (typeof thinking === "string" ? thinking.length : 0));
    read.push(chunk);
    length += chunk.text.length;
    if (length > MOST_CHARACTERS) break;
  }
  if (read.length === 0) throw new EmptyStream("the endpoint sent an empty stream");
  return read.reduce((text, chunk) => text.concat(chunk));
}

class EmptyStream extends Error {}

/** Prevents useless retries of the client: some errors persist if the request is unchanged, and liveEndpoint itself waits for others. */
function stopUnlessPassing(error: unknown): void {
  const { status, name = "" } = error as { status?: number; name?: string };
  const isRefused = status !== undefined && status >= 400 && status < 500 && status !== 408;
  if (isRefused || asksToWait(error) || isTooLong(error) || /abort/i.test(name)) throw error;
}

/** A connection that ended in the middle of a reply. */
function isCut(error: unknown): boolean {
  const { status, message = "", code = "" } = error as { status?: number; message?: string; code?: string };
  return status === undefined && /^(terminated|premature close|socket hang up|other side closed)|ECONNRESET|UND_ERR_SOCKET/i.test(`${message} ${code}`);
}

function flawOf(text: string, finish: unknown): string | null {
  if (text.length > MOST_CHARACTERS) return renderPrompt("objections#reply-too-long", { characters: String(MOST_CHARACTERS) });
  if (finish === "length") return renderPrompt("objections#output-limit", {});
  if (finish === "content_filter") return renderPrompt("objections#content-filter", {});
  return text.trim() === "" ? renderPrompt("objections#empty", {}) : null;
}

/** A prompt that is too long ends only its attempt. The next prompt shows other attempts. */
function isTooLong(error: unknown): boolean {
  const { name, status, message = "" } = error as { name?: string; status?: number; message?: string };
  return name === "ContextOverflowError" || status === 413 || (status === 400 && /context (length|window)|prompt is too long/i.test(message));
}

/** Records in `known` the feature that a 400 response refused. False if no feature is left to remove. */
function giveUpSomething(error: unknown, tried: Dialect, known: Dialect): boolean {
  const { status, message } = error as { status?: number; message?: string };
  if (error instanceof EmptyStream && tried.stream) {
    known.stream = false;
    known.format = known.format === "none" ? "none" : "json_object"; // unstreamed, the client itself would reject what does not fit a schema
    return true;
  }
  if (status !== 400 && status !== 422) return false;
  if (/stream_options|include_usage/i.test(message ?? "") && tried.usage) known.usage = false;
  else if (/temperature/i.test(message ?? "") && tried.temperature) known.temperature = false;
  else if (/response_format|json_schema|schema/i.test(message ?? "") && tried.format !== "none")
    known.format = tried.format === "json_schema" ? "json_object" : "none";
  else return false;
  return true;
}

function late({ timeoutSeconds, baseURL }: ModelSettings, times: number): Error {
  return new Interrupted(
    `${baseURL ?? OPENAI} gave no answer within ${timeoutSeconds} s, ${times} times in a row`,
    "look at the server, then resume the run; a new run can wait longer with --model-timeout SECONDS",
  );
}

/** Whether the server was unreachable: unknown name, closed port, or cut connection. */
function isUnreached(error: unknown): boolean {
  const { name = "", message = "", code = "", cause } = error as { name?: string; message?: string; code?: string; cause?: { code?: string } };
  const said = `${name} ${message} ${code} ${cause?.code ?? ""}`;
  return isCut(error) || /connection|fetch failed|ECONN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|UND_ERR|timed? ?out|abort/i.test(said);
}

/** An endpoint's failure as one sentence with the remedy. */
function clear(error: unknown, settings: ModelSettings): Error {
  const { status, message = String(error) } = error as { status?: number; message?: string };
  const where = settings.baseURL ?? OPENAI;
  const first = message.split("\n")[0] ?? "";
  if (status === 401 || status === 403)
    return new Interrupted(`${where} refused the key (${status}): ${first}`, "set OPENAI_API_KEY to a valid key, then resume the run");
  if (status === 404) return new UserError(`${where} knows no model "${settings.name}" (404): ${first}`, "start again with --model NAME or KERNELWRIGHT_MODEL");
  if (status === 429)
    return new Interrupted(`${where} keeps refusing for too many requests or an empty account (429): ${first}`, "wait or raise the limit, then resume the run");
  if (status !== undefined && status >= 500) return new Interrupted(`${where} keeps failing (${status}): ${first}`, "resume the run when it is well again");
  if (status !== undefined) return new UserError(`${where} refused the request (${status}): ${first}`, "check --model and the endpoint");
  if (!isUnreached(error))
    return new Interrupted(
      `${where} answered, but not as an OpenAI-compatible API does${error instanceof SyntaxError ? `: ${first}` : ""}`,
      "set OPENAI_BASE_URL to the API's own address, which usually ends in /v1, then resume the run",
    );
  return new Interrupted(`${where} cannot be reached: ${first}`, "check OPENAI_BASE_URL and the network, then resume the run");
}
