import { expect, it } from "@jest/globals";
import { planCarriedOut } from "../../evals/langsmith/scores.ts";
import { attempt } from "../support/attempts.ts";

const files = (text: string): string => JSON.stringify({ language: "cpp", files: [{ name: "kernel.cpp", text }] });
const kept: Record<string, string> = {
  parent: files("int a;\nint b;\nint c;\n"),
  inside: files("int a;\nint B;\nint c;\n"),
  outside: files("int a;\nint B;\nint C;\n"),
};
const plan = { strategy: "s", advice: "change b", anchors: [{ file: "kernel.cpp", from: 2, to: 2 }] };
const child = (id: string, source: string) => attempt(id, "r1b1", 20, { source, plan });

it("a plan counts as carried out if only the marked lines changed", () => {
  const tree = [attempt("root", null, 100), attempt("r1b1", "root", 50, { source: "parent", plan })];
  const share = (...more: ReturnType<typeof child>[]) => planCarriedOut({ attempts: [...tree, ...more] }, (hash) => kept[hash]);
  expect(share()).toBeNull();
  expect(share(child("r2b1", "inside"))).toBe(1);
  expect(share(child("r2b1", "outside"))).toBe(0);
  expect(share(child("r2b1", "inside"), child("r2b2", "parent"))).toBe(0.5);
});
