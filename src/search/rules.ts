/** What a run has learned not to do: a kind of failure that came back becomes a rule in the prompts of that run. */
import type { Attempt } from "../domain/attempt.ts";
import { type FailureKind, kindOf } from "./failure-kinds.ts";
import type { Tree } from "./tree.ts";

/** Failures of one kind before it is a rule; one may be chance. */
const REPEATED = 2;
/** More rules than this are not read. */
const MOST_RULES = 6;
const MOST_OF_A_PROBLEM = 160;

export interface Rule {
  readonly kind: FailureKind;
  readonly attempts: readonly Attempt[];
}

/** The rules of a run, the most frequent failure first; of equals the one that came back last. */
export function rulesOf(tree: Tree): Rule[] {
  const found = new Map<FailureKind, Attempt[]>();
  for (const attempt of tree) {
    const kind = kindOf(attempt);
    if (kind) found.set(kind, [...(found.get(kind) ?? []), attempt]);
  }
  const latest = (rule: Rule): number => tree.indexOf(rule.attempts.at(-1)!);
  return [...found]
    .map(([kind, attempts]) => ({ kind, attempts }))
    .filter((rule) => rule.attempts.length >= REPEATED)
    .toSorted((a, b) => b.attempts.length - a.attempts.length || latest(b) - latest(a))
    .slice(0, MOST_RULES);
}

/** The rules as the agents read them. */
export function rulesText(tree: Tree): string {
  const rules = rulesOf(tree);
  if (rules.length === 0) return "None yet.";
  return rules
    .map(({ kind, attempts }) => `- Do not ${kind.avoid}. (${attempts.length} attempts failed so; ${attempts.at(-1)!.id}: ${told(attempts.at(-1)!)})`)
    .join("\n");
}

/** The line of a problem that names the error: compilers put a heading before it. */
function told(attempt: Attempt): string {
  const lines = attempt.problem.split("\n").filter((line) => line.trim() !== "");
  const line = lines.find((one) => /\b(error|Error)\b/.test(one)) ?? lines[0] ?? attempt.status;
  return line.trim().slice(0, MOST_OF_A_PROBLEM);
}
