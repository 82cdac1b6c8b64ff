/**
 * Spans of runs: one trace per run, a span per node of the graph, and the spans of traced.ts below them. The facts of a span are chosen
 * field by field, never a whole state. Secrets and machine paths are removed. Without an exporter there are no spans.
 */
import { getConfig } from "@langchain/langgraph";
import { uuid7 } from "langsmith";
import { jsonOf } from "../../lib/json.ts";
import { type Fact, type Facts, Place, type Span } from "../../domain/span.ts";
import { readIfThere, writeWhole } from "../system/files.ts";
import type { RunFolder } from "../../run/run-folder.ts";
import { endFacts, factsAfter, factsBefore, rootFacts } from "./facts.ts";
import { Watcher } from "./watcher.ts";

export interface Exporter {
  begin(root: Span): void;
  end(span: Span): void;
  /** The URL of the trace. Null if it is unknown. */
  link(root: string): Promise<string | null>;
  flush(): Promise<void>;
}

/** The content of a span, completed during the work. */
export interface Told {
  about?: Facts;
  input?: Facts;
  output?: Facts;
  files?: Readonly<Record<string, string>>;
}
export interface Trace {
  /** Runs the work as a span below the current node. `tell` adds facts to the span. */
  span<T>(kind: "model" | "judge", name: string, work: (tell: (told: Told) => void) => Promise<T>): Promise<T>;
  /** The URL of the run's trace. Null if there is none, or if it is unknown within seconds. */
  link(): Promise<string | null>;
}

export const untraced: Trace = { span: async (_kind, _name, work) => await work(() => {}), link: async () => null };

const LINK_MS = 3000;
const FLUSH_MS = 5000;

/** An open span. */
interface Open extends Place {
  readonly above: readonly Place[];
  readonly about: Facts;
}

/** Sends finished, scrubbed spans to the exporters. */
function createSink(exporters: readonly Exporter[], scrub: (text: string) => string) {
  const cleaned = (value: Fact): Fact => (typeof value === "string" ? scrub(value) : value);
  const clean = (facts: Facts = {}): Facts => Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, cleaned(value)]));
  const spanOf = (kind: Span["kind"], name: string, { id, start, above, about }: Open, told: Told, error: string | null): Span => {
    const files = Object.fromEntries(Object.entries(told.files ?? {}).map(([file, text]) => [file, scrub(text)]));
    const facts = { about: clean({ ...about, ...told.about }), input: clean(told.input), output: clean(told.output) };
    return { id, above, name, kind, start, end: Date.now(), ...facts, files, error: error === null ? null : scrub(error) };
  };
  return {
    begin(name: string, root: Open, told: Told): void {
      for (const exporter of exporters) exporter.begin(spanOf("search", name, root, told, null));
    },
    end(kind: Span["kind"], name: string, open: Open, told: Told, error: string | null): void {
      const span = spanOf(kind, name, open, told, error);
      for (const exporter of exporters) exporter.end(span);
    },
    async link(root: string): Promise<string | null> {
      const links = await Promise.all(exporters.map(async (one) => await within(LINK_MS, one.link(root), null)));
      return links.find((one) => one !== null) ?? null;
    },
    flush: async () => void (await Promise.all(exporters.map(async (one) => await within(FLUSH_MS, one.flush(), undefined)))),
  };
}
type Sink = ReturnType<typeof createSink>;

/** The root span of each run's trace, created at the first request. */
function createRoots(sink: Sink) {
  const known = new Map<string, { place: Open; run: RunFolder }>();
  const titleOf = (run: RunFolder): string => `kernelwright ${run.about.task.name}`;
  return {
    /** Starts the run's trace, or continues the trace from before a stop. */
    of(run: RunFolder): Open {
      const there = known.get(run.path);
      if (there) return there.place;
      const before = Place.safeParse(jsonOf(readIfThere(run.file("trace.json")))).data;
      const place: Open = { id: before?.id ?? uuid7(), start: before?.start ?? Date.now(), above: [], about: rootFacts(run.about) };
      known.set(run.path, { place, run });
      if (before) return place;
      writeWhole(run.file("trace.json"), JSON.stringify({ id: place.id, start: place.start }));
      const { name, source } = run.about.task;
      sink.begin(titleOf(run), place, { input: { task: name }, files: { "reference.py": source } });
      return place;
    },
    end(path: string, error: string | null): void {
      const root = known.get(path);
      known.delete(path);
      if (root) sink.end("search", titleOf(root.run), root.place, { output: endFacts(root.run.events()) }, error);
    },
  };
}

/** The traces of runs. `watch` makes the handler for the graph's callbacks. */
export function createTracing(exporters: readonly Exporter[], scrub: (text: string) => string) {
  const sink = createSink(exporters, scrub);
  const roots = createRoots(sink);
  const nodes = new Map<string, Open>(); // by LangChain's id of the node at work
  return {
    of: (run: RunFolder): Trace => ({
      async span(kind, name, work) {
        const parent = nodes.get(nodeAtWork()) ?? roots.of(run);
        const open = below(parent, parent.about);
        const told: Told[] = [];
        try {
          const result = await work((one) => void told.push(one));
          sink.end(kind, name, open, merged(told), null);
          return result;
        } catch (error) {
          sink.end(kind, name, open, merged(told), String(error));
          throw error;
        }
      },
      link: async () => await sink.link(roots.of(run).id),
    }),
    /** Nodes become spans of the run that their state names. */
    watch: (openRun: (path: string) => RunFolder) =>
      new Watcher({
        start(id, parent, node, state) {
          if (typeof state["run"] !== "string" || state["run"] === "") return;
          const above = nodes.get(parent) ?? roots.of(openRun(state["run"]));
          nodes.set(id, node === null ? above : below(above, { ...above.about, node, ...factsBefore(node, state) }));
        },
        end(id, node, update, error) {
          const open = nodes.get(id);
          nodes.delete(id);
          if (open && node !== null) sink.end("node", node, open, { output: error === null ? factsAfter(update) : {} }, error);
        },
        finish: (run, error) => roots.end(run, error),
      }),
    /** Sends waiting spans, within seconds. */
    flush: async () => await sink.flush(),
  };
}
export type Tracing = ReturnType<typeof createTracing>;

function below(parent: Open, about: Facts): Open {
  return { id: uuid7(), start: Date.now(), above: [...parent.above, { id: parent.id, start: parent.start }], about };
}

/** Merges several reports of a span. A later one adds to an earlier one. */
function merged(told: readonly Told[]): Told {
  const all = (part: keyof Told): Facts => Object.assign({}, ...told.map((one) => one[part]));
  return { about: all("about"), input: all("input"), output: all("output"), files: all("files") as Record<string, string> };
}

/** LangChain's id of the node that the current code runs in. */
function nodeAtWork(): string {
  const callbacks = getConfig()?.callbacks;
  return callbacks && "getParentRunId" in callbacks ? (callbacks.getParentRunId() ?? "") : "";
}

async function within<T>(milliseconds: number, work: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => (timer = setTimeout(() => resolve(otherwise), milliseconds)));
  return await Promise.race([work.catch(() => otherwise), late]).finally(() => clearTimeout(timer));
}
