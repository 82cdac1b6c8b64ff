import { expect, it } from "@jest/globals";
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { kernelbenchFiles } from "../../../src/tools/tasks/kernelbench.ts";
import { scratch } from "../../support/command.ts";

/** A checkout with twelve tasks in level 2 and one helper, whose list is written as `dataset` has it. */
function checkout(place: string, dataset: string): string {
  const root = scratch();
  const files = [...Array.from({ length: 12 }, (_, at) => `${at + 1}_Task.py`), "23_Zero.py", "helper.py"];
  for (const [path, text] of [...files.map((name) => [`KernelBench/level2/${name}`, ""]), [place, dataset]] as [string, string][]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}
const today = checkout("src/kernelbench/dataset.py", "rep_ids = {\n  1: [1, 3],\n  2: [10, 2, 8],\n  3: [1],\n}");
const numbers = (root: string, subset: string): number[] => kernelbenchFiles(root, 2, subset).map((file) => parseInt(basename(file), 10));

it("the representative subset is the checkout's own, in either of the forms that it had", () => {
  expect(numbers(today, "representative")).toEqual([2, 8, 10]);
  const before = checkout(
    "src/dataset.py",
    'level1_representative_subset = ["9_A.py"]\nlevel2_representative_subset = [\n    "3_Task.py",\n    "11_Task.py",\n]',
  );
  expect(numbers(before, "representative")).toEqual([3, 11]);
});

it("a subset may be numbers and ranges, all of a level, or what KernelBench-Verified keeps", () => {
  expect(numbers(today, "1,3,6-9")).toEqual([1, 3, 6, 7, 8, 9]);
  expect(numbers(today, "all")).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 23]);
  expect(numbers(today, "verified")).not.toContain(23);
});

it("errors name a missing level, task or list", () => {
  expect(() => kernelbenchFiles(today, 7, "all")).toThrow(/no folder KernelBench\/level7/);
  expect(() => numbers(today, "2,99")).toThrow(/has no task 99/);
  expect(() => numbers(today, "first")).toThrow(/is no subset/);
  expect(() => numbers(checkout("src/kernelbench/dataset.py", ""), "representative")).toThrow(/lists no representative subset of level 2/);
});
