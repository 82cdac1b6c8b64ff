/**
 * `npm run bench:scale`: measures the program's own cost. It runs ten thousand attempts through the real graph with checkpoints, event log and
 * files. Model and judge answer at once. Prints a table.
 *
 * Options: --attempts N, --strategy S, --async. On a shared machine CPU time varies. Therefore the bench also times a fixed piece of work. The
 * last column is the CPU time per attempt divided by the time of this work.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunEvent } from "../../src/run/events.ts";
import { Policy, Settings, StrategyName } from "../../src/domain/settings.ts";
import { strategies } from "../../src/search/selection/strategies.ts";
import { searchGraph } from "../../src/graph/search.ts";
import { createToolbox } from "../../src/config/services.ts";
import { SqliteSaver } from "../../src/tools/storage/sqlite-saver.ts";
import { readTask } from "../../src/tools/tasks/task-file.ts";
import { createRun } from "../../src/run/run-file.ts";
import { instantOverrides } from "../../test/support/instant.ts";
import { argumentsIn } from "../arguments.ts";

const { values } = argumentsIn({
  options: { attempts: { type: "string", default: "10000" }, strategy: { type: "string", default: "beam" }, async: { type: "boolean", default: false } },
});
const attempts = Number(values.attempts);
const strategy = StrategyName.parse(values.strategy);
const folder = mkdtempSync(join(tmpdir(), "kernelwright-scale-"));

interface Sample {
  attempts: number;
  seconds: number;
  cpuSeconds: number;
  /** mean CPU time of the fixed piece of work since the sample before */
  yardstickSeconds: number;
  heapMB: number;
  databaseMB: number;
}
const samples: Sample[] = [];
const begun = performance.now();
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
const seen = new Set<string>();

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const work = JSON.stringify(Array.from({ length: 1000 }, (_, at) => ({ id: `r${at}b1`, parent: `r${at - 1}b1`, plan: "write the next variant of the loop" })));
const yardsticks: number[] = [];
let measuring = 0;
function measure(): void {
  const before = cpuSeconds();
  JSON.stringify(JSON.parse(work));
  const took = cpuSeconds() - before;
  measuring += took;
  yardsticks.push(took);
}

function sample(): void {
  globalThis.gc?.();
  measure();
  const databaseMB = (sizeOf(join(run, "checkpoints.db")) + sizeOf(join(run, "checkpoints.db-wal"))) / 1e6;
  const seconds = (performance.now() - begun) / 1000 - measuring;
  const yardstickSeconds = yardsticks.reduce((sum, one) => sum + one, 0) / yardsticks.length;
  yardsticks.length = 0;
  samples.push({
    attempts: seen.size,
    seconds,
    cpuSeconds: cpuSeconds() - measuring,
    yardstickSeconds,
    heapMB: process.memoryUsage().heapUsed / 1e6,
    databaseMB,
  });
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
  if (event.type === "selected" && event.round % 10 === 0) measure();
  if (event.type === "stopped" || (event.type === "selected" && seen.size >= (samples.length * attempts) / 10)) sample();
};
const toolbox = createToolbox([listen], folder, "", instantOverrides(attempts));
const graph = searchGraph(toolbox).compile({ checkpointer: new SqliteSaver(join(run, "checkpoints.db")) });
const result = await graph.invoke({ run }, { configurable: { thread_id: "scale" }, durability: "sync", recursionLimit: 20 + 4 * attempts });
const afterwards = (performance.now() - begun) / 1000 - samples.at(-1)!.seconds;
await toolbox.close();

console.log(
  `${strategy}${values.async ? " --async" : ""}: ${seen.size} attempts, winner ${result.winner}; promotion and report took ${afterwards.toFixed(1)} s\n`,
);
console.log(
  "| attempts | ms per attempt since the row above | of them CPU | CPU in yardsticks | heap after collection, MB | checkpoints, MB |\n| --- | --- | --- | --- | --- | --- |",
);
for (const [index, one] of samples.entries()) {
  const before = samples[index - 1];
  const each = (key: "seconds" | "cpuSeconds"): string => (before ? (((one[key] - before[key]) * 1000) / (one.attempts - before.attempts)).toFixed(1) : "-");
  const relative = before ? (Number(each("cpuSeconds")) / (one.yardstickSeconds * 1000)).toFixed(1) : "-";
  console.log(`| ${one.attempts} | ${each("seconds")} | ${each("cpuSeconds")} | ${relative} | ${one.heapMB.toFixed(0)} | ${one.databaseMB.toFixed(1)} |`);
}
rmSync(folder, { recursive: true });
if (seen.size < attempts) {
  console.error(`the search ended after ${seen.size} of ${attempts} attempts: ${result.ending?.detail ?? "no attempt is left to expand"}`);
  process.exitCode = 1;
}
