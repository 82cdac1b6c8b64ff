/**
 * `npm run bench:scale`: ten thousand attempts through the real graph, with its checkpoints, event log and files, over a model
 * and a judge that answer at once. What is left is what the program itself costs. Prints a table; `-- --attempts N --strategy S
 * --async` change what is run.
 */
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { RunEvent } from "../../src/domain/run-record.ts";
import { Policy, Settings, StrategyName } from "../../src/domain/settings.ts";
import { strategies } from "../../src/domain/strategy.ts";
import { searchGraph } from "../../src/graph/search.ts";
import { createToolbox, readTask } from "../../src/services.ts";
import { createRun } from "../../src/tools/run-folder.ts";
import { instantDoors } from "../../test/support/instant.ts";

const { values } = parseArgs({
  options: { attempts: { type: "string", default: "10000" }, strategy: { type: "string", default: "beam" }, async: { type: "boolean", default: false } },
});
const attempts = Number(values.attempts);
const strategy = StrategyName.parse(values.strategy);
const folder = mkdtempSync(join(tmpdir(), "kernelwright-scale-"));

interface Sample {
  attempts: number;
  seconds: number;
  cpuSeconds: number;
  heapMB: number;
  databaseMB: number;
}
const samples: Sample[] = [];
const begun = performance.now();
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
const seen = new Set<string>();

function sample(): void {
  globalThis.gc?.();
  const databaseMB = (sizeOf(join(run, "checkpoints.db")) + sizeOf(join(run, "checkpoints.db-wal"))) / 1e6;
  const { user, system } = process.cpuUsage();
  const seconds = (performance.now() - begun) / 1000;
  samples.push({ attempts: seen.size, seconds, cpuSeconds: (user + system) / 1e6, heapMB: process.memoryUsage().heapUsed / 1e6, databaseMB });
}

const settings = Settings.parse({
  taskFile: join(import.meta.dirname, "..", "tasks", "row_softmax.py"),
  target: "cpu",
  language: "cpp",
  model: { name: "instant", source: "live" },
  policy: Policy.parse({ ...strategies[strategy].set, strategy, attempts, async: values.async, earlyStop: false }),
});
const run = createRun(join(folder, "run"), settings, readTask(settings.taskFile), "bench:scale");
const listen = (event: RunEvent): void => {
  if (event.type === "attempted" && event.attempt.role !== "reference") seen.add(event.attempt.id);
  if (event.type === "stopped" || (event.type === "selected" && seen.size >= (samples.length * attempts) / 10)) sample();
};
const toolbox = createToolbox([listen], folder, "", instantDoors(attempts));
const graph = searchGraph(toolbox).compile({ checkpointer: SqliteSaver.fromConnString(join(run, "checkpoints.db")) });
const result = await graph.invoke({ run }, { configurable: { thread_id: "scale" }, durability: "sync", recursionLimit: 20 + 4 * attempts });
const afterwards = (performance.now() - begun) / 1000 - samples.at(-1)!.seconds;
await toolbox.close();

console.log(
  `${strategy}${values.async ? " --async" : ""}: ${seen.size} attempts, winner ${result.winner}; promotion and report took ${afterwards.toFixed(1)} s\n`,
);
console.log("| attempts | ms per attempt since the row above | of them CPU | heap after collection, MB | checkpoints, MB |\n| --- | --- | --- | --- | --- |");
for (const [index, one] of samples.entries()) {
  const before = samples[index - 1];
  const each = (key: "seconds" | "cpuSeconds"): string => (before ? (((one[key] - before[key]) * 1000) / (one.attempts - before.attempts)).toFixed(1) : "-");
  console.log(`| ${one.attempts} | ${each("seconds")} | ${each("cpuSeconds")} | ${one.heapMB.toFixed(0)} | ${one.databaseMB.toFixed(1)} |`);
}
rmSync(folder, { recursive: true });
if (seen.size < attempts) {
  console.error(`the search ended after ${seen.size} of ${attempts} attempts: ${result.ending?.detail ?? "nothing is left to grow"}`);
  process.exitCode = 1;
}
