/** Properties that hold for any plan and any constraint, tried on seeded random ones. */
import { expect, it } from "@jest/globals";
import { draws } from "../../src/lib/random.ts";
import { anchored, echoed, untagged } from "../../src/search/grounding/anchors.ts";
import { constraintOf } from "../../src/search/tuning/constraint.ts";

const CASES = 300;

it("lines that are marked by tags are read back from the tags, and the source without them is the source", () => {
  const draw = draws(1, "anchors");
  const below = (n: number): number => Math.floor(draw() * n);
  for (let at = 0; at < CASES; at++) {
    const name = draw() < 0.5 ? "kernel.cu" : "model_new.py";
    const lines = Array.from({ length: 5 + below(30) }, (_, line) => `${" ".repeat(below(5))}x${line} = ${below(100)};`);
    const files = [{ name, text: `${lines.join("\n")}\n` }];
    const anchors = [];
    for (let from = 1 + below(3); from <= lines.length;) {
      const to = Math.min(lines.length, from + below(4));
      anchors.push({ file: name, from, to });
      from = to + 2 + below(6); // two blocks with a line between them
    }
    const marked = anchored(files, anchors);
    expect(echoed(files, marked)).toEqual({ anchors });
    expect(untagged(marked)).toEqual(files);
  }
});

type Setting = { A: number; B: number };
type Term = readonly [text: string, value: (setting: Setting) => number];
const leaves: readonly Term[] = [
  ["A", ({ A }) => A],
  ["B", ({ B }) => B],
  ["3", () => 3],
  ["16", () => 16],
];
const sums: Record<string, (a: number, b: number) => number> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => Math.trunc(a / b),
  "%": (a, b) => a % b,
};
const comparisons: Record<string, (a: number, b: number) => boolean> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
};

it("a constraint means what JavaScript computes, with quotients cut to whole numbers and nothing met by a division by zero", () => {
  const draw = draws(2, "constraints");
  const pick = <T>(of: readonly T[]): T => of[Math.floor(draw() * of.length)]!;
  const term = (depth: number): Term => {
    if (depth === 0) return pick(leaves);
    const [[left, a], [right, b], operator] = [term(depth - 1), term(depth - 1), pick(Object.keys(sums))];
    return [`(${left}) ${operator} (${right})`, (setting) => sums[operator]!(a(setting), b(setting))];
  };
  for (let at = 0; at < CASES; at++) {
    const [[left, a], [right, b], operator] = [term(2), term(2), pick(Object.keys(comparisons))];
    const setting = { A: 1 + Math.floor(draw() * 64), B: 1 + Math.floor(draw() * 64) };
    const values = [a(setting), b(setting)] as const;
    const meets = values.every(Number.isFinite) && comparisons[operator]!(...values);
    const text = `${left} ${operator} ${right}`;
    expect([text, setting, constraintOf(text, ["A", "B"])(setting)]).toEqual([text, setting, meets]);
  }
});
