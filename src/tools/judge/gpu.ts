import { parseWorker } from "../../domain/worker-spec.ts";
import { outputOf } from "../system/process.ts";

/** Whether the judge's host has a GPU. A remote worker is assumed to have one. */
export async function hasGpu(worker: string | undefined): Promise<boolean> {
  return parseWorker(worker ?? "").kind !== "here" ? true : (await outputOf(["nvidia-smi", "-L"])) !== undefined;
}
