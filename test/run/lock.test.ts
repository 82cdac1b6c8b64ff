/** The lock of a run, against other processes. */
import { afterAll, expect, it } from "@jest/globals";
import { execa } from "execa";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isLocked, lockRun } from "../../src/run/lock.ts";
import { removeScratch, scratch } from "../support/command.ts";
import { until } from "../support/until.ts";

afterAll(removeScratch);

const folderOf = () => {
  const folder = scratch();
  return { folder, file: (name: string) => join(folder, name) };
};
/** A process id that nobody has any more. */
const ended = async (): Promise<number> => (await execa("sh", ["-c", "echo $$"]).then(({ stdout }) => Number(stdout))) || 0;

it("is released again, and leaves no other file", () => {
  const run = folderOf();
  const release = lockRun(run);
  expect(readdirSync(run.folder)).toEqual(["lock"]);
  expect(readFileSync(run.file("lock"), "utf8")).toBe(String(process.pid));
  release();
  expect(readdirSync(run.folder)).toEqual([]);
});

it("of another user's process holds, although no signal can reach it", () => {
  const run = folderOf();
  writeFileSync(run.file("lock"), "1"); // init: EPERM for a user, allowed for root; alive in either case
  expect(isLocked(run)).toBe(true);
  expect(() => lockRun(run)).toThrow(/process 1 works on this run already/);
  expect(readFileSync(run.file("lock"), "utf8")).toBe("1");
});

it("of an ended process is taken over, and the new one is released by its owner only", async () => {
  const run = folderOf();
  writeFileSync(run.file("lock"), String(await ended()));
  expect(isLocked(run)).toBe(false);
  const release = lockRun(run);
  writeFileSync(run.file("lock"), "1");
  release();
  expect(existsSync(run.file("lock"))).toBe(true);
});

it("whose takeover was killed names the file to remove", async () => {
  const run = folderOf();
  const killed = await ended();
  for (const name of ["lock", "lock.clearing"]) writeFileSync(run.file(name), String(killed));
  expect(() => lockRun(run)).toThrow(`process ${killed} was killed while it took this run over`);
  expect(readdirSync(run.folder).toSorted()).toEqual(["lock", "lock.clearing"]);
});

it("is taken by exactly one of many processes, over the lock of an ended one", async () => {
  const run = folderOf();
  writeFileSync(run.file("lock"), String(await ended()));
  const lock = join(import.meta.dirname, "../../src/run/lock.ts");
  const go = run.file("go");
  const program = `
    import { existsSync } from "node:fs";
    import { lockRun } from ${JSON.stringify(lock)};
    console.log("ready");
    while (!existsSync(${JSON.stringify(go)})) await new Promise((resolve) => setTimeout(resolve, 1));
    try { lockRun({ file: (name) => ${JSON.stringify(run.folder)} + "/" + name }); console.log("held"); } catch (error) { console.log(error.name === "UserError" ? error.name : "Error: " + error.stack); }
    process.stdin.resume();`; // whoever holds it lives until all have asked
  const asking = Array.from({ length: 6 }, () => ({ said: "", child: execa(process.execPath, ["--input-type=module", "-e", program], { reject: false }) }));
  for (const one of asking) one.child.stdout.on("data", (text: Buffer) => (one.said += text.toString()));
  await until(() => asking.every(({ said }) => said.startsWith("ready")));
  writeFileSync(go, "");
  await until(() => asking.every(({ said }) => /held|Error/.test(said)));
  const answers = asking.map(({ said }) => said.trim().split("\n")[1]);
  expect([answers.filter((one) => one === "held").length, answers.filter((one) => one === "UserError").length]).toEqual([1, 5]);
  await Promise.all(asking.map(async ({ child }) => (child.stdin.end(), child)));
});
