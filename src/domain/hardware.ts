import { z } from "zod";

/**
 * The isolation level of a candidate. L3: own user, no network, no new privileges, and a filter of
 * system calls or files. L2: a separate process with the available protection.
 */
export const Isolation = z.object({
  level: z.enum(["L3", "L2"]),
  ownUser: z.boolean(),
  noNetwork: z.boolean(),
  noNewPrivileges: z.boolean(),
  limits: z.boolean(),
  systemCallFilter: z.boolean().default(false).describe("seccomp"),
  controlGroup: z.boolean().default(false).describe("all that a candidate starts can be found, stopped and ended at once"),
  freezer: z
    .boolean()
    .default(false)
    .describe("the kernel freezes a candidate while others are timed; without it, signals stop the candidate, and it can undo that"),
  fileFilter: z.boolean().default(false).describe("Landlock: only its own folder can be written, only the system's read"),
});
export type Isolation = z.infer<typeof Isolation>;

export const Gpu = z.object({
  name: z.string(),
  capability: z.string().describe("compute capability, for example 9.0"),
  multiprocessors: z.number().int(),
  memoryBytes: z.number(),
  l2Bytes: z.number(),
  sharedBytesPerBlock: z.number().describe("the opt-in maximum"),
});
export type Gpu = z.infer<typeof Gpu>;

/** A data or unified cache of a CPU. */
export const CpuCache = z.object({
  level: z.number().int(),
  bytes: z.number(),
  cores: z.number().int().describe("how many of the judge's cores share it"),
});

/** The judge's description of its machine. Unknown fields are null. */
export const Host = z.object({
  name: z.string().optional().describe("the machine's own name; older judges did not tell it"),
  cpu: z.string(),
  cores: z.number().int(),
  memoryBytes: z.number(),
  python: z.string(),
  torch: z.string().nullable(),
  cuda: z.string().nullable().describe("the CUDA version torch was built for"),
  driver: z.string().nullable(),
  nvcc: z.string().nullable(),
  gxx: z.string().nullable(),
  triton: z.string().nullable(),
  gpu: Gpu.nullable(),
  gpus: z.number().int().default(1).describe("how many GPUs like `gpu` the judge drives at once"),
  blas: z.string().nullable().describe("torch's CPU matrix library"),
  threads: z.number().int().describe("threads that the cpu target uses, baseline and candidate alike"),
  simd: z.array(z.string()).describe("the SIMD families the CPU offers: avx2, avx512f, ..."),
  caches: z.array(CpuCache).optional().describe("the first core's; older judges did not tell them"),
  ncu: z.enum(["available", "forbidden", "missing"]),
  isolation: Isolation,
});
export type Host = z.infer<typeof Host>;

/** Where something was measured. Times of two places are never compared. */
export const Place = z.object({
  host: z.string().describe("the machine's own name"),
  device: z.string().describe("the model of its GPU, or of its CPU with the number of threads"),
  driver: z.string().nullable(),
});
export type Place = z.infer<typeof Place>;

/** The place that a host is for a target. Null where an older judge did not tell its name. */
export function placeOf(host: Host, target: "cuda" | "cpu"): Place | null {
  return host.name === undefined ? null : { host: host.name, device: deviceOf(host, target), driver: target === "cpu" ? null : host.driver };
}

/** The model of the device that a host has for a target. */
export const deviceOf = (host: Host, target: "cuda" | "cpu"): string => gpuFor(target, host)?.name ?? `${host.cpu}, ${host.threads} threads`;

/** Whether times of both may be compared. Measurements of before places were noted count as of one place. */
export const isSamePlace = (one: Place | null | undefined, other: Place | null | undefined): boolean =>
  !one || !other || (one.host === other.host && one.device === other.device && one.driver === other.driver);

/** The GPU that candidates run on; null on the cpu target. */
export function gpuFor(target: "cuda" | "cpu", { gpu }: Host): Gpu | null {
  return target === "cuda" ? gpu : null;
}

/** The facts about the machine that a kernel writer needs, for one target. */
export function describeHost(host: Host, target: "cuda" | "cpu"): string {
  if (target === "cpu" || !host.gpu)
    return `${host.cpu}, ${host.threads} threads for as many cores,${cachesOf(host)} SIMD: ${host.simd.join(", ") || "baseline"}; compiler g++ ${host.gxx ?? "?"}; torch ${host.torch ?? "?"} with ${host.blas ?? "an unknown BLAS"}.`;
  const { gpu } = host;
  const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
  return [
    `${gpu.name}, compute capability ${gpu.capability}, ${gpu.multiprocessors} multiprocessors, L2 ${mebibytes(gpu.l2Bytes)},`,
    `${Math.round(gpu.sharedBytesPerBlock / 1024)} KiB shared memory per block (opt-in above 48 KiB), ${mebibytes(gpu.memoryBytes)} device memory${featuresOf(gpu)};`,
    `CUDA ${host.nvcc ?? host.cuda ?? "?"}, torch ${host.torch ?? "?"}${host.triton ? `, Triton ${host.triton}` : ""}.`,
  ].join(" ");
}

/** The caches as text, with a space in front. Empty if they are unknown. */
function cachesOf({ caches = [] }: Host): string {
  if (caches.length === 0) return "";
  const size = (bytes: number): string => (bytes < 2 ** 20 ? `${bytes / 2 ** 10} KiB` : `${bytes / 2 ** 20} MiB`);
  const told = caches.map(({ level, bytes, cores }) => `L${level} ${size(bytes)}${cores > 1 ? ` for ${cores} cores` : ""}`);
  return ` ${told.join(", ")};`;
}

/** Special instructions of the architecture for CUDA C++, beyond loads, stores and mma. */
function featuresOf({ capability }: Gpu): string {
  if (capability.startsWith("9.")) return ", cp.async, TMA, wgmma, thread block clusters";
  return Number(capability) >= 8 ? ", cp.async" : "";
}

/** nvcc's architecture name, such as "sm_90a". From 9.0 on it includes architecture-specific instructions. judge/build uses the same. */
export function buildTarget(gpu: Gpu | null): string {
  const number = Number((gpu?.capability ?? "9.0").replace(".", ""));
  return `sm_${number}${number >= 90 ? "a" : ""}`;
}
