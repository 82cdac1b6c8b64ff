/** A stand-in for the LangSmith API on loopback: it keeps what LangSmith's real client sends, and answers as far as that client asks. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { startLoopback } from "./loopback.ts";

type Row = Record<string, unknown> & { id: string };
export interface TracedRun {
  id: string;
  name: string;
  run_type: string;
  trace_id: string;
  parent_run_id?: string;
  dotted_order: string;
  start_time: string;
  end_time?: string;
  inputs: Record<string, unknown>;
  outputs?: Record<string, unknown>;
  error?: string | null;
  extra: { metadata: Record<string, unknown> };
  session_name?: string;
  session_id?: string;
  files: Record<string, string>;
}
export interface LangSmith {
  readonly url: string;
  readonly runs: Map<string, TracedRun>;
  readonly datasets: Map<string, Row>;
  readonly examples: Map<string, Row>;
  readonly projects: Map<string, Row>;
  readonly feedback: Row[];
  /** "POST /runs/multipart" → how often; ids are written as :id */
  readonly calls: Map<string, number>;
  /** everything that was received, as text */
  readonly received: string[];
  close(): Promise<void>;
}

const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/;

/** Starts it. `failing` says by what has been kept so far whether a request is answered with 500. */
export async function startLangSmith(failing: (kept: LangSmith) => boolean = () => false): Promise<LangSmith> {
  const state = {
    runs: new Map(),
    datasets: new Map(),
    examples: new Map(),
    projects: new Map(),
    feedback: [],
    calls: new Map(),
    received: [],
  } as unknown as LangSmith;
  const server = await startLoopback((request, response, raw) => {
    const body = unpacked(request, raw);
    const url = new URL(request.url ?? "/", "http://loopback");
    const key = `${request.method} ${url.pathname.replace(UUID, ":id")}`;
    state.calls.set(key, (state.calls.get(key) ?? 0) + 1);
    state.received.push(body.toString("utf8"));
    const [status, answer] = failing(state) ? [500, { detail: "scripted failure" }] : answerTo(state, key, request, url, body);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  return Object.assign(state, server);
}

function unpacked(request: IncomingMessage, raw: Buffer): Buffer {
  const encoding = request.headers["content-encoding"];
  if (encoding === "gzip") return gunzipSync(raw);
  return encoding === "zstd" ? zstdDecompressSync(raw) : raw;
}

/** The parts of a multipart body by name. */
function partsOf(body: Buffer, type: string): [string, string][] {
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1] ?? "";
  return body
    .toString("utf8")
    .split(`--${boundary}`)
    .flatMap((part): [string, string][] => {
      const name = /name="?([^";\r\n]+)"?/.exec(part)?.[1];
      return name === undefined ? [] : [[name, part.slice(part.indexOf("\r\n\r\n") + 4).replace(/\r\n$/, "")]];
    });
}

interface Asked {
  json: Record<string, unknown>;
  query: URLSearchParams;
  /** the UUID in the path */
  id: string;
  parts: () => [string, string][];
}
type Answer = [number, unknown];

