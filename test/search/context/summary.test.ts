import { expect, it } from "@jest/globals";
import { Policy } from "../../../src/domain/settings.ts";
import { Verdict } from "../../../src/domain/verdict.ts";
import { SearchTree } from "../../../src/run/tree.ts";
import type { Expansion } from "../../../src/search/selection/expansion.ts";
import { changeOf, outcomeLine, promotionText, summaryOf } from "../../../src/search/context/summary.ts";
import { attempt } from "../../support/attempts.ts";
import { okVerdict } from "../../support/verdicts.ts";

const about = { task: { name: "row_softmax" }, settings: { target: "cuda", precision: "fp32", policy: Policy.parse({}) } } as const;
const head = "row_softmax on cuda, fp32, beam:";

it("shows a tree with one line per attempt and its result, below its parent", () => {
  const tree = [
    attempt("r1b1", "root", 50),
    attempt("r1b2", "root", null, { problem: "\nthe outputs differ\nat [0]" }),
    attempt("r2b1", "r1b1", 25),
    attempt("root", null, 100),
  ];
  expect(summaryOf(about, new SearchTree(tree))).toBe(
    [`${head} 3 of 12 attempts`, "root  100.0 us", "  r1b1  50.00 us, 2.00x", "    r2b1  25.00 us, 4.00x  <- best", "  r1b2  wrong: the outputs differ"].join(
      "\n",
    ),
  );
});

it("shows attempts in flight under their parent, the reason for the end, and long times without exponents", () => {
  const tree = [attempt("r1b1", "root", 25_000), attempt("root", null, 123_456)];
  const expanding: Expansion[] = [
    {
      id: "r2b1",
      parent: "r1b1",
      childIndex: 0,
      round: 2,
      repairs: 2,
      first: "planner",
      beside: [],
      siblingIndex: 0,
      siblingCount: 1,
      secondParent: null,
      why: "best",
    },
  ];
  expect(summaryOf(about, new SearchTree(tree), expanding, { reason: "budget", detail: "all attempts are used" })).toBe(
    [`${head} 1 of 12 attempts`, "root  123456 us", "  r1b1  25000 us, 0.00400x", "    r2b1  expanding", "ended: budget: all attempts are used"].join("\n"),
  );
});

it("shows the compiler's first message for a failed build", () => {
  const broken = attempt("r1b1", "root", null, { status: "build_failed", problem: "g++ failed:\n  kernel.cpp:3: error: no such thing\nmore" });
  expect(outcomeLine(broken)).toBe("build_failed: g++ failed: kernel.cpp:3: error: no such thing");
});

it("shows the promoted attempt and its second measurement", () => {
  const verdict = Verdict.parse(okVerdict("promotion", 2.5));
  expect(promotionText({ id: "r1b2", verdict })).toBe("promoted: r1b2, 2.50x the reference when measured again");
  expect(promotionText(undefined)).toBe("promoted: nothing");
});

it("stays short however large the tree is, and keeps the best and the latest", () => {
  const many = Array.from({ length: 5000 }, (_, at) => attempt(`r${at + 1}b1`, at === 0 ? "root" : `r${at}b1`, at === 2500 ? 1 : 50 + at, { round: at + 1 }));
  const lines = summaryOf(about, new SearchTree([...many.slice(0, 300), attempt("root", null, 100)])).split("\n");
  expect(lines.length).toBeLessThan(34);
  const wide = Array.from({ length: 5000 }, (_, at) => attempt(`r${at + 1}b1`, "root", at === 2500 ? 1 : 50 + at, { round: at + 1 }));
  const summary = summaryOf(about, new SearchTree([...wide, attempt("root", null, 100)]));
  expect(summary.split("\n").length).toBeLessThan(30);
  expect(summary).toMatch(/r2501b1 .*<- best[\s\S]*r5000b1[\s\S]*\(and 49\d\d more\)/);
});

it("shows the first lines of a draft's changes", () => {
  const before = [{ name: "kernel.cu", text: "a\nb\nc\n" }];
  expect(changeOf(before, [{ name: "kernel.cu", text: "a\nB\nc\n" }])).toContain("-b\n+B");
  expect(changeOf(before, before)).toBe(""); // a file that stays as it is takes no line
  expect(changeOf([], [{ name: "kernel.cu", text: "x\n".repeat(500) }])).toMatch(/\(and 46\d more lines\)$/);
});
