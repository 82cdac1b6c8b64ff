/** Our saver of checkpoints beside LangGraph's own in memory: the same calls give the same answers. */
import { expect, it } from "@jest/globals";
import type { RunnableConfig } from "@langchain/core/runnables";
import { type BaseCheckpointSaver, type Checkpoint, type CheckpointListOptions, type CheckpointTuple, MemorySaver } from "@langchain/langgraph-checkpoint";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCheckpoints } from "../../../src/tools/storage/checkpoints.ts";
import { SqliteSaver } from "../../../src/tools/storage/sqlite-saver.ts";
import { scratch } from "../../support/command.ts";

const at = (thread_id: string, checkpoint_ns = "", checkpoint_id?: string): RunnableConfig => ({
  configurable: { thread_id, checkpoint_ns, ...(checkpoint_id && { checkpoint_id }) },
});
const checkpoint = (id: string): Checkpoint => ({
  v: 4,
  id,
  ts: "2026-01-01T00:00:00Z",
  channel_values: { list: [1, new Set(["a"])], text: `of ${id}` },
  channel_versions: { list: 1 },
  versions_seen: {},
});

/** Two threads, one of them with a branch's namespace, two checkpoints, and writes that come twice. */
async function fill(saver: BaseCheckpointSaver): Promise<void> {
  const first = await saver.put(at("one"), checkpoint("1"), { source: "input", step: -1, parents: {} }, {});
  await saver.putWrites(
    first,
    [
      ["list", [2]],
      ["text", "x"],
    ],
    "task",
  );
  await saver.putWrites(first, [["list", [3]]], "task"); // a write that is there stays
  await saver.putWrites(first, [["__error__", "first"]], "task");
  await saver.putWrites(first, [["__error__", "second"]], "task"); // an error is replaced
  await saver.put(first, checkpoint("2"), { source: "loop", step: 0, parents: {} }, {});
  await saver.put(at("one", "branch"), checkpoint("3"), { source: "input", step: -1, parents: {} }, {});
  await saver.put(at("two"), checkpoint("4"), { source: "input", step: -1, parents: {} }, {});
}

/** A tuple without what a saver may leave open: the order of writes, and undefined beside missing. */
function plain(tuple: CheckpointTuple) {
  const { config, pendingWrites = [], parentConfig = null } = tuple;
  return { ...tuple, config: config.configurable, parentConfig, pendingWrites: pendingWrites.toSorted((a, b) => a[1].localeCompare(b[1])) };
}

async function answers(saver: BaseCheckpointSaver): Promise<unknown[]> {
  const listed = async (config: RunnableConfig, options?: CheckpointListOptions) => {
    const all = [];
    for await (const tuple of saver.list(config, options)) all.push(plain(tuple));
    return all;
  };
  const one = async (config: RunnableConfig) => {
    const tuple = await saver.getTuple(config);
    return tuple ? plain(tuple) : null;
  };
  return [
    await one(at("one")),
    await one(at("one", "", "1")),
    await one(at("one", "branch")),
    await one(at("nobody")),
    await listed(at("one")),
    await listed(at("one"), { limit: 1 }),
    await listed(at("one"), { before: at("one", "", "2") }),
    await listed(at("one"), { filter: { source: "loop" } }),
    (await listed({ configurable: { thread_id: "one" } })).toSorted((a, b) => a.checkpoint.id.localeCompare(b.checkpoint.id)), // across namespaces
  ];
}

it("answers as LangGraph's saver in memory does, also from a file that is opened again", async () => {
  const file = join(scratch(), "checkpoints.db");
  const [memory, sqlite] = [new MemorySaver(), new SqliteSaver(file)];
  await fill(memory);
  await fill(sqlite);
  const expected = await answers(memory);
  expect(await answers(sqlite)).toEqual(expected);
  sqlite.close();
  const again = new SqliteSaver(file);
  expect(await answers(again)).toEqual(expected);
  for (const saver of [memory, again]) await saver.deleteThread("one");
  expect(await answers(again)).toEqual(await answers(memory));
  expect(await again.getTuple(at("two"))).toBeDefined();
  again.close();
});

it("refuses a config that names nothing, and a file of another kind", async () => {
  const saver = new SqliteSaver(":memory:");
  await expect(saver.getTuple({ configurable: {} })).rejects.toThrow("thread_id");
  await expect(saver.putWrites(at("one"), [], "task")).rejects.toThrow("checkpoint_id");
  const text = join(scratch(), "notes.txt");
  writeFileSync(text, "this is no database, and it is long enough to have a header of one ".repeat(4));
  await expect(openCheckpoints(text)).rejects.toMatchObject({ name: "UserError", message: expect.stringContaining("cannot be used") });
  await expect(openCheckpoints(join(scratch(), "missing", "x.db"))).rejects.toMatchObject({ name: "UserError" });
});
