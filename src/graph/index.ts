/** What langgraph.json points at: the search graph over this machine's tools, without a checkpointer of its own. */
import { createToolbox } from "../services.ts";
import { searchGraph } from "./search.ts";

export const graph = searchGraph(createToolbox([])).compile({ name: "kernelwright" });
