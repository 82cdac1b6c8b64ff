/** Refusals of the host, from real errors of Node and SQLite. */
import { expect, it } from "@jest/globals";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { appendLine, expectPlace, makeFolder } from "../../../src/tools/system/files.ts";
import { hostTrouble, spaceRemedy } from "../../../src/tools/system/host-trouble.ts";
import { scratch } from "../../support/command.ts";

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

it("a full disk stops the work, wherever it occurs", () => {
  const db = new DatabaseSync(":memory:");
  db.exec("PRAGMA max_page_count = 2");
  const bySqlite = thrownBy(() => db.exec("create table t(x); insert into t values(zeroblob(100000))"));
  expect(hostTrouble(bySqlite, "a checkpoint")).toMatchObject({ name: "Interrupted", message: "the disk is full: a checkpoint could not be written" });
  expect(hostTrouble(new AggregateError([new Error("other"), bySqlite]))).toMatchObject({ name: "Interrupted" });
  expect(thrownBy(() => appendLine("/dev/full", "x"))).toMatchObject({ name: "Interrupted", message: "the disk is full: /dev/full could not be written" });
});

it("a folder that the file system refuses is a user error with its name", () => {
  const missing = join(scratch(), "missing", "run"); // the code with which Node refuses to make folders on a read-only disk
  expect(hostTrouble(thrownBy(() => mkdirSync(missing)))).toMatchObject({
    name: "Interrupted",
    message: `${missing} cannot be made: its file system is read-only or takes no folders`,
  });
  expect(hostTrouble(thrownBy(() => makeFolder("/proc/run/one")))?.message).toBe("/proc/run cannot be made: its file system is read-only or takes no folders");
  const file = join(scratch(), "file");
  writeFileSync(file, "");
  expect(hostTrouble(thrownBy(() => mkdirSync(join(file, "folder"))))).toMatchObject({
    name: "UserError",
    message: expect.stringContaining("a file is in the way"),
  });
});

it("an error without a system error code is unchanged", () => {
  expect([hostTrouble(new TypeError("x is undefined")), hostTrouble(undefined), hostTrouble(Object.assign(new Error("gone"), { code: "ENOENT" }))]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it("an output path is checked before it is written", () => {
  const folder = scratch();
  expect(() => expectPlace(join(folder, "missing", "x.py"), "file")).toThrow(/there is no folder .*missing/);
  expectPlace(join(folder, "x.py"), "file");
});

it("a program that ran out of space suggests another folder", () => {
  expect(spaceRemedy("OSError: [Errno 28] No space left on device: '/tmp/kernelwright-x'")).toContain("TMPDIR");
  expect(spaceRemedy("ModuleNotFoundError: No module named 'torch'")).toBeNull();
});
