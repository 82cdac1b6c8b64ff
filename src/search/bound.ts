/** Which class of limit a passing kernel runs into: moving bytes, computing, waiting, or launching. */
import type { Launch } from "../domain/counters.ts";
import type { Gpu } from "../domain/host.ts";
import { type CompiledKernel, type Diagnosis, floorUnder, type KernelRow, type Profile } from "../domain/profile.ts";
import { occupancyOf } from "./occupancy.ts";

/** At this share of a floor or of a unit's peak, and above, that is what the time goes into. */
const BUSY = 0.6;
/** A call this short is dominated by launching it. */
export const LAUNCH_US = 15;
/** So many kernels in one call, each shorter than this on average, are dominated by launching them. */
const MANY_LAUNCHES = 8;
const SHORT_KERNEL_US = 6;
/** Below this occupancy warps are too few to hide what one of them waits for. */
export const FEW_WARPS = 0.4;
/** Below this share of the floor a kernel that only moves bytes moves them badly. */
export const FAR = 0.35;

type Known = Pick<Profile, "kernels" | "compiled" | "floorUs" | "work">;

/** The bound of a profiled call that takes `us`; `gpu` is null on the CPU. "unknown" where nothing that is known tells. */
export function boundOf(us: number, profile: Known, gpu: Gpu | null): Diagnosis["bound"] {
  if (us < LAUNCH_US || isLaunching(profile, gpu)) return "launch";
  const counted = byCounters(profile.kernels);
  if (counted) return counted;
  const floor = floorUnder(us, profile);
  if (floor.us / Math.min(us, busyUs(profile) || us) >= BUSY) return floor.of;
  return gpu ? byCode(profile, gpu, floor.us / us) : "compute";
}

/** Microseconds that the device was at work in a call, by the activity trace; 0 where nothing was seen. */
export function busyUs({ kernels }: Pick<Profile, "kernels">): number {
  return kernels.reduce((sum, { us }) => sum + us, 0);
}

function isLaunching(profile: Known, gpu: Gpu | null): boolean {
  const launches = profile.kernels.reduce((sum, { calls }) => sum + calls, 0);
  return gpu !== null && launches >= MANY_LAUNCHES && busyUs(profile) / launches < SHORT_KERNEL_US;
}

/** By throughput, weighted by time: memory or the multiprocessors where one of them is busy, else waiting. */
function byCounters(kernels: readonly KernelRow[]): Diagnosis["bound"] | null {
  const known = kernels.filter(({ counters }) => counters?.memoryShare !== undefined && counters.smShare !== undefined);
  const time = known.reduce((sum, { us }) => sum + us, 0);
  if (time === 0) return null;
  const mean = (of: "memoryShare" | "smShare"): number => known.reduce((sum, { us, counters }) => sum + us * counters![of]!, 0) / time;
  const [memory, compute] = [mean("memoryShare"), mean("smShare")];
  if (Math.max(memory, compute) < BUSY) return "latency";
  return memory >= compute ? "memory" : "compute";
}

/** Without counters: what the compiler and the launch of the longest kernel give away. */
function byCode({ kernels, compiled, work }: Known, gpu: Gpu, share: number): Diagnosis["bound"] {
  const main = kernels[0];
  const found = compiled.find(({ name }) => name === main?.name);
  if (work && work.track !== "fp32" && compiled.length > 0 && compiled.every(({ code }) => code?.matrix === 0)) return "compute";
  if ((found?.spillBytes ?? 0) > 0) return "memory";
  if (main?.launch && waitsForWarps(main.launch, gpu)) return "latency";
  if (found?.code?.atomics && share < FAR) return "latency";
  return main && found && isPlain(main, found) && share < FAR ? "memory" : "unknown";
}

function waitsForWarps(launch: Launch, gpu: Gpu): boolean {
  return launch.blocks < gpu.multiprocessors || launch.threads <= 32 || occupancyOf(launch, gpu).share < FEW_WARPS;
}

/** Whether a kernel only moves bytes once: no loop, nothing shared, no atomics. Far from the floor, it moves them badly. */
export function isPlain({ launch }: KernelRow, { code }: CompiledKernel): boolean {
  return code?.loops === 0 && code.atomics === 0 && launch?.sharedBytes === 0;
}
