/** Imitations of real model servers. Each refuses, streams and counts in its own way. The program's real client calls them. */
import type { ServerResponse } from "node:http";
import { type Loopback, startLoopback } from "./loopback.ts";

interface Body {
  model: string;
  stream?: boolean;
  stream_options?: object;
  temperature?: number;
  response_format?: { type: string };
  messages: { role: string; content: string }[];
  [field: string]: unknown;
}
type Refusal = { status: number; body: object; headers?: Record<string, string> } | null;
export interface Personality {
  /** what it answers instead of a reply; `count` is how many requests came before */
  refuses?: (body: Body, count: number) => Refusal;
  /** how its stream goes, given the reply in pieces; the default is OpenAI's */
  streams?: (response: ServerResponse, pieces: string[], body: Body, count: number) => void;
}

const openaiError = (status: number, message: string, headers?: Record<string, string>): Refusal => ({
  status,
  body: { error: { message, type: "invalid_request_error" } },
  ...(headers && { headers }),
});
const chunk = (response: ServerResponse, delta: object, more: object = {}): void =>
  void response.write(
    `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 0, model: "m", choices: [{ index: 0, delta, finish_reason: null, ...more }] })}\n\n`,
  );
const usage = (response: ServerResponse): void =>
  void response.write(
    `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 0, model: "m", choices: [], usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } })}\n\n`,
  );

const whole = (response: ServerResponse, pieces: string[], body: Body): void => {
  for (const content of pieces) chunk(response, { role: "assistant", content });
  chunk(response, {}, { finish_reason: "stop" });
  if (body.stream_options) usage(response);
  response.end("data: [DONE]\n\n");
};

/** By what people call them. */
export const zoo: Record<string, Personality> = {
  "OpenAI with a reasoning model, which takes no temperature": {
    refuses: ({ temperature }) =>
      temperature === undefined
        ? null
        : openaiError(400, "Unsupported value: 'temperature' does not support 0.8 with this model. Only the default (1) value is supported."),
  },
  "vLLM with a reasoning parser": {
    streams(response, pieces, body) {
      for (const thought of ["Let me ", "think."]) chunk(response, { role: "assistant", content: null, reasoning_content: thought, reasoning: thought });
      whole(response, pieces, body);
    },
  },
  "vLLM without guided decoding": {
    refuses: ({ response_format: format }) =>
      format
        ? {
            status: 400,
            body: { object: "error", message: "response_format json_schema needs a structured output backend", type: "BadRequestError", code: 400 },
          }
        : null,
  },
  "Ollama, whose model thinks aloud in its reply and whose usage is left out": {
    streams(response, pieces) {
      for (const content of ["<think>\n{ not this }\n</think>\n", ...pieces]) chunk(response, { role: "assistant", content });
      chunk(response, { content: "" }, { finish_reason: "stop" });
      response.end("data: [DONE]\n\n");
    },
  },
  "a strict proxy that knows the plainest fields alone": {
    refuses: (body) => {
      const unknown = Object.keys(body).find((name) => !["model", "messages", "stream"].includes(name));
      return unknown === undefined
        ? null
        : { status: 422, body: { detail: [{ type: "extra_forbidden", loc: ["body", unknown], msg: "Extra inputs are not permitted" }] } };
    },
  },
  "a proxy that takes streams alone": { refuses: ({ stream }) => (stream === true ? null : openaiError(400, "stream must be true")) },
  "a server that does not stream, whatever it is asked": {
    streams(response, pieces) {
      const message = { role: "assistant", content: pieces.join("") };
      response.setHeader("content-type", "application/json");
      const counts = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
      response.end(
        JSON.stringify({ id: "c", object: "chat.completion", created: 0, model: "m", choices: [{ index: 0, message, finish_reason: "stop" }], usage: counts }),
      );
    },
  },
  "a server that is busy at first and says for how long": {
    refuses: (_, count) => (count === 0 ? openaiError(429, "Rate limit reached", { "retry-after": "1" }) : null),
  },
  "a server whose connection is cut in the middle of a reply": {
    streams(response, pieces, body, count) {
      if (count > 0) return whole(response, pieces, body);
      chunk(response, { role: "assistant", content: pieces[0] });
      setTimeout(() => response.destroy(), 20);
    },
  },
  "a server that is restarted under the request": {
    streams: (response, pieces, body, count) => (count === 0 ? void response.destroy() : whole(response, pieces, body)),
  },
  "a server that ends its stream without a word of why": {
    streams(response, pieces) {
      for (const content of pieces) chunk(response, { content });
      response.end();
    },
  },
};

/** Starts one; it always means to reply with `reply`. */
export async function startModel({ refuses = () => null, streams = whole }: Personality, reply: string): Promise<Loopback & { asked: Body[] }> {
  const asked: Body[] = [];
  const server = await startLoopback((_request, response, raw) => {
    const body = JSON.parse(raw.toString("utf8")) as Body;
    const count = asked.push(body) - 1;
    const refusal = refuses(body, count);
    if (refusal) return void response.writeHead(refusal.status, { "content-type": "application/json", ...refusal.headers }).end(JSON.stringify(refusal.body));
    response.setHeader("content-type", "text/event-stream");
    streams(response, reply.match(/[\s\S]{1,9}/g) ?? [], body, count);
  });
  return { ...server, url: `${server.url}/v1`, asked };
}
