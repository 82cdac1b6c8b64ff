/**
 * Kinds of failure, each with what not to do again. Kinds are told apart by the judge's status and words; the first that
 * fits counts. Nothing here looks at what failed on hidden inputs: their verdicts carry one fixed sentence.
 */
import type { Attempt } from "../domain/attempt.ts";

export interface FailureKind {
  readonly name: string;
  readonly status: Attempt["status"];
  readonly says?: RegExp;
  /** completes "Do not …" */
  readonly avoid: string;
}

const built = (name: string, says: RegExp, avoid: string): FailureKind => ({ name, status: "build_failed", says, avoid });
const promised = (name: string, says: RegExp, avoid: string): FailureKind => ({ name, status: "contract_failed", says, avoid });
const wrong = (name: string, says: RegExp, avoid: string): FailureKind => ({ name, status: "wrong", says, avoid });
const crashed = (name: string, says: RegExp, avoid: string): FailureKind => ({ name, status: "crashed", says, avoid });

const failureKinds: readonly FailureKind[] = [
  built(
    "undeclared name",
    /is undefined|was not declared|undeclared identifier|NameError/,
    "use a name before it is declared: define helpers above their use and include the header of every intrinsic",
  ),
  built(
    "missing header",
    /cannot open source file|No such file or directory|file not found/,
    "include headers other than the compiler's own: no torch, no third-party headers",
  ),
  built(
    "wrong arguments",
    /no instance of|no matching function|no operator|too (few|many) arguments/,
    "call functions or intrinsics with types or counts of arguments that they do not take",
  ),
  built(
    "wrong types",
    /cannot convert|invalid conversion|incompatible|cannot be used to initialize|narrowing/,
    "mix pointer, vector and scalar types: cast explicitly",
  ),
  built(
    "too much shared memory",
    /too much shared data|shared memory/i,
    "declare more than 48 KiB of static shared memory: use dynamic shared memory and opt in, or smaller tiles",
  ),
  built(
    "unknown instruction",
    /target specific option|inlining failed|not supported on|requires .*\.target|Unknown modifier|ptxas/i,
    "use instructions or PTX that this machine or toolkit lacks",
  ),
  built(
    "unresolved symbol",
    /undefined reference|unresolved external|multiple definition/,
    "declare a function without defining it exactly once in the same file",
  ),
  built(
    "syntax",
    /expected|unrecognized token|missing|unterminated/,
    "send code with unbalanced brackets or unfinished statements: read it through from the first line to the last",
  ),
  promised("changed inputs", /changed its input/, "write into the inputs: results go into new tensors"),
  promised(
    "wrong shape or dtype",
    /has shape|has dtype|are arranged as|is on /,
    "return outputs of another shape, dtype, device or structure than the reference's",
  ),
  promised("not contiguous", /not contiguous/, "return strided views: call .contiguous() or write into a fresh tensor"),
  promised("aliased output", /shares memory|an output changed when/, "return an input, a view of one, or a buffer that is used again"),
  promised("other parameters", /parameter|buffer|state_dict/, "rename, reshape or leave out parameters and buffers of the reference"),
  wrong("NaN", /NaN/, "leave outputs unwritten or divide without a guard: NaN came out"),
  wrong("all zeros", /all zeros/, "launch nothing or write elsewhere: the output stayed zero"),
  wrong("transposed", /the transpose/, "mix up rows and columns: the output was transposed"),
  wrong("hidden inputs", /hidden inputs/, "assume anything of the inputs' values, only their shapes and dtypes hold for every call"),
  wrong("wrong elements", /elements/, "repeat the indexing that gave wrong elements: check strides, tails and the combination of partial results"),
  { name: "imprecise", status: "precision_violation", avoid: "lower the precision of operands or accumulators below the track's" },
  { name: "unstable", status: "unstable", avoid: "keep state or values derived from parameters between calls, or race between threads" },
  {
    name: "unordered work",
    status: "timing_disagrees",
    avoid: "leave work to other streams, threads or a later moment: all of it ends with the call, on the current stream",
  },
  { name: "below the floor", status: "below_floor", avoid: "skip work: every input is read and every output computed in each call" },
  { name: "policy", status: "policy_violation", avoid: "leave the time to library kernels or start processes" },
  crashed(
    "memory fault",
    /illegal memory|misaligned|SIGSEGV|SIGBUS/,
    "read or write out of bounds or misaligned: guard tails, and align what vector loads touch",
  ),
  crashed(
    "launch failure",
    /invalid (configuration|argument|device function|resource)|too many resources|launch|non-?zero|returned \d/i,
    "launch with more threads, registers or shared memory than a block may have",
  ),
  crashed("out of memory", /out of memory|MemoryError/i, "allocate large temporaries"),
  crashed("exception", /raised/, "raise from ModelNew: check names, arguments and dtypes in model_new.py"),
  { name: "slow build", status: "timeout", says: /^build/, avoid: "write code that takes minutes to compile: fewer unrolled loops and template instances" },
  { name: "hang", status: "timeout", avoid: "wait or loop without a bound: no spinning on flags between blocks" },
  { name: "repetition", status: "duplicate", avoid: "return a program that was tried already: the change must be in the code" },
];

/** The kind of a failed attempt; undefined for one that passed or got no usable reply. */
export function kindOf(attempt: Attempt): FailureKind | undefined {
  return failureKinds.find((kind) => kind.status === attempt.status && (kind.says?.test(attempt.problem) ?? true));
}
