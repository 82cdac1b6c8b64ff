/** Typical mistakes of new users, and their error messages. */
import { expect, it } from "@jest/globals";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch, start } from "../support/command.ts";

const said = async (...args: string[]): Promise<[number | undefined, string]> => {
  const cwd = scratch();
  mkdirSync(join(cwd, "folder"));
  mkdirSync(join(cwd, "a run"));
  writeFileSync(join(cwd, "a run", "run.json"), "{}");
  writeFileSync(join(cwd, "file"), "");
  const { exitCode, stderr } = await start(args, { cwd });
  return [exitCode, stderr];
};

it.each(["optmize task.py", "optmize --attempts 3"])("a mistyped command is not taken for a task: %s", async (line) => {
  expect(await said(...line.split(" "))).toEqual([2, expect.stringMatching(/no command and no task file optmize; the commands are optimize, evaluate, .*\n/)]);
});

it("a folder is refused as a task", async () => {
  expect(await said("folder")).toEqual([1, expect.stringContaining("folder is a folder, and a task is one file")]);
});

it("options of a patch are refused without --format patch", async () => {
  expect(await said("export", "run", "--class", "Norm")).toEqual([1, expect.stringContaining("add --format patch, or leave them out")]);
});

it.each(["file/run", "file"])("a file in place of a folder gives a user error, not a bug report: --out %s", async (out) => {
  expect(await said("optimize", "--target", "cpu", "--out", out)).toEqual([1, expect.stringMatching(/file.* cannot be used: a file is in the way\n {2}-> /)]);
});

it.each([
  ["export run -o folder", "folder cannot be written: a folder is in the way\n  -> name a file with -o"],
  ["export run --format folder -o file", "file cannot be written: a file is in the way\n  -> name a folder with -o"],
  ["tune task.py kernel -o file", "file cannot be written: a file is in the way\n  -> name a folder with -o"],
])("what is in the way of an output is told before anything is judged: %s", async (line, problem) => {
  expect(await said(...line.split(" "))).toEqual([1, expect.stringContaining(problem)]);
});

it("the suggested resume command is quoted for the shell", async () => {
  expect(await said("optimize", "--target", "cpu", "--out", "a run")).toEqual([
    1,
    expect.stringContaining("go on with it: npx kernelwright resume 'a run'; or choose another --out"),
  ]);
});
