/** Asks a person which attempts to measure again and publish. It writes nothing before the answer. */
import { interrupt } from "@langchain/langgraph";
import { z } from "zod";
import { promotionAnswers, PromotionDecision, type PromotionQuestion } from "../domain/approval.ts";
import { finalists } from "../search/selection/finalists.ts";
import { ranking } from "../search/selection/kinship.ts";
import type { SearchState } from "../graph/state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

export const confirm = (toolbox: Toolbox) => async (state: SearchState) => {
  const { run } = toolbox.open(state.run);
  const { target, model, policy } = run.about.settings;
  const tree = run.tree.without([]);
  const best = finalists(tree, target, model.winner)
    .slice(0, policy.finalists)
    .map(({ id, speedup, explanation }) => ({
      attempt: id,
      speedup: speedup ? `${speedup.median.toPrecision(3)} times the reference, 95 % ${speedup.low.toPrecision(3)} to ${speedup.high.toPrecision(3)}` : "",
      explanation,
    }));
  const passing = ranking(tree)
    .map((one) => one.id)
    .toArray();
  const answer = decided(
    { asks: "promotion", ending: state.ending?.detail ?? "no attempt is left to expand", finalists: best, answers: promotionAnswers, problem: "" },
    passing,
  );
  if (answer.decision === "reject") run.emit({ type: "human_feedback", feedback: { kind: "note", on: "promotion", text: answer.reason } });
  if (answer.decision === "approve") return {};
  return { finalists: answer.decision === "choose" ? answer.attempts : [] };
};

/** Asks until the answer is valid. */
function decided(question: PromotionQuestion, passing: readonly string[]): PromotionDecision {
  for (let problem = ""; ;) {
    const answer = PromotionDecision.safeParse(interrupt({ ...question, problem }));
    const unknown = answer.success && answer.data.decision === "choose" ? answer.data.attempts.find((one) => !passing.includes(one)) : undefined;
    if (!answer.success) problem = `${z.prettifyError(answer.error)}; answer approve, choose or reject`;
    else if (unknown !== undefined) problem = `${unknown} did not pass; choose from ${passing.join(", ") || "nothing"}`;
    else return answer.data;
  }
}
