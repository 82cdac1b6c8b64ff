/** A span: one piece of a run's work, as traces show it. Where spans come from is src/tools/trace.ts's business; whom they are sent to, langsmith.ts's and otlp.ts's. */
import { z } from "zod";

export type Fact = string | number | boolean | null;
export type Facts = Readonly<Record<string, Fact>>;

/** The name of the callback handlers that follow a run into its branches in async mode, which run apart and keep no others. */
export const FOLLOWER = "kernelwright follower";

export interface Span {
  /** UUID; the root's is the trace's */
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

/** Where a span hangs. The root's is kept in the run's folder, so that a resumed run goes on with its trace. */
export const Place = z.object({ id: z.uuid(), start: z.number() });
export type Place = z.infer<typeof Place>;

/** Where traces go; null where nothing is configured. */
export interface TracingSettings {
  readonly langsmith: { apiKey: string; endpoint: string; project: string; workspace: string | undefined } | null;
  readonly otlp: { url: string; headers: Readonly<Record<string, string>>; service: string } | null;
}

/** What LangSmith's and OpenTelemetry's own variables say. */
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

/** A value that is not percent-encoded, as a stray % shows, is taken as it stands. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch (error) {
    if (error instanceof URIError) return value;
    throw error;
  }
}
