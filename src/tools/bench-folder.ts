/**
 * A bench's folder: bench.json (what it is to do), a folder per variant that holds a run's folder per task, and the
 * results: results.json, results.md, results.html.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { BenchPlan, BenchResults } from "../domain/bench.ts";
import { UserError } from "../domain/errors.ts";
import { kernelwright } from "../domain/shell.ts";
import { jsonOf } from "../domain/json.ts";
import { readIfThere, writeWhole } from "./files.ts";

/** Writes down what a bench is to do. */
export function writePlan(folder: string, plan: BenchPlan): void {
  writeWhole(join(folder, "bench.json"), `${JSON.stringify(plan, null, 2)}\n`);
}

/** Throws UserError where the folder holds a bench already. */
export function refuseBench(folder: string): void {
  if (existsSync(join(folder, "bench.json")))
    throw new UserError(`${resolve(folder)} already holds a bench`, `go on with it: ${kernelwright("bench", "resume", folder)}; or choose another --out`);
}

/** The plan in a folder. Throws UserError where there is none, or none that this release reads. */
export function readPlan(folder: string): BenchPlan {
  const text = readIfThere(join(folder, "bench.json"));
  if (text === undefined) throw new UserError(`${resolve(folder)} is no bench: it has no bench.json`, "name the folder that bench printed");
  const plan = BenchPlan.safeParse(jsonOf(text));
  if (!plan.success) throw new UserError(`${join(folder, "bench.json")} cannot be read: it is damaged, or of another release`, "start the bench again");
  return plan.data;
}

/** The folders of runs under `folder`, itself included, down to two levels. */
export function runsUnder(folder: string, depth = 2): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UserError(`there is no folder ${resolve(folder)}`, "name the folder of a bench, or of runs");
  if (existsSync(join(folder, "run.json"))) return [folder];
  const below = depth > 0 ? readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory()) : [];
  return below
    .map(({ name }) => name)
    .toSorted()
    .flatMap((name) => runsUnder(join(folder, name), depth - 1));
}

/** Results from a JSON file, or from the bench's folder that holds one. Throws UserError where there are none. */
export function readResults(path: string): BenchResults {
  const file = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, "results.json") : path;
  const text = readIfThere(file);
  if (text === undefined)
    throw new UserError(`there are no results at ${file}`, "name a bench's results.json or its folder; npx kernelwright bench report writes them");
  const results = BenchResults.safeParse(jsonOf(text));
  if (!results.success)
    throw new UserError(`${file} holds no results of a bench that this release reads`, "write them again with: npx kernelwright bench report");
  return results.data;
}
