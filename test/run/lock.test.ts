/** The lock of a run, against other processes. */
import { expect, it } from "@jest/globals";
import { execa } from "execa";
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { isLocked, lockRun } from "../../src/run/lock.ts";
import { scratch } from "../support/command.ts";
import { until } from "../support/until.ts";

const lock = join(import.meta.dirname, "../../src/run/lock.ts");
const folderOf = () => {
  const folder = scratch();
  return { folder, file: (name: string) => join(folder, name) };
};
const lockIn = (run: ReturnType<typeof folderOf>) => JSON.parse(readFileSync(run.file("lock"), "utf8")) as object;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
/** A process id that nobody has any more. */
const ended = async (): Promise<number> => (await execa("sh", ["-c", "echo $$"]).then(({ stdout }) => Number(stdout))) || 0;

it("is released again, and leaves no other file", () => {
  const run = folderOf();
  const release = lockRun(run);
  expect(readdirSync(run.folder)).toEqual(["lock"]);
  expect(lockIn(run)).toMatchObject({ pid: process.pid, host: hostname() });
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

it.each(["another container", "another host", "an earlier boot of this host"])(
  "of the same process id in %s holds while it shows signs of life, and one minute longer",
  (space) => {
    const run = folderOf();
    const stale = lockRun(run);
    writeFileSync(run.file("lock"), JSON.stringify({ ...lockIn(run), host: "elsewhere", space, token: "theirs" }));
    stale();
    expect(existsSync(run.file("lock"))).toBe(true); // only its owner releases it
    expect(isLocked(run)).toBe(true);
    expect(() => lockRun(run)).toThrow(`process ${process.pid} of elsewhere works on this run already`);
    utimesSync(run.file("lock"), minutesAgo(2), minutesAgo(2));
    expect(isLocked(run)).toBe(false);
    lockRun(run)();
    expect(readdirSync(run.folder)).toEqual([]);
  },
);

it("shows signs of life as long as it is held", async () => {
  const run = folderOf();
  const release = lockRun(run, 10);
  utimesSync(run.file("lock"), minutesAgo(2), minutesAgo(2));
  await until(() => statSync(run.file("lock")).mtimeMs > minutesAgo(1).getTime());
  release();
  expect(readdirSync(run.folder)).toEqual([]);
});

it("of an ended process whose id another process has now is free", () => {
  const run = folderOf();
  lockRun(run);
  const { pid: _, ...mine } = lockIn(run) as { pid: number };
  const ours = { ...mine, pid: process.ppid, token: "theirs" };
  writeFileSync(run.file("lock"), JSON.stringify({ ...ours, started: "1" }));
  expect(isLocked(run)).toBe(false);
  writeFileSync(run.file("lock"), JSON.stringify({ ...ours, started: "" }));
  expect(isLocked(run)).toBe(true);
});

it("that is still being written, or that a kill cut off, holds for a minute", () => {
  const run = folderOf();
  writeFileSync(run.file("lock"), "");
  expect(() => lockRun(run)).toThrow(/another process works on this run already/);
  utimesSync(run.file("lock"), minutesAgo(2), minutesAgo(2));
  lockRun(run)();
});

it("needs no hard links, which some file systems lack", async () => {
  const run = folderOf();
  const library = run.file("no-links.so");
  await execa("cc", ["-shared", "-fPIC", "-o", library, "-x", "c", "-"], {
    input: "#include <errno.h>\nint link(const char *a, const char *b) { errno = EPERM; return -1; }\n",
  });
  const program = `import { lockRun } from ${JSON.stringify(lock)}; lockRun({ file: (name) => ${JSON.stringify(run.folder)} + "/" + name }); console.log("held");`;
  const { stdout } = await execa(process.execPath, ["--input-type=module", "-e", program], { env: { LD_PRELOAD: library, NODE_OPTIONS: "" } });
  expect(stdout).toBe("held");
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