/** The client's requests, and the answers. */
const routes: [string, (state: LangSmith, asked: Asked) => Answer][] = [
  [
    "GET /info",
    () => [200, { version: "0.12.0", instance_flags: { dataset_examples_multipart_enabled: true }, batch_ingest_config: { use_multipart_endpoint: true } }],
  ],
  ["POST /runs", (state, { json }) => [202, takeRuns(state, [[`post.${String(json["id"])}`, JSON.stringify(json)]])]],
  ["POST /runs/multipart", (state, { parts }) => [202, takeRuns(state, parts())]],
  ["POST /feedback", (state, { json }) => [200, (state.feedback.push(json as Row), json)]],
  ["POST /sessions", projectFor],
  ["GET /sessions", (state, { query }) => [200, named(state.projects, query.get("name"))]],
  ["GET /sessions/:id", (state, { id }) => kept(state.projects, id)],
  ["PATCH /sessions/:id", (state, { id, json }) => [200, Object.assign(state.projects.get(id) ?? {}, given(json))]],
  ["POST /datasets", (state, { json }) => made(state.datasets, { example_count: 0, ...json })],
  ["GET /datasets", (state, { query }) => [200, named(state.datasets, query.get("name"))]],
  ["GET /datasets/:id", (state, { id }) => kept(state.datasets, id)],
  ["POST /v1/platform/datasets/:id/examples", (state, { id, parts }) => [201, takeExamples(state, id, parts())]],
  ["PATCH /v1/platform/datasets/:id/examples", (state, { id, parts }) => [200, takeExamples(state, id, parts())]],
  [
    "GET /examples",
    (state, { query }) => [
      200,
      examplesOf(state, query.get("dataset"))
        .slice(Number(query.get("offset") ?? 0))
        .slice(0, 100),
    ],
  ],
  ["GET /examples/:id", (state, { id }) => kept(state.examples, id)],
];

function answerTo(state: LangSmith, key: string, { headers }: IncomingMessage, url: URL, body: Buffer): Answer {
  const type = headers["content-type"] ?? "";
  const route = routes.find(([name]) => name === key)?.[1];
  if (!route) return [404, { detail: `not found: the stand-in has no ${key}` }];
  const json = type.includes("json") && body.length > 0 ? (JSON.parse(body.toString()) as Record<string, unknown>) : {};
  return route(state, { json, query: url.searchParams, id: UUID.exec(url.pathname)?.[0] ?? "", parts: () => partsOf(body, type) });
}

const named = (rows: Map<string, Row>, name: string | null): Row[] => [...rows.values()].filter((one) => name === null || one["name"] === name);
const kept = (rows: Map<string, Row>, id: string): Answer => (rows.has(id) ? [200, rows.get(id)] : [404, { detail: "not found" }]);
const examplesOf = (state: LangSmith, dataset: string | null): Row[] => [...state.examples.values()].filter((one) => one["dataset_id"] === dataset);

/** A patch without what it leaves as it is. */
const given = (json: Record<string, unknown>): object => Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));

function made(rows: Map<string, Row>, fields: Record<string, unknown>): Answer {
  const at = new Date().toISOString();
  const id = typeof fields["id"] === "string" ? fields["id"] : randomUUID();
  const row: Row = { created_at: at, modified_at: at, start_time: at, tenant_id: randomUUID(), ...fields, id };
  rows.set(row.id, row);
  return [200, row];
}

function projectFor(state: LangSmith, { json, query }: Asked): Answer {
  const [same] = named(state.projects, String(json["name"]));
  if (!same) return made(state.projects, json);
  return query.get("upsert") === "true" ? [200, same] : [409, { detail: "already exists" }];
}

/** Parts are post.ID, post.ID.inputs, patch.ID.outputs, attachment.ID.name. */
function takeRuns(state: LangSmith, parts: [string, string][]): object {
  for (const [name, text] of parts) {
    const [what = "", id = "", ...field] = name.split(".");
    const run = state.runs.get(id) ?? ({ files: {} } as unknown as TracedRun);
    if (what === "attachment") run.files[field.join(".")] = text;
    else Object.assign(run, field.length > 0 ? { [field[0]!]: JSON.parse(text) } : JSON.parse(text));
    state.runs.set(id, run);
  }
  return {};
}

function takeExamples(state: LangSmith, dataset: string, parts: [string, string][]): object {
  const ids = new Set<string>();
  for (const [name, text] of parts) {
    const [id = "", field] = name.split(".");
    const at = new Date().toISOString();
    const example = state.examples.get(id) ?? { id, dataset_id: dataset, created_at: at, modified_at: at };
    Object.assign(example, field === undefined ? JSON.parse(text) : { [field]: JSON.parse(text) });
    state.examples.set(id, example);
    ids.add(id);
  }
  return { count: ids.size, example_ids: [...ids] };
}
