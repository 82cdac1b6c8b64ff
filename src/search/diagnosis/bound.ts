/** The class of a passing kernel's limit: memory, compute, latency or launch. */
import type { Launch } from "../../domain/counters.ts";
import type { Gpu } from "../../domain/hardware.ts";
import type { Time } from "../../domain/measure.ts";
import { type CompiledKernel, type Diagnosis, floorUnder, type KernelRow, type Profile } from "../../domain/profile.ts";
import { occupancyOf } from "./occupancy.ts";

/** At this fraction of a floor or of a unit's peak, or above, that unit bounds the kernel. */
export const BUSY = 0.6;
/** Where the parts of a call are not known, launching dominates one that is shorter than this. */
export const LAUNCH_US = 15;
/** The same for a call with this many kernels that are shorter than this on average. */
const MANY_LAUNCHES = 8;
const SHORT_KERNEL_US = 6;
/** Below this occupancy there are too few warps to hide latency. */
export const FEW_WARPS = 0.4;
/** Below this fraction of the floor a copy-like kernel uses memory badly. */
export const FAR = 0.35;

/** Where the trace attributes a smaller share of a call to operators and kernels, they do not tell why it is slow. */
const SEEN = 0.5;

type Known = Pick<Profile, "kernels" | "compiled" | "floorUs" | "work">;

/** The bound of a profiled `call`. `gpu` is null on the CPU. "unknown" if the facts do not decide. */
export function boundOf(call: Time, profile: Known, gpu: Gpu | null): Diagnosis["bound"] {
  const { medianUs: us } = call;
  const floor = floorUnder(us, profile);
  if (floor.us / us >= BUSY) return floor.of; // as the sentence on the floor says, however short the call and whatever the counters say
  if (waitsForHost(call, gpu) ?? (us < LAUNCH_US || isLaunching(profile, gpu))) return "launch";
  if (unseenOf(profile, us) > 0) return "unknown";
  return byCounters(profile.kernels) ?? (gpu ? byCode(profile, gpu, floor.us / us) : "unknown");
}

/** Whether calls in a row wait for the host, which launches them. Null on the CPU, and if a part of the call is not known. */
export function waitsForHost({ launchUs, deviceUs }: Time, gpu: Gpu | null): boolean | null {
  return gpu === null || launchUs === undefined || deviceUs === undefined ? null : launchUs > deviceUs;
}

/** Microseconds of device work in a call, by the activity trace. 0 without a trace. */
export function busyUs({ kernels }: Pick<Profile, "kernels">): number {
  return kernels.reduce((sum, { us }) => sum + us, 0);
}

/**
 * The share of a call of `us` microseconds in code that the trace does not see. The candidate may load a library itself, for one. 0 where
 * operators and kernels account for most of the call.
 */
export function unseenOf(profile: Pick<Profile, "kernels">, us: number): number {
  const seen = busyUs(profile) / us;
  return seen < SEEN ? 1 - seen : 0;
}

function isLaunching(profile: Known, gpu: Gpu | null): boolean {
  const launches = profile.kernels.reduce((sum, { calls }) => sum + calls, 0);
  return gpu !== null && launches >= MANY_LAUNCHES && busyUs(profile) / launches < SHORT_KERNEL_US;
}

/** The bound by throughput, weighted by time: memory or compute if that unit is busy, else latency. */
function byCounters(kernels: readonly KernelRow[]): Diagnosis["bound"] | null {
  const known = kernels.filter(({ counters }) => counters?.memoryShare !== undefined && counters.smShare !== undefined);
  const time = known.reduce((sum, { us }) => sum + us, 0);
  if (time === 0) return null;
  const mean = (of: "memoryShare" | "smShare"): number => known.reduce((sum, { us, counters }) => sum + us * counters![of]!, 0) / time;
  const [memory, compute] = [mean("memoryShare"), mean("smShare")];
  if (Math.max(memory, compute) < BUSY) return "latency";
  return memory >= compute ? "memory" : "compute";
}

/** The bound without counters, from the compiler's output and the launch of the longest kernel. */
function byCode(profile: Known, gpu: Gpu, share: number): Diagnosis["bound"] {
  const { kernels, compiled } = profile;
  const main = kernels[0];
  const found = compiled.find(({ name }) => name === main?.name);
  if (gainsByMatrix(profile) && compiled.length > 0 && compiled.every(({ code }) => code?.matrix === 0)) return "compute";
  if ((found?.spillBytes ?? 0) > 0) return "memory";
  if (main?.launch && waitsForWarps(main.launch, gpu)) return "latency";
  if (found?.code?.atomics && share < FAR) return "latency";
  return main && found && isPlain(main, found) && share < FAR ? "memory" : "unknown";
}

/**
 * Whether matrix instructions compute a task's products faster than the other units. In fp32 they do so by split operands, on some GPUs; that
 * matters where the products take longer than the bytes even then.
 */
export function gainsByMatrix({ work, floorUs }: Pick<Known, "work" | "floorUs">): boolean {
  if (!work || work.track !== "fp32") return work !== undefined;
  return work.by !== undefined && work.by !== "fp32" && work.computeUs >= floorUs;
}

function waitsForWarps(launch: Launch, gpu: Gpu): boolean {
  return launch.blocks < gpu.multiprocessors || launch.threads <= 32 || occupancyOf(launch, gpu).share < FEW_WARPS;
}

/** Whether a kernel is copy-like: it moves bytes once, without loops, shared memory and atomics. */
export function isPlain({ launch }: KernelRow, { code }: CompiledKernel): boolean {
  return code?.loops === 0 && code.atomics === 0 && launch?.sharedBytes === 0;
}
