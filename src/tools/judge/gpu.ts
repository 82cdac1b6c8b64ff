import { existsSync } from "node:fs";
import { UserError } from "../../domain/errors.ts";
import type { Target } from "../../domain/task.ts";
import { parseWorker } from "../../domain/worker-spec.ts";
import { outputOf } from "../system/process.ts";

/** Device files of NVIDIA's driver, in Linux, on Jetson and in WSL. They show a GPU where nvidia-smi is missing, as in some containers. */
const DEVICES = ["/dev/nvidia0", "/dev/nvidiactl", "/dev/nvhost-gpu", "/dev/dxg"];

/** Whether the judge's host has a GPU. A remote worker is assumed to have one. */
export async function hasGpu(worker: string | undefined): Promise<boolean> {
  return parseWorker(worker ?? "").kind !== "here" ? true : (await outputOf(["nvidia-smi", "-L"])) !== undefined;
}

/** Throws UserError where the judge's host surely lacks the GPU of the target. `isFound` is what `hasGpu` said. */
export function expectGpu(target: Target, isFound: boolean): void {
  if (target === "cpu" || isFound || DEVICES.some((path) => existsSync(path))) return;
  throw new UserError("--target cuda needs an NVIDIA GPU, and this machine has none", "use --target cpu, or a host with a GPU: --worker (docs/workers.md)");
}
