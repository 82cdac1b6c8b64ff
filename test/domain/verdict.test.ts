import { expect, it } from "@jest/globals";
import { headlineOf, problemOf, unprovenText } from "../../src/domain/verdict.ts";
import { common } from "../support/verdicts.ts";

it("the headline of a failed build has the compiler's first error, not only that it failed", () => {
  const diagnostics = "kernel.cpp: In function 'int f()':\nkernel.cpp:4:10: error: 'nonsense' was not declared in this scope\n    4 |   return nonsense;";
  const problem = problemOf({ status: "build_failed", ...common, compiler: "g++", diagnostics });
  expect(headlineOf(problem)).toBe("g++ failed: kernel.cpp:4:10: error: 'nonsense' was not declared in this scope");
  expect(headlineOf("crashed during start: the process died of SIGSEGV\nmore")).toBe("crashed during start: the process died of SIGSEGV");
  expect(headlineOf("")).toBe("");
  const long = `${"one wrong element ".repeat(8)}and more`;
  expect(headlineOf(long)).toBe(`${"one wrong element ".repeat(7)}one wrong …`);
});

it("a name that could not be varied has another reason than one on which the candidate failed", () => {
  expect(unprovenText(["nan", "argument offsets", "inf", "buffer table"])).toBe(
    "nan, inf (wrong there, or not checked); argument offsets, buffer table (the same value in every draw)",
  );
  expect(unprovenText(["argument offsets"])).toBe("argument offsets (the same value in every draw)");
  expect(unprovenText()).toBe("");
});
