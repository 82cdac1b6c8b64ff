import { outputOf } from "./process.ts";

/** Whether the judge's host has a GPU; a remote worker is taken to have one. */
export async function hasGpu(worker: string | undefined): Promise<boolean> {
  return worker ? true : (await outputOf(["nvidia-smi", "-L"])) !== undefined;
}
