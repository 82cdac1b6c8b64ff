/** Whether what a planner says is a plan at all; where it is anchored is anchors.ts's business. */

import { type Module, partProblem } from "./parts.ts";

/** A plan is one piece of advice, and stands as comments in the source. */
const MOST_CHARACTERS = { strategy: 120, advice: 8000 };

/** What makes a reply no plan, in words for the planner; null when nothing does. `module` is a large module, whose plans name a part. */
export function planProblem(plan: { strategy: string; advice: string; part?: string }, module: Module | null): string | null {
  const long = (["strategy", "advice"] as const).find((part) => plan[part].length > MOST_CHARACTERS[part]);
  return long
    ? `${long} has ${plan[long].length} characters; at most ${MOST_CHARACTERS[long]} are taken: name one change.`
    : module && partProblem(plan.part ?? "", module);
}
