/** Checks whether a planner's reply is a plan. anchors.ts checks its anchors. */

import { type Module, partProblem } from "../parts/decomposition.ts";

/** The longest plan: it is one piece of advice, and becomes comments in the source. The form of the reply tells it. */
export const MOST_CHARACTERS = { strategy: 120, advice: 8000 };

/** The reason why a reply is not a plan, as a message for the planner. Null for a plan. `module` is a large module, whose plans name a part. */
export function planProblem(plan: { strategy: string; advice: string; part?: string }, module: Module | null): string | null {
  const long = (["strategy", "advice"] as const).find((part) => plan[part].length > MOST_CHARACTERS[part]);
  return long
    ? `${long} has ${plan[long].length} characters; at most ${MOST_CHARACTERS[long]} are taken: name one change.`
    : module && partProblem(plan.part ?? "", module);
}
