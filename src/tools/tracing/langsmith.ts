/** Sends spans to LangSmith through its own client. Only this file imports that package. */
import { Client } from "langsmith";
import type { Fact, Place, Span, TracingSettings } from "../../domain/span.ts";
import { lossyFetch } from "./lossy-fetch.ts";
import type { Exporter } from "./trace.ts";

/** The size limit of unsent data. Beyond it the client drops spans. */
const BUFFER_BYTES = 64 * 1024 * 1024;
const KINDS = { search: "chain", node: "chain", model: "llm", judge: "tool" } as const;

/** Sends each span at its end, and the root also at its start. */
export function langsmithExporter({ apiKey, endpoint, project, workspace }: NonNullable<TracingSettings["langsmith"]>, warn: (line: string) => void): Exporter {
  const client = new Client({
    apiKey,
    apiUrl: endpoint,
    ...(workspace !== undefined && { workspaceId: workspace }),
    omitTracedRuntimeInfo: true, // it holds environment variables
    maxIngestMemoryBytes: BUFFER_BYTES,
    callerOptions: { maxRetries: 0 },
    fetchImplementation: lossyFetch("LangSmith", warn),
  });
  return {
    begin: (root) => void client.createRun(created(root, project)),
    end(span) {
      if (span.kind === "search") void client.updateRun(span.id, { ...payload(span), ...ended(span) });
      else void client.createRun({ ...created(span, project), ...ended(span) });
    },
    async link(root) {
      const { id, tenant_id: tenant } = await client.createProject({ projectName: project, upsert: true });
      return id && tenant ? `${client.getHostUrl()}/o/${tenant}/projects/p/${id}/r/${root}?poll=true` : null;
    },
    flush: async () => await client.awaitPendingTraceBatches(),
  };
}

const payload = (span: Span) => ({
  id: span.id,
  trace_id: (span.above[0] ?? span).id,
  dotted_order: [...span.above, span].map(orderOf).join("."),
  ...(span.above.length > 0 && { parent_run_id: span.above.at(-1)!.id }),
});

/** Sends the start of a span, with its files. */
const created = (span: Span, project: string) => ({
  ...payload(span),
  name: span.name,
  run_type: KINDS[span.kind],
  project_name: project,
  start_time: new Date(span.start).toISOString(),
  inputs: { ...span.input },
  extra: { metadata: metadataOf(span) },
  attachments: Object.fromEntries(
    Object.entries(span.files).map(([name, text]) => [name.replaceAll(".", "_"), ["text/plain", new TextEncoder().encode(text)] as [string, Uint8Array]]),
  ),
});

const ended = (span: Span) => ({ outputs: outputsOf(span), end_time: new Date(span.end).toISOString(), ...(span.error !== null && { error: span.error }) });

/** LangSmith's order within a trace: the start in microseconds, then the id. */
function orderOf({ id, start }: Place): string {
  return `${new Date(start).toISOString().slice(0, -1).replace(/[-:.]/g, "")}000Z${id}`;
}

/** The fields from which LangSmith counts tokens and cost. */
function outputsOf({ kind, about, output }: Span): Record<string, unknown> {
  const { inputTokens, outputTokens, costUsd } = about;
  if (kind !== "model" || typeof inputTokens !== "number" || typeof outputTokens !== "number") return { ...output };
  const counts = { input_tokens: inputTokens, output_tokens: outputTokens, total_tokens: inputTokens + outputTokens };
  return { ...output, usage_metadata: { ...counts, ...(typeof costUsd === "number" && { total_cost: costUsd }) } };
}

function metadataOf({ kind, about }: Span): Record<string, Fact> {
  return kind === "model" ? { ...about, ls_model_type: "chat", ls_provider: "openai-compatible", ls_model_name: about["model"] ?? "" } : { ...about };
}
