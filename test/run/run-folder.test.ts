import { expect, it } from "@jest/globals";
import { execa } from "execa";
import { mkdirSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { openRun } from "../../src/run/run-folder.ts";
import { scratch } from "../support/command.ts";
import { eventsOf, makeRun } from "../support/run.ts";

it("human feedback that a node repeats after a kill is logged once", () => {
  const path = makeRun("beam", "http://127.0.0.1:9/v1");
  const rule = { kind: "rule", on: "r1b1", text: "no atomics" } as const;
  openRun(path).emit({ type: "human_feedback", feedback: rule });
  const again = openRun(path); // after the kill
  again.emit({ type: "human_feedback", feedback: rule });
  again.emit({ type: "human_feedback", feedback: { ...rule, on: "r1b2" } });
  expect(eventsOf(path).map((one) => one.type === "human_feedback" && one.feedback)).toEqual([rule, { ...rule, on: "r1b2" }]);
});

it("a fact whose line could not be written is written later", () => {
  const path = makeRun("beam", "http://127.0.0.1:9/v1");
  const run = openRun(path);
  const stopped = { type: "stopped", reason: "interrupted", detail: "a disk" } as const;
  mkdirSync(join(path, "events.jsonl"));
  expect(() => run.emit(stopped)).toThrow(/events\.jsonl/);
  rmdirSync(join(path, "events.jsonl"));
  run.emit(stopped);
  run.emit(stopped);
  expect(eventsOf(path).map((one) => one.type)).toEqual(["stopped"]);
});

it("a line of the log is synced to the disk before anything relies on it", async () => {
  const folder = scratch();
  const files = join(import.meta.dirname, "../../src/tools/system/files.ts");
  const program = `import { appendLine } from ${JSON.stringify(files)}; appendLine("log", "one");`;
  await execa(process.execPath, ["--trace-event-categories", "node.fs.sync", "--input-type=module", "-e", program], {
    cwd: folder,
    env: { NODE_OPTIONS: "" },
  });
  const { traceEvents } = JSON.parse(readFileSync(join(folder, "node_trace.1.log"), "utf8")) as { traceEvents: { name: string }[] };
  expect(traceEvents.map(({ name }) => name)).toContain("fs.sync.fsync");
});
