/** Runs a user's script to rank the modules of its model, and to measure the model with kernels. */
import { join } from "node:path";
import { z } from "zod";
import { MeasuredModel, WholeModel } from "../../domain/whole-model.ts";
import { resultOf, type UserScript } from "./capture.ts";

/** Ranks the modules of the script's model. Throws UserError if the script fails or calls no module. */
export async function rankedModel(script: UserScript): Promise<WholeModel> {
  const found = await resultOf("the ranking", join("capture", "rank.py"), [], script, z.object({ model: WholeModel }));
  return found.model;
}

/** Measures the model as it is, with the kernels of the package, and under torch.compile. Throws UserError if it cannot be repeated. */
export async function measuredModel(script: UserScript, { order, call }: WholeModel, kernels: string): Promise<MeasuredModel> {
  const options = ["--order", String(order), "--call", String(call), "--package", kernels];
  const found = await resultOf("the measurement", join("whole", "__main__.py"), options, script, z.object({ measured: MeasuredModel }));
  return found.measured;
}
