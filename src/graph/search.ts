import { END, START, StateGraph } from "@langchain/langgraph";
import { collect } from "../nodes/collect.ts";
import { confirm } from "../nodes/confirm.ts";
import { learn } from "../nodes/learn.ts";
import { open } from "../nodes/open.ts";
import { prepare } from "../nodes/prepare.ts";
import { promote } from "../nodes/promote.ts";
import { report } from "../nodes/report.ts";
import { select } from "../nodes/select.ts";
import { Equipment } from "../domain/request.ts";
import { Opening, Search, SearchInput } from "../state.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import { branch, retryPolicy } from "./branch.ts";
import { shapeOf } from "./shape.ts";
import { window } from "./window.ts";
import { afterCollect, afterSelect } from "./routes.ts";

/**
 * The whole search: open and prepare, then rounds of select, branches, collect, then promotion and the report. In async mode the
 * window stands for the branches: it returns as soon as one of them does.
 * Never invoke it with `maxConcurrency`: LangGraph then loses branches. Limits are the tools' own queues.
 */
export const searchGraph = (toolbox: Toolbox) => {
  let shape = ""; // of the graph that is built here, once it is
  const search = new StateGraph({ state: Search, input: SearchInput, context: Equipment.partial() })
    .addNode(
      "open",
      open(toolbox, () => shape),
      { input: Opening },
    )
    .addNode("prepare", prepare(toolbox), { retryPolicy })
    .addNode("select", select(toolbox))
    .addNode("branch", branch(toolbox))
    .addNode("window", window(toolbox))
    .addNode("collect", collect(toolbox))
    .addNode("confirm", confirm(toolbox))
    .addNode("promote", promote(toolbox), { retryPolicy })
    .addNode("learn", learn(toolbox))
    .addNode("report", report(toolbox))
    .addEdge(START, "open")
    .addEdge("open", "prepare")
    .addEdge("prepare", "select")
    .addConditionalEdges("select", afterSelect, ["branch", "window", "confirm", "promote"])
    .addEdge("branch", "collect")
    .addEdge("window", "collect")
    .addConditionalEdges("collect", afterCollect, ["select", "confirm", "promote"])
    .addEdge("confirm", "promote")
    .addEdge("promote", "learn")
    .addEdge("learn", "report")
    .addEdge("report", END);
  shape = shapeOf(search);
  return search;
};
