/** Failure rules: a repeated kind of failure becomes a rule in the prompts of the run. */
import type { HumanFeedback } from "../../domain/approval.ts";
import type { Attempt } from "../../run/attempt.ts";
import type { Tree } from "../../run/tree.ts";
import { reasonOf } from "./attempt-text.ts";
import { type FailureKind, kindOf } from "./failure-kinds.ts";
import { linesOf, type Render } from "../../domain/render.ts";

/** The number of failures that makes a rule. A single one may be chance. */
const REPEATED = 2;
/** The largest number of rules in a prompt. */
const MOST_RULES = 6;
const MOST_OF_A_PROBLEM = 160;
/** The number of latest attempts that count. Older failures need no rule. */
const LOOKED_BACK = 200;

export interface Rule {
  readonly kind: FailureKind;
  readonly attempts: readonly Attempt[];
}

/** The rules of a run, the most frequent failure first. The most recent one breaks ties. */
export function rulesOf(tree: Tree): Rule[] {
  const recent = tree.backwards().take(LOOKED_BACK).toArray().toReversed();
  const latest = (rule: Rule): number => recent.indexOf(rule.attempts.at(-1)!);
  return [...Map.groupBy(recent, kindOf)]
    .flatMap(([kind, attempts]) => (kind ? [{ kind, attempts }] : []))
    .filter((rule) => rule.attempts.length >= REPEATED)
    .toSorted((a, b) => b.attempts.length - a.attempts.length || latest(b) - latest(a))
    .slice(0, MOST_RULES);
}

/** The failure rules as prompt text. Empty without rules. */
export function failuresText(render: Render, tree: Tree): string {
  const lines = rulesOf(tree).map(({ kind, attempts }) => {
    const last = attempts.at(-1)!;
    const avoid = render(`failures#${kind.name.replaceAll(" ", "-")}`, {});
    return render("phrases#failure", { avoid, count: String(attempts.length), last: last.id, problem: reasonOf(last).slice(0, MOST_OF_A_PROBLEM) });
  });
  return lines.length === 0 ? "" : render("phrases#failures", { lines: linesOf(lines) });
}

/** The human feedback as prompt text. Empty without feedback. */
export function feedbackText(render: Render, words: readonly HumanFeedback[]): string {
  const lines = words.flatMap(({ kind, text }) => (kind === "note" ? [] : [render(`phrases#feedback-${kind}`, { text })]));
  return lines.length === 0 ? "" : render("phrases#feedback", { lines: linesOf([...new Set(lines)]) });
}
