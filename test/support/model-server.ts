/** An OpenAI-compatible endpoint on loopback with scripted replies. The program's real client calls it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { startLoopback } from "./loopback.ts";

export interface Asked {
  /** planner, coder or repairer: the name of the schema in the request */
  role: string;
  prompt: string;
  body: { model: string; temperature?: number; messages: { role: string; content: string }[]; response_format?: { type: string } };
}
/** A text, a text with its end, or an error. The end has a reason and the counted tokens (100 of the prompt if not said), or cuts the connection. */
type Scripted =
  | string
  | { text: string; finish?: string; uncounted?: boolean; promptTokens?: number; cut?: boolean }
  | { status: number; message?: string; headers?: Record<string, string> };
export type Script = (asked: Asked, count: number) => Scripted | Promise<Scripted>;

/** The script, with the tokens that the server counts for each reply. */
export const counting =
  (script: Script, counts: { uncounted?: boolean; promptTokens?: number }): Script =>
  async (asked, nth) => {
    const reply = await script(asked, nth);
    return typeof reply === "string" ? { text: reply, ...counts } : reply;
  };

export interface ModelServer {
  url: string;
  /** requests that were answered in full */
  answered: Asked[];
  /** requests that are being answered */
  open(): number;
  /** how many are answered at most; others are held until more may be, or their client goes away */
  limit: number;
  close(): Promise<void>;
}

/** Starts the endpoint; each reply takes `delayMs`. A client that goes away before its reply is not counted. */
export async function startModelServer(script: Script, delayMs = 0): Promise<ModelServer> {
  const answered: Asked[] = [];
  let count = 0;
  let open = 0;
  const server = await startLoopback(async (request, response, raw) => {
    open++;
    await answer(request, response, raw.toString("utf8")).finally(() => open--);
  });
  const answer = async (request: IncomingMessage, response: ServerResponse, raw: string): Promise<void> => {
    const body = JSON.parse(raw) as Asked["body"] & { response_format?: { json_schema?: { name: string } } };
    const asked = { role: body.response_format?.json_schema?.name ?? "", prompt: body.messages.map((one) => one.content).join("\n"), body };
    const reply = await script(asked, count++);
    await new Promise((resolve) => setTimeout(resolve, delayMs).unref());
    const isGone = (): boolean => response.destroyed || request.socket.destroyed;
    while (answered.length >= made.limit && !isGone()) await new Promise((resolve) => setTimeout(resolve, 10).unref());
    if (isGone()) return;
    if (typeof reply !== "string" && "status" in reply)
      return void response
        .writeHead(reply.status, { "content-type": "application/json", ...reply.headers })
        .end(JSON.stringify({ error: { message: reply.message ?? "scripted failure" } }));
    answered.push(asked);
    response.writeHead(200, { "content-type": "text/event-stream" });
    const base = { id: "c", object: "chat.completion.chunk", created: 0, model: body.model };
    const send = (value: object): void => void response.write(`data: ${JSON.stringify({ ...base, ...value })}\n\n`);
    const { text, finish = "stop", uncounted = false, promptTokens = 100, cut = false } = typeof reply === "string" ? { text: reply } : reply;
    for (let at = 0; at === 0 || at < text.length; at += 20_000)
      send({ choices: [{ index: 0, delta: { role: "assistant", content: text.slice(at, at + 20_000) }, finish_reason: null }] });
    if (cut) return void setTimeout(() => request.socket.destroy(), 100).unref(); // the client reads the text first
    send({ choices: [{ index: 0, delta: {}, finish_reason: finish }] });
    if (!uncounted)
      send({
        choices: [],
        usage: { prompt_tokens: promptTokens, completion_tokens: 10, total_tokens: promptTokens + 10, prompt_tokens_details: { cached_tokens: 64 } },
      });
    response.end("data: [DONE]\n\n");
  };
  const made: ModelServer = { ...server, url: `${server.url}/v1`, answered, open: () => open, limit: Infinity };
  return made;
}
