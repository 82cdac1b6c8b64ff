/** Computes a kernel's occupancy and its limiting resource from the launch parameters. */
import type { Launch } from "../../domain/counters.ts";
import type { Gpu } from "../../domain/hardware.ts";

export interface Occupancy {
  /** resident warps divided by the multiprocessor's maximum, 0 to 1 */
  readonly share: number;
  readonly limitedBy: "registers" | "shared memory" | "block size" | "nothing";
}

const WARP = 32;
const REGISTERS = 65_536;
/** The allocation unit of registers per warp. */
const REGISTER_STEP = 256;
/** Bytes of shared memory that the system reserves per block. */
const RESERVED_BYTES = 1024;
/** Warps and blocks that a multiprocessor holds (CUDA C++ Programming Guide, technical specifications by compute capability). */
const most: Record<string, { warps: number; blocks: number }> = {
  "7.5": { warps: 32, blocks: 16 },
  "8.6": { warps: 48, blocks: 16 },
  "8.7": { warps: 48, blocks: 16 },
  "8.9": { warps: 48, blocks: 24 },
  "12.0": { warps: 48, blocks: 24 },
  "12.1": { warps: 48, blocks: 24 },
};
const usual = { warps: 64, blocks: 32 };

/** The occupancy that a launch allows on a GPU. */
export function occupancyOf({ threads, registers, sharedBytes }: Launch, { capability, sharedBytesPerBlock }: Gpu): Occupancy {
  const { warps, blocks } = most[capability] ?? usual;
  const perBlock = Math.ceil(threads / WARP);
  const perWarp = Math.ceil((registers * WARP) / REGISTER_STEP) * REGISTER_STEP;
  const fitting = {
    registers: Math.floor(Math.floor(REGISTERS / Math.max(perWarp, 1)) / perBlock),
    "shared memory": Math.floor((sharedBytesPerBlock + RESERVED_BYTES) / (sharedBytes + RESERVED_BYTES)),
    "block size": Math.min(blocks, Math.floor(warps / perBlock)),
  };
  const resident = Math.min(...Object.values(fitting));
  const share = (resident * perBlock) / warps;
  if (share >= 1) return { share, limitedBy: "nothing" };
  const limitedBy = (["registers", "shared memory", "block size"] as const).find((name) => fitting[name] === resident)!;
  return { share, limitedBy };
}
