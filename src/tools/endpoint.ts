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
}

/**
 * Asks the endpoint by streaming, so that a malformed answer is still ours to mend. Servers that refuse a
 * JSON schema or a temperature are asked again without, and remembered.
 */
export function liveEndpoint(settings: ModelSettings, apiKey: string | undefined): Endpoint {
  const dialect: Dialect = { format: "json_schema", temperature: true };
  return async (request) => {
    for (;;) {
      const tried = { ...dialect };
      const deadline = AbortSignal.timeout(settings.timeoutSeconds * 1000);
      try {
        return await complete(settings, apiKey, tried, request, deadline);
      } catch (error) {
        if (isTooLong(error))
          return { text: "", flaw: "The prompt is longer than this model takes.", inputTokens: 0, outputTokens: 0, counted: true, model: settings.name };
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
    timeout: settings.timeoutSeconds * 1000,
    ...(dialect.temperature ? { temperature: settings.temperatures[request.role] } : {}),
  });
  const { name, json } = request.schema;
  const formats = {
    json_schema: { response_format: { type: "json_schema" as const, json_schema: { name, strict: true, schema: json } } },
    json_object: { response_format: { type: "json_object" as const } },
    none: {},
  };
  const chunks: AIMessageChunk[] = [];
  const messages = request.messages.map(({ role, content }) => [role, content] as [string, string]);
  let length = 0;
  for await (const chunk of await chat.stream(messages, { ...formats[dialect.format], signal })) {
    chunks.push(chunk);
    length += chunk.text.length;
    if (length > MOST_CHARACTERS) break;
  }
  if (chunks.length === 0) throw new Error("the endpoint sent an empty stream");
  const whole = chunks.reduce((text, chunk) => text.concat(chunk));
  const usage = whole.usage_metadata as UsageMetadata | undefined;
  const { text } = whole;
  const counts = usage
    ? { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens, counted: true }
    : { inputTokens: tokensIn(request.messages.map((one) => one.content).join("")), outputTokens: tokensIn(text), counted: false };
  return { text, flaw: flawOf(text, whole.response_metadata["finish_reason"]), ...counts, model: settings.name };
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
  if (status !== 400 && status !== 422) return false;
  if (/temperature/i.test(message ?? "") && tried.temperature) known.temperature = false;
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
