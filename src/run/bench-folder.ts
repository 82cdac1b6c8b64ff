/** A bench's folder. It holds the plan (bench.json), a folder per variant with a run per task, and the results as JSON, Markdown and HTML. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { z } from "zod";
import { BenchPlan, BenchResults } from "../domain/bench.ts";
import { UserError } from "../domain/errors.ts";
import { kernelwright } from "../lib/shell.ts";
import { upgradeResults } from "./upgrade.ts";
import { jsonOf } from "../lib/json.ts";
import { readIfThere, writeWhole } from "../tools/system/files.ts";

/** Writes the plan of a bench. */
export function writePlan(folder: string, plan: z.input<typeof BenchPlan>): void {
  writeWhole(join(folder, "bench.json"), `${JSON.stringify(plan, null, 2)}\n`);
}

/** Throws UserError if the folder already holds a bench. */
export function refuseBench(folder: string): void {
  if (existsSync(join(folder, "bench.json")))
    throw new UserError(`${resolve(folder)} already holds a bench`, `go on with it: ${kernelwright("bench", "resume", folder)}; or choose another --out`);
}

/** The plan in a folder. Throws UserError if it is missing, or if this release cannot read it. */
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

/** Results from a JSON file, or from a bench's folder. Throws UserError if they are missing. */
export function readResults(path: string): BenchResults {
  const file = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, "results.json") : path;
  const text = readIfThere(file);
  if (text === undefined)
    throw new UserError(`there are no results at ${file}`, "name a bench's results.json or its folder; npx kernelwright bench report writes them");
  const results = BenchResults.safeParse(upgradeResults(jsonOf(text)));
  if (!results.success)
    throw new UserError(`${file} holds no results of a bench that this release reads`, "write them again with: npx kernelwright bench report");
  return results.data;
}
