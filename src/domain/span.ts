/** A span: one piece of a run's work in a trace. src/tools/tracing/trace.ts makes spans; langsmith.ts and otlp.ts send them. */
import { z } from "zod";

export type Fact = string | number | boolean | null;
export type Facts = Readonly<Record<string, Fact>>;

/** The name of the callback handlers that follow a run into its async branches. These run separately and keep no other handlers. */
export const FOLLOWER = "kernelwright follower";

export interface Span {
  /** UUID; the root's id is the trace's id */
  readonly id: string;
  /** from the root to this span's parent; empty for the root */
  readonly above: readonly Place[];
  readonly name: string;
  readonly kind: "search" | "node" | "model" | "judge";
  /** milliseconds since the epoch */
  readonly start: number;
  readonly end: number;
  /** short facts: role, attempt, tokens, verdict, time */
  readonly about: Facts;
  readonly input: Facts;
  readonly output: Facts;
  /** sources and whole texts, by file name */
  readonly files: Readonly<Record<string, string>>;
  readonly error: string | null;
}

/** The position of a span in its trace. The run's folder stores the root's, so a resumed run continues its trace. */
export const Place = z.object({ id: z.uuid(), start: z.number() });
export type Place = z.infer<typeof Place>;

/** The destinations of traces. Null if none is configured. */
export interface TracingSettings {
  readonly langsmith: { apiKey: string; endpoint: string; project: string; workspace: string | undefined } | null;
  readonly otlp: { url: string; headers: Readonly<Record<string, string>>; service: string } | null;
}

/** The settings in LangSmith's and OpenTelemetry's environment variables. */
export function tracingOf(env: Readonly<Record<string, string | undefined>>): TracingSettings {
  const langsmith = (name: string): string | undefined => env[`LANGSMITH_${name}`] || env[`LANGCHAIN_${name}`] || undefined;
  const isOn = [langsmith("TRACING_V2"), langsmith("TRACING")].includes("true");
  const base = env["OTEL_EXPORTER_OTLP_ENDPOINT"]?.replace(/\/+$/, "");
  const url = env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] || (base && `${base}/v1/traces`);
  const headers = (env["OTEL_EXPORTER_OTLP_TRACES_HEADERS"] || env["OTEL_EXPORTER_OTLP_HEADERS"] || "").split(",").filter((pair) => pair.includes("="));
  return {
    langsmith: isOn
      ? {
          apiKey: langsmith("API_KEY") ?? "",
          endpoint: langsmith("ENDPOINT") ?? "https://api.smith.langchain.com",
          project: langsmith("PROJECT") ?? "kernelwright",
          workspace: langsmith("WORKSPACE_ID"),
        }
      : null,
    otlp:
      url && env["OTEL_SDK_DISABLED"] !== "true"
        ? { url, headers: Object.fromEntries(headers.map(pairOf)), service: env["OTEL_SERVICE_NAME"] || "kernelwright" }
        : null,
  };
}

const pairOf = (pair: string): [string, string] => {
  const at = pair.indexOf("=");
  return [pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())];
};

/** Decodes a percent-encoded value. A value with a stray % is returned unchanged. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch (error) {
    if (error instanceof URIError) return value;
    throw error;
  }
}
