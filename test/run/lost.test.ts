/** The files after a kill between two writes, and the recovery from it. */
import { expect, it } from "@jest/globals";
import { appendFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ModelSettings } from "../../src/domain/settings.ts";
import { openLedger } from "../../src/run/ledger.ts";
import { forkRun } from "../../src/run/fork.ts";
import { lockRun } from "../../src/run/lock.ts";
import { openRun, repliesOf } from "../../src/run/run-folder.ts";
import { writeWhole } from "../../src/tools/system/files.ts";
import { FileStore } from "../../src/tools/storage/file-store.ts";
import { createBlockRecord } from "../../src/tools/storage/block-record.ts";
import { createReplies, exchangesOf } from "../../src/tools/model/reply-cache.ts";
import { scratch } from "../support/command.ts";
import { requestFor } from "../support/request.ts";
import { makeRun } from "../support/run.ts";

it("an event after a line that a kill cut in half is whole, and the half line alone is lost", () => {
  const path = makeRun("beam", "http://127.0.0.1:9/v1");
  const feedback = (text: string) => ({ type: "human_feedback", feedback: { kind: "note", on: "r1b1", text } }) as const;
  openRun(path).emit(feedback("first"));
  appendFileSync(join(path, "events.jsonl"), '{"type":"human_feed');
  const again = openRun(path);
  again.emit(feedback("second"));
  expect(
    openRun(path)
      .tree.feedback()
      .map((one) => one.text),
  ).toEqual(["first", "second"]);
  expect(again.lost()).toEqual({ damaged: [2], foreign: [] });
});

it("a reply that a kill cut off between its charge and its file is asked for again, and both calls are charged", async () => {
  const run = openRun(makeRun("beam", "http://127.0.0.1:9/v1"));
  const settings = ModelSettings.parse({ name: "scripted", source: "live" });
  const endpoint = async () => ({ text: "{}", flaw: null, inputTokens: 100, outputTokens: 10, counted: true, model: "scripted" });
  const ask = async () => await createReplies(endpoint, run, settings, openLedger(run, run.about.settings.limits)).to(requestFor({}));
  writeFileSync(run.file("replies"), "in the way"); // the reply cannot be written
  await expect(ask()).rejects.toThrow();
  rmSync(run.file("replies"));
  await ask();
  await ask(); // from disk
  const charges = run.events().filter((one) => one.type === "charged");
  expect(charges.map((one) => one.charge.inputTokens)).toEqual([100, 100]);
});

it("what a kill has left of a reply is not exported, shown or forked, and goes with the next lock", () => {
  const run = openRun(makeRun("beam", "http://127.0.0.1:9/v1"));
  const said = { role: "coder", about: "-", childIndex: 0, turn: 0, model: "m", inputTokens: 1, outputTokens: 1, seconds: 1, prompt: run.put("p"), text: "t" };
  const [reply, part] = ["r0b1.coder.0.json", "r0b1.coder.1.json.4711.0.part"];
  writeWhole(run.file(`replies/${reply}`), JSON.stringify(said));
  writeFileSync(run.file(`replies/${part}`), '{"role":"co');
  expect(repliesOf(run).map((one) => JSON.parse(one))).toEqual([{ call: "r0b1.coder", ...said }]);
  expect(exchangesOf(run)("r0b1")).toEqual([{ call: "coder.0", prompt: "p", reply: "t" }]);
  const fork = forkRun(run, join(scratch(), "fork"), { round: 0, attempts: 3, hint: "" });
  expect(readdirSync(join(fork, "replies"))).toEqual([reply]);
  lockRun(run)();
  expect(readdirSync(run.file("replies"))).toEqual([reply]);
});

it("two runs that keep one record of blocks at the same time both find all outcomes", async () => {
  const folder = scratch();
  const outcome = (block: string) => ({ block, wins: 1, losses: 0 });
  const runs = [createBlockRecord(() => FileStore.open(folder)), createBlockRecord(() => FileStore.open(folder))];
  await Promise.all(runs.map(async (one) => await one.recall())); // both have read the empty folder
  await Promise.all(runs.flatMap((one, at) => ["a", "b"].map(async (block) => await one.note(`run${at}`, outcome(block)))));
  const known = await createBlockRecord(() => FileStore.open(folder)).recall();
  expect(known.map((one) => one.block).toSorted()).toEqual(["a", "a", "b", "b"]);
});
