/** One tool of the MCP server: its arguments, its progress, its cancellation, and one clear error. */
import { setTimeout as sleep } from "node:timers/promises";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { CallToolResult, ListToolsResult, ServerNotification, ServerRequest, ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { UserError } from "../domain/errors.ts";

/** The longest time between progress messages. Clients restart their timeouts at each message. */
const BEAT_MS = 5000;
/** The least time between a message and the result: the SDK's client reports a message as unknown if the result comes in the same packet. */
const APART_MS = 50;

/** A running call of a tool. */
export interface Call {
  /** aborts when the client cancels the call or leaves */
  readonly signal: AbortSignal;
  /** Reports the call's progress to the client. */
  say(this: void, message: string): void;
}

/** A tool's result: text for the agent, and the same facts as data. */
export interface Answer {
  readonly text: string;
  readonly data: Record<string, unknown>;
}

/** A tool: its description for the agent, and its function. */
interface Tool<S extends z.ZodRawShape> {
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject<S>;
  readonly annotations: ToolAnnotations;
  readonly run: (input: z.output<z.ZodObject<S>>, call: Call) => Promise<Answer>;
}

/** A tool as the protocol lists and calls it. */
export interface ListedTool {
  readonly listed: ListedSchema;
  readonly call: (given: unknown, extra: Extra) => Promise<CallToolResult>;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
type ListedSchema = ListToolsResult["tools"][number];

/** Makes a tool. An error that the caller can correct becomes the tool's error result. Any other error is reported as a bug. */
export function tool<S extends z.ZodRawShape>(name: string, { title, description, input, annotations, run }: Tool<S>): ListedTool {
  const inputSchema = z.toJSONSchema(input, { io: "input" }) as ListedSchema["inputSchema"];
  return {
    listed: { name, title, description, inputSchema, annotations },
    async call(given, extra) {
      const { call, end } = begin(extra);
      try {
        const { text, data } = await run(argumentsOf(input, given), call);
        return { content: [{ type: "text", text }], structuredContent: data };
      } catch (error) {
        return { isError: true, content: [{ type: "text", text: errorText(error, Object.keys(input.shape)) }] };
      } finally {
        await end();
      }
    },
  };
}

/** The parsed arguments. Throws UserError for the first invalid one. */
function argumentsOf<S extends z.ZodRawShape>(input: z.ZodObject<S>, given: unknown): z.output<z.ZodObject<S>> {
  const parsed = input.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0] as z.core.$ZodIssue;
  const names = Object.keys(input.shape).join(", ");
  if (issue.code === "unrecognized_keys") throw new UserError(`there is no argument ${issue.keys[0]}`, `use only: ${names}`);
  throw new UserError(`the argument ${issue.path.join(".")} does not fit: ${issue.message}`, `the tool takes: ${names}`);
}

/** Progress messages, if the client asked for them: the tool's own, and a regular one with the elapsed seconds. The result may follow `end`. */
function begin({ signal, sendNotification, _meta }: Extra): { call: Call; end(this: void): Promise<void> } {
  const token = _meta?.progressToken;
  const since = performance.now();
  let progress = 0;
  let last = "begun";
  let told = -Infinity;
  const notify = (message: string): void => {
    if (token === undefined || signal.aborted) return;
    const params = { progressToken: token, progress: ++progress, message };
    told = performance.now();
    sendNotification({ method: "notifications/progress", params }).catch(() => {}); // a client that has gone hears nothing
  };
  const beat = setInterval(() => notify(`${last} (${Math.round((performance.now() - since) / 1000)} s)`), BEAT_MS);
  const say = (message: string): void => {
    last = message;
    notify(message);
  };
  const end = async (): Promise<void> => {
    clearInterval(beat);
    const wait = told + APART_MS - performance.now();
    if (wait > 0) await sleep(wait);
  };
  return { call: { signal, say }, end };
}

/** The error's message and remedy. Flags in the message are translated to this tool's arguments. */
function errorText(error: unknown, names: readonly string[]): string {
  if (!(error instanceof UserError)) return `this is a bug of kernelwright: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  const { message, remedy } = error;
  const text = remedy && !message.endsWith(remedy) ? `${message}\n-> ${remedy}` : message;
  return names.reduce((told, name) => told.replaceAll(new RegExp(`--${dashed(name)}(?![\\w-])`, "g"), name), text);
}

const dashed = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
