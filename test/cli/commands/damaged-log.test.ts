/** Runs whose event log has lost lines: every command that reads it says so, and none calls it a bug. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { affineAgents } from "../../support/affine.ts";
import { scratch, start } from "../../support/command.ts";
import { gated } from "../../support/gated.ts";
import { type ModelServer, startModelServer } from "../../support/model-server.ts";
import { makeRun } from "../../support/run.ts";
import { until } from "../../support/until.ts";

let server: ModelServer;
let whole: string;
beforeAll(async () => {
  server = await startModelServer(affineAgents());
  whole = makeRun("beam", server.url, { attempts: 4 });
  await start(["resume", whole], { endpoint: server.url });
});
afterAll(async () => {
  await server.close();
});

const lineOf = (log: string, part: string): number => log.split("\n").findIndex((line) => line.includes(part)) + 1;

/** Copies the run and cuts the line that contains `part` in the middle. Returns the copy and the line's number. */
function damaged(part: string): { run: string; line: number } {
  const run = join(scratch(), "run");
  cpSync(whole, run, { recursive: true });
  const log = readFileSync(join(run, "events.jsonl"), "utf8");
  const line = lineOf(log, part);
  const lines = log.split("\n").map((text, at) => (at + 1 === line ? text.slice(0, 40) : text));
  writeFileSync(join(run, "events.jsonl"), lines.join("\n"));
  return { run, line };
}

const REPLY = '"type":"charged"';

it.each([
  ["list", (run: string) => ["list", "--runs", dirname(run)], 0],
  ["report", (run: string) => ["report", run], 0],
  ["inspect", (run: string) => ["inspect", run, "r1b1"], 0],
  ["compare", (run: string) => ["compare", run, run], 0],
  ["resume", (run: string) => ["resume", run], null],
  ["fork", (run: string) => ["fork", run, "--round", "1", "--attempts", "1"], null],
  ["export", (run: string) => ["export", run, "--attempt", "r9b9"], 1],
])("%s names the line that cannot be read", async (_, args, code) => {
  const { run, line } = damaged(REPLY);
  const { all, stderr, exitCode } = await start(args(run), { endpoint: server.url });
  expect(stderr).toContain(`events.jsonl: 1 line cannot be read (line ${line}): a kill or a full disk cut it`);
  expect(all).not.toContain("this is a bug");
  expect(code ?? [0, 3]).toEqual(code === null ? expect.arrayContaining([exitCode]) : exitCode);
});

it.each(["fork", "resume"])("%s refuses to continue if a lost attempt has children, and explains why", async (command) => {
  const { run, line } = damaged('"id":"root"');
  const log = join(run, "events.jsonl");
  if (command === "resume") writeFileSync(log, readFileSync(log, "utf8").replace(/.*"type":"finished".*\n/, ""));
  const { exitCode, all } = await start([command, run], { endpoint: server.url });
  expect([exitCode, all]).toEqual([1, expect.stringContaining(`cannot go on: its events.jsonl lost root, which the search needs (unreadable lines: ${line})`)]);
});

it("resume refuses to continue if the log lacks attempts that the checkpoint names, as after a power cut", async () => {
  const run = makeRun("beam", server.url, { attempts: 8 });
  const judge = gated();
  const child = start(["resume", run], { endpoint: server.url, env: judge.env });
  await until(() => judge.asked() >= 1);
  judge.open();
  await until(() => /"round":2,"expansions"[^]*"type":"charged"/.test(readFileSync(join(run, "events.jsonl"), "utf8"))); // its checkpoint is written
  child.kill("SIGKILL");
  await child;
  const log = readFileSync(join(run, "events.jsonl"), "utf8").split("\n");
  const lost = log.findIndex((line) => line.includes('"id":"r1b'));
  writeFileSync(join(run, "events.jsonl"), `${log.slice(0, lost).join("\n")}\n`);
  const { exitCode, all } = await start(["resume", run], { endpoint: server.url });
  expect([exitCode, all]).toEqual([
    1,
    expect.stringMatching(/cannot go on: its events\.jsonl lost r1b\d.*, which the search needs \(unreadable lines: none\)/),
  ]);
  expect(all).not.toMatch(/this is a bug|\n\s+at /);
});

it("a damaged first line is named", async () => {
  const { run } = damaged('"type":"started"');
  const { exitCode, all } = await start(["report", run]);
  expect([exitCode, all]).toEqual([1, expect.stringContaining("the first line of its events.jsonl is damaged")]);
});
