import { describe, expect, it } from "@jest/globals";
import type { Attempt } from "../../../src/run/attempt.ts";
import { SearchTree } from "../../../src/run/tree.ts";
import { kindOf } from "../../../src/search/context/failure-kinds.ts";
import { failuresText, rulesOf } from "../../../src/search/context/failure-rules.ts";
import { renderPrompt } from "../../../src/tools/model/prompt.ts";
import { attempt } from "../../support/attempts.ts";

const failed = (id: string, status: Attempt["status"], problem: string): Attempt => attempt(id, "root", null, { status, problem });
const undeclared = (id: string, name: string) => failed(id, "build_failed", `nvcc failed:\nkernel.cu(12): error: identifier "${name}" is undefined`);

describe("a failure's kind", () => {
  const cases: [problem: string, status: Attempt["status"], kind: string][] = [
    ['nvcc failed:\nkernel.cu(3): error: identifier "warpSum" is undefined', "build_failed", "undeclared name"],
    ["g++ failed:\nkernel.cpp:7:36: error: 'nonsense' was not declared in this scope", "build_failed", "undeclared name"],
    ["g++ failed:\nkernel.cpp:1:10: fatal error: torch/extension.h: No such file or directory", "build_failed", "missing header"],
    ['nvcc failed:\nkernel.cu(9): error: no instance of overloaded function "atomicAdd" matches', "build_failed", "wrong arguments"],
    ["nvcc failed:\nptxas error : Entry function 'f' uses too much shared data (0x10000 bytes, 0xc000 max)", "build_failed", "too much shared memory"],
    ["g++ failed:\nerror: inlining failed in call to 'always_inline' '_mm512_exp_ps': target specific option mismatch", "build_failed", "unknown instruction"],
    ["g++ failed:\nkernel.cpp:4:2: error: expected ';' before '}' token", "build_failed", "syntax"],
    ["the output has shape [4, 2]; the reference returns [4, 4]", "contract_failed", "wrong shape or dtype"],
    ["the candidate changed its input tensors; write results into new tensors", "contract_failed", "changed inputs"],
    ["the output, shape [4]: 4 of 4 elements (100 %) are wrong. The output is all NaN: perhaps it is never written.", "wrong", "NaN"],
    ["the output, shape [9]: 1 of 9 elements (11 %) are wrong.", "wrong", "wrong elements"],
    ["crashed during correctness: CUDA error: an illegal memory access was encountered", "crashed", "memory fault"],
    ["crashed during start: ModelNew raised TypeError: forward() takes 2", "crashed", "exception"],
    ["build took longer than 120 s", "timeout", "slow build"],
    ["timing took longer than 180 s", "timeout", "hang"],
  ];
  it.each(cases)("of %j follows from its message", (problem, status, kind) => {
    expect(kindOf(failed("a", status, problem))?.name).toBe(kind);
  });

  it("is absent for passing attempts and unusable replies", () => {
    expect(kindOf(attempt("a", "root", 50))).toBeUndefined();
    expect(kindOf(failed("a", "no_reply", "The reply is not JSON"))).toBeUndefined();
  });
});

describe("rules", () => {
  it("need several failures of the same kind", () => {
    expect(rulesOf(new SearchTree([undeclared("a", "warpSum")]))).toEqual([]);
    expect(failuresText(renderPrompt, new SearchTree([undeclared("a", "warpSum")]))).toBe("");
    const text = failuresText(renderPrompt, new SearchTree([undeclared("a", "warpSum"), undeclared("b", "blockMax")]));
    expect(text).toMatch(/^# Failures that came back in this run\n\n- Do not use a name before it is declared/);
    expect(text).toMatch(/2 attempts failed like this; b: kernel\.cu\(12\): error: identifier "blockMax" is undefined/);
  });

  it("stay few and short, the most frequent first", () => {
    const statuses = ["precision_violation", "unstable", "timing_disagrees", "below_floor", "policy_violation", "timeout", "duplicate"] as const;
    const tree = statuses.flatMap((status) => [1, 2].map((nth) => failed(`${status}${nth}`, status, "x".repeat(5000))));
    const rules = rulesOf(new SearchTree([...tree, failed("again", "unstable", "x")]));
    expect(rules).toHaveLength(6);
    expect(rules[0]?.kind.name).toBe("unstable");
    expect(failuresText(renderPrompt, new SearchTree(tree)).length).toBeLessThan(6 * 400);
  });
});
