/**
 * Kinds of failure. prompts/failures.md has the advice for each. The judge's status and message decide the kind; the first that
 * fits counts. Failures on hidden inputs reveal nothing, because their verdicts have one fixed sentence.
 */
import type { Attempt } from "../../run/attempt.ts";

export interface FailureKind {
  readonly name: string;
  readonly status: Attempt["status"];
  readonly says?: RegExp;
}

const built = (name: string, says: RegExp): FailureKind => ({ name, status: "build_failed", says });
const promised = (name: string, says: RegExp): FailureKind => ({ name, status: "contract_failed", says });
const wrong = (name: string, says: RegExp): FailureKind => ({ name, status: "wrong", says });
const crashed = (name: string, says: RegExp): FailureKind => ({ name, status: "crashed", says });

const failureKinds: readonly FailureKind[] = [
  built("undeclared name", /is undefined|was not declared|undeclared identifier|NameError/),
  built("missing header", /cannot open source file|No such file or directory|file not found/),
  built("wrong arguments", /no instance of|no matching function|no operator|too (few|many) arguments/),
  built("wrong types", /cannot convert|invalid conversion|incompatible|cannot be used to initialize|narrowing/),
  built("too much shared memory", /too much shared data|shared memory/i),
  built("unknown instruction", /target specific option|inlining failed|not supported on|requires .*\.target|Unknown modifier|ptxas/i),
  built("unresolved symbol", /undefined reference|unresolved external|multiple definition/),
  built("syntax", /expected|unrecognized token|missing|unterminated/),
  promised("changed inputs", /changed its input/),
  promised("wrong shape or dtype", /has shape|has dtype|are arranged as|is on /),
  promised("not contiguous", /not contiguous/),
  promised("aliased output", /shares memory|an output changed when/),
  promised("other parameters", /parameter|buffer|state_dict/),
  wrong("NaN", /NaN/),
  wrong("all zeros", /all zeros/),
  wrong("transposed", /the transpose/),
  wrong("hidden inputs", /hidden inputs/),
  wrong("wrong elements", /elements/),
  { name: "imprecise", status: "precision_violation" },
  { name: "unstable", status: "unstable" },
  { name: "unordered work", status: "timing_disagrees" },
  { name: "below the floor", status: "below_floor" },
  { name: "policy", status: "policy_violation" },
  crashed("memory fault", /illegal memory|misaligned|SIGSEGV|SIGBUS/),
  crashed("launch failure", /invalid (configuration|argument|device function|resource)|too many resources|launch|non-?zero|returned \d/i),
  crashed("out of memory", /out of memory|MemoryError/i),
  crashed("exception", /raised/),
  { name: "slow build", status: "timeout", says: /^build/ },
  { name: "hang", status: "timeout" },
  { name: "repetition", status: "duplicate" },
];

/** The kind of a failed attempt. Undefined for a passing attempt and for an unusable reply. */
export function kindOf(attempt: Attempt): FailureKind | undefined {
  return failureKinds.find((kind) => kind.status === attempt.status && (kind.says?.test(attempt.problem) ?? true));
}
