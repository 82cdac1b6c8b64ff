/** What a run has learned not to do: a kind of failure that came back becomes a rule in the prompts of that run. */
import type { Word } from "../domain/approval.ts";
import type { Attempt } from "../domain/attempt.ts";
import type { Tree } from "../domain/tree.ts";
import { type FailureKind, kindOf } from "./failure-kinds.ts";

/** Failures of one kind before it is a rule; one may be chance. */
const REPEATED = 2;
/** More rules than this are not read. */
const MOST_RULES = 6;
const MOST_OF_A_PROBLEM = 160;
/** Attempts looked back on: what has not failed for so long needs no rule. */
const LOOKED_BACK = 200;

export interface Rule {
  readonly kind: FailureKind;
  readonly attempts: readonly Attempt[];
}

/** The rules of a run, the most frequent failure first; of equals the one that came back last. */
export function rulesOf(tree: Tree): Rule[] {
  const recent = tree.backwards().take(LOOKED_BACK).toArray().toReversed();
  const latest = (rule: Rule): number => recent.indexOf(rule.attempts.at(-1)!);
  return [...Map.groupBy(recent, kindOf)]
    .flatMap(([kind, attempts]) => (kind ? [{ kind, attempts }] : []))
    .filter((rule) => rule.attempts.length >= REPEATED)
    .toSorted((a, b) => b.attempts.length - a.attempts.length || latest(b) - latest(a))
    .slice(0, MOST_RULES);
}

/** The rules as the agents read them; empty while there are none. */
export function rulesText(tree: Tree): string {
  const rules = rulesOf(tree).map(({ kind, attempts }) => {
    const last = attempts.at(-1)!;
    return `- Do not ${kind.avoid}. (${attempts.length} attempts failed so; ${last.id}: ${told(last)})`;
  });
  return rules.length === 0 ? "" : ["# What failed more than once in this run\n", ...rules].join("\n");
}

/** What a person said to the run, as the agents read it; empty where nothing was said. */
export function toldText(words: readonly Word[]): string {
  const lines = words.flatMap(({ kind, text }) => (kind === "note" ? [] : [`- ${kind === "rule" ? "Do not do this again: " : ""}${text}`]));
  return lines.length === 0 ? "" : ["# What the person in charge says\n", ...new Set(lines)].join("\n");
}

/** The line of a problem that names the error: compilers put a heading before it. */
function told(attempt: Attempt): string {
  const lines = attempt.problem.split("\n").filter((line) => line.trim() !== "");
  const line = lines.find((one) => /\b(error|Error)\b/.test(one)) ?? lines[0] ?? attempt.status;
  return line.trim().slice(0, MOST_OF_A_PROBLEM);
}
