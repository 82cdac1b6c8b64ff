import { END, START, StateGraph } from "@langchain/langgraph";
import { collect } from "../nodes/collect.ts";
import { confirm } from "../nodes/confirm.ts";
import { learn } from "../nodes/learn.ts";
import { open } from "../nodes/open.ts";
import { prepare } from "../nodes/prepare.ts";
import { promote } from "../nodes/promote.ts";
import { report } from "../nodes/report.ts";
import { select } from "../nodes/select.ts";
import { RunContext } from "../domain/request.ts";
import { Opening, Search, SearchInput, type SearchState } from "./state.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import { branch, retryPolicy } from "./branch.ts";
import { expectVersion } from "./version.ts";
import { inFlightPool } from "./in-flight-pool.ts";
import { afterCollect, afterSelect } from "./routes.ts";

/**
 * The whole search. After open and prepare come rounds of select, branches and collect. Promotion and the report follow. In async mode the
 * pool replaces the branches: it returns as soon as one of them does. Never invoke it with `maxConcurrency`: LangGraph then loses
 * branches. Limits are the tools' own queues.
 */
export const searchGraph = (toolbox: Toolbox) =>
  new StateGraph({ state: Search, input: SearchInput, context: RunContext.partial() })
    .addNode("open", open(toolbox), { input: Opening })
    .addNode("prepare", sameVersion(prepare(toolbox)), { retryPolicy })
    .addNode("select", sameVersion(select(toolbox)))
    .addNode("branch", branch(toolbox))
    .addNode("pool", sameVersion(inFlightPool(toolbox)))
    .addNode("collect", sameVersion(collect(toolbox)))
    .addNode("confirm", sameVersion(confirm(toolbox)))
    .addNode("promote", sameVersion(promote(toolbox)), { retryPolicy })
    .addNode("learn", sameVersion(learn(toolbox)))
    .addNode("report", sameVersion(report(toolbox)))
    .addEdge(START, "open")
    .addEdge("open", "prepare")
    .addEdge("prepare", "select")
    .addConditionalEdges("select", afterSelect, ["branch", "pool", "confirm", "promote"])
    .addEdge("branch", "collect")
    .addEdge("pool", "collect")
    .addConditionalEdges("collect", afterCollect, ["select", "confirm", "promote"])
    .addEdge("confirm", "promote")
    .addEdge("promote", "learn")
    .addEdge("learn", "report")
    .addEdge("report", END);

/** A node that refuses the state of another release. */
const sameVersion =
  <C, U>(node: (state: SearchState, config: C) => U) =>
  (state: SearchState, config: C): U => {
    expectVersion(state);
    return node(state, config);
  };
