/**
 * Sends spans to any OpenTelemetry collector: OTLP over HTTP with JSON, which needs no package. Attributes of model calls
 * follow OpenTelemetry's conventions for generative AI. The others begin with kernelwright. Files are not sent, because attributes are too small for sources.
 */
import type { Fact, Span, TracingSettings } from "../../domain/span.ts";
import { lossyFetch } from "./lossy-fetch.ts";
import type { Exporter } from "./trace.ts";

const AT_ONCE = 200;
const MOST_WAITING = 5000;
const EVERY_MS = 2000;
const CONVENTION: Readonly<Record<string, string>> = {
  model: "gen_ai.request.model",
  inputTokens: "gen_ai.usage.input_tokens",
  outputTokens: "gen_ai.usage.output_tokens",
};

/** Sends finished spans in batches. If more than 5,000 wait, the oldest are dropped. */
export function otlpExporter({ url, headers, service }: NonNullable<TracingSettings["otlp"]>, warn: (line: string) => void): Exporter {
  const post = lossyFetch("the OpenTelemetry collector", warn);
  const waiting: Span[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending = Promise.resolve();
  const send = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    for (let batch = waiting.splice(0, AT_ONCE); batch.length > 0; batch = waiting.splice(0, AT_ONCE)) {
      const scopeSpans = [{ scope: { name: "kernelwright" }, spans: batch.map(wireOf) }];
      const body = JSON.stringify({ resourceSpans: [{ resource: { attributes: attributesOf({ "service.name": service }) }, scopeSpans }] });
      const answer = await post(url, { method: "POST", headers: { ...headers, "content-type": "application/json" }, body });
      await answer.body?.cancel().catch(() => {}); // unread it would hold its connection; that it cannot be cancelled loses nothing
    }
  };
  return {
    begin: () => {},
    end(span) {
      if (waiting.push(span) > MOST_WAITING) waiting.shift();
      timer ??= setTimeout(() => void (sending = sending.then(send)), EVERY_MS).unref();
    },
    link: async () => null,
    flush: async () => await (sending = sending.then(send)),
  };
}

const hex = (id: string): string => id.replaceAll("-", "");
const spanId = (id: string): string => hex(id).slice(16);
const nanos = (milliseconds: number): string => `${BigInt(Math.round(milliseconds * 1000)) * 1000n}`;

function wireOf(span: Span): object {
  const parent = span.above.at(-1);
  const named = Object.entries({ ...span.about, ...span.input, ...span.output }).map(
    ([name, value]) => [CONVENTION[name] ?? `kernelwright.${name}`, value] as const,
  );
  return {
    traceId: hex((span.above[0] ?? span).id),
    spanId: spanId(span.id),
    ...(parent && { parentSpanId: spanId(parent.id) }),
    name: span.name,
    kind: span.kind === "model" || span.kind === "judge" ? 3 : 1, // client, internal
    startTimeUnixNano: nanos(span.start),
    endTimeUnixNano: nanos(span.end),
    attributes: attributesOf({ ...Object.fromEntries(named), ...(span.kind === "model" && { "gen_ai.operation.name": "chat" }) }),
    status: span.error === null ? {} : { code: 2, message: span.error },
  };
}

function attributesOf(facts: Readonly<Record<string, Fact>>): object[] {
  return Object.entries(facts).flatMap(([key, value]) => (value === null ? [] : [{ key, value: valueOf(value) }]));
}

function valueOf(value: string | number | boolean): object {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
