import { END, START, StateGraph } from "@langchain/langgraph";
import { BrokenHost } from "../domain/errors.ts";
import { analyze } from "../nodes/analyze.ts";
import { approve } from "../nodes/approve.ts";
import { diagnose } from "../nodes/diagnose.ts";
import { profile } from "../nodes/profile.ts";
import { refactor } from "../nodes/refactor.ts";
import { tune } from "../nodes/tune.ts";
import { verify } from "../nodes/verify.ts";
import { Branch, BranchOutput } from "../state.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import { afterAnalyze, afterApprove, afterDiagnose, afterVerify } from "./routes.ts";

/** A lost judge is started again and asked again; a lost model endpoint ends the run, resumable. */
export const retryPolicy = { maxAttempts: 3, initialInterval: 1000, retryOn: (error: unknown) => error instanceof BrokenHost, logWarning: false };

/** One expansion: diagnose, plan, ask a person where that is wanted, write, judge, repair, profile, tune. */
export const branch = (toolbox: Toolbox, checkpointer?: false) =>
  new StateGraph({ state: Branch, output: BranchOutput })
    .addNode("diagnose", diagnose(toolbox))
    .addNode("analyze", analyze(toolbox))
    .addNode("approve", approve(toolbox))
    .addNode("refactor", refactor(toolbox))
    .addNode("verify", verify(toolbox), { retryPolicy })
    .addNode("profile", profile(toolbox))
    .addNode("tune", tune(toolbox), { retryPolicy })
    .addEdge(START, "diagnose")
    .addConditionalEdges("diagnose", afterDiagnose, ["analyze", "refactor"])
    .addConditionalEdges("analyze", afterAnalyze, ["approve", "refactor", "verify"])
    .addConditionalEdges("approve", afterApprove, ["refactor", "analyze"])
    .addEdge("refactor", "verify")
    .addConditionalEdges("verify", afterVerify, ["profile", "refactor", END])
    .addEdge("profile", "tune")
    .addEdge("tune", END)
    .compile(checkpointer === false ? { checkpointer } : {});
