/** Turns the graph's callbacks into starts and ends of nodes. trace.ts makes spans of them. */
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { FOLLOWER } from "../../domain/span.ts";

export interface Watch {
  /** `node` is null for a callback without a node: its children belong to its parent. */
  start(id: string, parent: string, node: string | null, state: Readonly<Record<string, unknown>>): void;
  end(id: string, node: string | null, update: Readonly<Record<string, unknown>>, error: string | null): void;
  /** The whole graph has ended, for the run at this path. */
  finish(run: string, error: string | null): void;
}

/** LangChain's callbacks as nodes that start and end. */
export class Watcher extends BaseCallbackHandler {
  override name = FOLLOWER;
  override awaitHandlers = true;
  readonly #watch: Watch;
  readonly #running = new Map<string, { node: string | null; top: string; run: string }>();

  constructor(watch: Watch) {
    super();
    this.#watch = watch;
  }

  // The fourth argument is the parent and the seventh the name, whatever LangChain's types say.
  override handleChainStart(
    _chain: unknown,
    inputs: Record<string, unknown> | null,
    id: string,
    parent = "",
    _tags?: string[],
    metadata?: Record<string, unknown>,
    _type?: string,
    name?: string,
  ): void {
    const node = name !== undefined && name === metadata?.["langgraph_node"] && name !== "__start__" ? name : null;
    const above = this.#running.get(parent);
    const run = typeof inputs?.["run"] === "string" ? inputs["run"] : (above?.run ?? "");
    const isBranch = inputs !== null && "expansion" in inputs; // of async mode: at the top, but not the search
    this.#running.set(id, { node, top: above?.top ?? (isBranch ? "" : id), run });
    const top = this.#running.get(above?.top ?? id);
    if (top && run !== "") top.run = run;
    this.#watch.start(id, parent, node, inputs ?? {});
  }

  override handleChainEnd(outputs: Record<string, unknown>, id: string): void {
    this.#end(id, outputs, null);
  }

  override handleChainError(error: Error, id: string): void {
    this.#end(id, {}, error.name === "GraphInterrupt" ? null : String(error));
  }

  #end(id: string, outputs: Record<string, unknown>, error: string | null): void {
    const running = this.#running.get(id);
    this.#running.delete(id);
    if (!running) return;
    this.#watch.end(id, running.node, outputs ?? {}, error);
    if (running.top === id) this.#watch.finish(running.run, error);
  }
}
