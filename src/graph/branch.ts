import { END, START, StateGraph } from "@langchain/langgraph";
import { BrokenHost } from "../domain/errors.ts";
import { analyze } from "../nodes/analyze.ts";
import { approve } from "../nodes/approve.ts";
import { diagnose } from "../nodes/diagnose.ts";
import { profile } from "../nodes/profile.ts";
import { refactor } from "../nodes/refactor.ts";
import { tune } from "../nodes/tune.ts";
import { verify } from "../nodes/verify.ts";
import { Branch, BranchOutput } from "./state.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import { afterAnalyze, afterApprove, afterDiagnose, afterRefactor, afterVerify } from "./routes.ts";

/** After the loss of a judge, the node runs again with a new judge. The loss of the model endpoint ends the run, which can be resumed. */
export const retryPolicy = { maxAttempts: 3, initialInterval: 1000, retryOn: (error: unknown) => error instanceof BrokenHost, logWarning: false };

/** The common words for a node. The drawing, streams and traces show them. */
const titled = (title: string) => ({ metadata: { title } });

/** One expansion: diagnose, plan, ask for approval if configured, write, judge, repair, profile and tune. */
export const branch = (toolbox: Toolbox, checkpointer?: false) =>
  new StateGraph({ state: Branch, output: BranchOutput })
    .addNode("diagnose", diagnose(toolbox), { retryPolicy, ...titled("find the bottleneck") })
    .addNode("analyze", analyze(toolbox), titled("plan"))
    .addNode("approve", approve(toolbox))
    .addNode("refactor", refactor(toolbox), titled("write or repair code"))
    .addNode("verify", verify(toolbox), { retryPolicy, ...titled("build, check, time") })
    .addNode("profile", profile(toolbox), titled("read the profile"))
    .addNode("tune", tune(toolbox), { retryPolicy })
    .addEdge(START, "diagnose")
    .addConditionalEdges("diagnose", afterDiagnose, ["analyze", "refactor"])
    .addConditionalEdges("analyze", afterAnalyze, ["approve", "refactor", END])
    .addConditionalEdges("approve", afterApprove, ["refactor", "analyze"])
    .addConditionalEdges("refactor", afterRefactor, ["verify", END])
    .addConditionalEdges("verify", afterVerify, ["profile", "refactor", END])
    .addEdge("profile", "tune")
    .addEdge("tune", END)
    .compile(checkpointer === false ? { checkpointer } : {});
