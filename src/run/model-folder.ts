/** The folder of a whole model's search: the plan (model.json) beside a bench, the captured tasks, the kernels' package, and the results. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { UserError } from "../domain/errors.ts";
import { ModelPlan } from "../domain/whole-model.ts";
import { jsonOf } from "../lib/json.ts";
import { kernelwright } from "../lib/shell.ts";
import { readIfThere, writeWhole } from "../tools/system/files.ts";

/** Writes the plan. */
export function writeModelPlan(folder: string, plan: ModelPlan): void {
  writeWhole(join(folder, "model.json"), `${JSON.stringify(plan, null, 2)}\n`);
}

/** Whether a start ended between the model's plan and the plan of its bench, which is written last. Nothing was paid for. */
export const isCut = (folder: string): boolean => existsSync(join(folder, "model.json")) && !existsSync(join(folder, "bench.json"));

/** Throws UserError if the folder already holds a model's search. */
export function refuseModel(folder: string): void {
  if (existsSync(join(folder, "model.json")) && !isCut(folder))
    throw new UserError(
      `${resolve(folder)} already holds a model's search`,
      `go on with it: ${kernelwright("model", "resume", folder)}; or choose another --out`,
    );
}

/** The plan in a folder. Throws UserError if it is missing, or if this release cannot read it. */
export function readModelPlan(folder: string): ModelPlan {
  const text = readIfThere(join(folder, "model.json"));
  if (text === undefined) throw new UserError(`${resolve(folder)} is no model's search: it has no model.json`, "name the folder that model printed");
  if (isCut(folder)) throw new UserError(`${resolve(folder)} ended before its searches were planned`, "start the command again, with the same --out");
  const plan = ModelPlan.safeParse(jsonOf(text));
  if (!plan.success) throw new UserError(`${join(folder, "model.json")} cannot be read: it is damaged, or of another release`, "start the command again");
  return plan.data;
}
