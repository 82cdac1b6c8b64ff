/** A live OpenAI-compatible endpoint; the only importer of the chat-model package. */
import { ChatOpenAI } from "@langchain/openai";
import type { AIMessageChunk, UsageMetadata } from "@langchain/core/messages";
import { Agent, fetch as undiciFetch, type RequestInit as UndiciInit } from "undici";
import { tokensIn } from "../domain/budget.ts";
import { Interrupted, UserError } from "../domain/errors.ts";
import type { ModelSettings, Role } from "../domain/settings.ts";

export interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}
export interface Completion {
  text: string;
  /** why the text is not whole, in words for the model; null where it is */
  flaw: string | null;
  inputTokens: number;
  /** of them, those that the server read from its cache; absent where it does not say */
  cachedTokens?: number;
  outputTokens: number;
  /** whether the server counted the tokens; else they are estimated from the texts */
  counted: boolean;
  model: string;
}
export interface CompletionRequest {
  role: Role;
  /** hash of the source this is about; with `nth` and `turn` it names a recorded reply */
  about: string;
  nth: number;
  turn: number;
  messages: Message[];
  schema: { name: string; json: Record<string, unknown> };
}
export type Endpoint = (request: CompletionRequest) => Promise<Completion>;

/** What is read of one reply, reasoning in it included; a model that goes on past this does not stop by itself. */
const MOST_CHARACTERS = 400_000;

const OPENAI = "the OpenAI API";

/** Node's fetch gives up after five minutes without headers, which a queueing or thinking server may need. */
function patientFetch(seconds: number): typeof fetch {
  const dispatcher = new Agent({ headersTimeout: seconds * 1000, bodyTimeout: seconds * 1000 });
  return (async (url: string, init: RequestInit) => await undiciFetch(url, { ...init, dispatcher } as UndiciInit)) as unknown as typeof fetch;
}

/** What a server may refuse, in the order in which it is given up. */
interface Dialect {
  format: "json_schema" | "json_object" | "none";
  temperature: boolean;
  /** token counts at the end of a stream */
  usage: boolean;
  stream: boolean;
}

/** How often a reply whose connection was cut is asked for again. */
const CUTS = 2;

/**
 * Asks the endpoint by streaming, so that a malformed answer is still ours to mend. Servers that refuse a JSON schema, a
 * temperature or token counts, or do not stream, are asked again without, and remembered.
 */
export function liveEndpoint(settings: ModelSettings, apiKey: string | undefined): Endpoint {
  const dialect: Dialect = { format: "json_schema", temperature: true, usage: true, stream: true };
  return async (request) => {
    for (let cuts = 0; ;) {
      const tried = { ...dialect };
      const deadline = AbortSignal.timeout(settings.timeoutSeconds * 1000);
      try {
        return await complete(settings, apiKey, tried, request, deadline);
      } catch (error) {
        if (isTooLong(error))
          return { text: "", flaw: "The prompt is longer than this model takes.", inputTokens: 0, outputTokens: 0, counted: true, model: settings.name };
        if (isCut(error) && !deadline.aborted && cuts++ < CUTS) continue;
        if (!giveUpSomething(error, tried, dialect)) throw deadline.aborted ? late(settings) : clear(error, settings);
      }
    }
  };
}

async function complete(
  settings: ModelSettings,
  apiKey: string | undefined,
  dialect: Dialect,
  request: CompletionRequest,
  signal: AbortSignal,
): Promise<Completion> {
  const chat = new ChatOpenAI({
    model: settings.name,
    apiKey: apiKey ?? "none",
    configuration: { fetch: patientFetch(settings.timeoutSeconds), ...(settings.baseURL !== null && { baseURL: settings.baseURL }) },
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
  const whole = dialect.stream ? await streamed(await chat.stream(messages, options)) : await chat.invoke(messages, options);
  const usage = whole.usage_metadata as UsageMetadata | undefined;
  const { text } = whole;
  const counts = usage
    ? { inputTokens: usage.input_tokens, cachedTokens: usage.input_token_details?.cache_read ?? 0, outputTokens: usage.output_tokens, counted: true }
    : { inputTokens: tokensIn(request.messages.map((one) => one.content).join("")), outputTokens: tokensIn(text), counted: false };
  return { text, flaw: flawOf(text, whole.response_metadata["finish_reason"]), ...counts, model: settings.name };
}

/** The stream as one message. Throws EmptyStream where the server sent something else. */
async function streamed(chunks: AsyncIterable<AIMessageChunk>): Promise<AIMessageChunk> {
  const read: AIMessageChunk[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    read.push(chunk);
    length += chunk.text.length;
    if (length > MOST_CHARACTERS) break;
  }
  if (read.length === 0) throw new EmptyStream("the endpoint sent an empty stream");
  return read.reduce((text, chunk) => text.concat(chunk));
}

class EmptyStream extends Error {}

/** What asking again as it is will not mend is not retried by the client; it retries some of that. */
function stopUnlessPassing(error: unknown): void {
  const { status, name = "", code } = error as { status?: number; name?: string; code?: string };
  const isRefused = status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
  if (isRefused || code === "insufficient_quota" || /abort/i.test(name)) throw error;
}

/** A connection that ended in the middle of a reply. */
function isCut(error: unknown): boolean {
  const { status, message = "", code = "" } = error as { status?: number; message?: string; code?: string };
  return status === undefined && /^(terminated|premature close|socket hang up|other side closed)|ECONNRESET|UND_ERR_SOCKET/i.test(`${message} ${code}`);
}

function flawOf(text: string, finish: unknown): string | null {
  if (text.length > MOST_CHARACTERS) return `The reply is longer than ${MOST_CHARACTERS} characters; the rest was not read. Answer with the JSON object alone.`;
  if (finish === "length") return "The reply was cut off at the model's output limit. Answer more briefly.";
  if (finish === "content_filter") return "The provider's content filter stopped the reply.";
  return text.trim() === "" ? "The reply is empty: the model refused or had nothing to say." : null;
}

/** A prompt that does not fit ends one attempt, not the run: the next one shows other attempts. */
function isTooLong(error: unknown): boolean {
  const { name, status, message = "" } = error as { name?: string; status?: number; message?: string };
  return name === "ContextOverflowError" || status === 413 || (status === 400 && /context (length|window)|prompt is too long/i.test(message));
}

/** Notes in `known` what a 400 complained about; false when there is nothing more to give up. */
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

function late({ timeoutSeconds, baseURL }: ModelSettings): Error {
  return new Interrupted(`${baseURL ?? OPENAI} gave no answer within ${timeoutSeconds} s`, "resume the run, or use a faster model");
}

/** An endpoint's failure as one sentence and what to do about it. */
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
  return new Interrupted(`${where} cannot be reached: ${first}`, "check OPENAI_BASE_URL and the network, then resume the run");
}
