import { expect, it } from "@jest/globals";
import { changeOf, storyOf } from "../../src/search/story.ts";
import { attempt } from "../support/attempts.ts";

it("tells a tree in lines that say how each attempt did, under what it grew from", () => {
  const tree = [
    attempt("r1b1", "root", 50),
    attempt("r1b2", "root", null, { problem: "\nthe outputs differ\nat [0]" }),
    attempt("r2b1", "r1b1", 25),
    attempt("root", null, 100),
  ];
  expect(storyOf(tree)).toBe(
    ["root  100.0 us", "  r1b1  50.00 us, 2.00x", "    r2b1  25.00 us, 4.00x  <- best", "  r1b2  wrong: the outputs differ"].join("\n"),
  );
});

it("stays short however large the tree is, and keeps the best and the latest", () => {
  const many = Array.from({ length: 5000 }, (_, at) => attempt(`r${at + 1}b1`, at === 0 ? "root" : `r${at}b1`, at === 2500 ? 1 : 50 + at, { round: at + 1 }));
  const lines = storyOf([...many.slice(0, 300), attempt("root", null, 100)]).split("\n");
  expect(lines.length).toBeLessThan(34);
  const wide = Array.from({ length: 5000 }, (_, at) => attempt(`r${at + 1}b1`, "root", at === 2500 ? 1 : 50 + at, { round: at + 1 }));
  const story = storyOf([...wide, attempt("root", null, 100)]);
  expect(story.split("\n").length).toBeLessThan(30);
  expect(story).toMatch(/r2501b1 .*<- best[\s\S]*r5000b1[\s\S]*\(and 49\d\d more\)/);
});

it("shows the first lines of what a draft changes", () => {
  const before = [{ name: "kernel.cu", text: "a\nb\nc\n" }];
  expect(changeOf(before, [{ name: "kernel.cu", text: "a\nB\nc\n" }])).toContain("-b\n+B");
  expect(changeOf([], [{ name: "kernel.cu", text: "x\n".repeat(500) }])).toMatch(/\(and 46\d more lines\)$/);
});
