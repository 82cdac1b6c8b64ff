import { z } from "zod";

/**
 * How far a candidate was kept from the rest of the machine. L3: own user, no network, no new privileges, and a filter of
 * system calls or of files; L2: a process of its own, with what could be had.
 */
export const Isolation = z.object({
  level: z.enum(["L3", "L2"]),
  ownUser: z.boolean(),
  noNetwork: z.boolean(),
  noNewPrivileges: z.boolean(),
  limits: z.boolean(),
  systemCallFilter: z.boolean().default(false).describe("seccomp"),
  controlGroup: z.boolean().default(false).describe("all that a candidate starts can be found, stopped and ended at once"),
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

/** What a judge found on the machine it runs on. Fields that cannot be known are null. */
export const Host = z.object({
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
  ncu: z.enum(["available", "forbidden", "missing"]),
  isolation: Isolation,
});
export type Host = z.infer<typeof Host>;

/** The GPU that candidates run on; null on the cpu target. */
export function gpuFor(target: "cuda" | "cpu", { gpu }: Host): Gpu | null {
  return target === "cuda" ? gpu : null;
}

/** The machine as a kernel writer needs to know it, for the target alone. */
export function describeHost(host: Host, target: "cuda" | "cpu"): string {
  if (target === "cpu" || !host.gpu)
    return `${host.cpu}, ${host.threads} threads, SIMD: ${host.simd.join(", ") || "baseline"}; compiler g++ ${host.gxx ?? "?"}; torch ${host.torch ?? "?"} with ${host.blas ?? "an unknown BLAS"}.`;
  const { gpu } = host;
  const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
  return [
    `${gpu.name}, compute capability ${gpu.capability}, ${gpu.multiprocessors} multiprocessors, L2 ${mebibytes(gpu.l2Bytes)},`,
    `${Math.round(gpu.sharedBytesPerBlock / 1024)} KiB shared memory per block (opt-in above 48 KiB), ${mebibytes(gpu.memoryBytes)} device memory${featuresOf(gpu)};`,
    `CUDA ${host.nvcc ?? host.cuda ?? "?"}, torch ${host.torch ?? "?"}${host.triton ? `, Triton ${host.triton}` : ""}.`,
  ].join(" ");
}

/** What the architecture offers beyond loads, stores and mma, for a writer of CUDA C++. */
function featuresOf({ capability }: Gpu): string {
  if (capability.startsWith("9.")) return ", asynchronous copies (cp.async, TMA), wgmma, thread block clusters";
  return Number(capability) >= 8 ? ", asynchronous copies (cp.async)" : "";
}

/** The most that the device was seen to do, for a kernel writer. */
export function describeCeilings({ copyGBps, tflops }: { copyGBps: number; tflops: Partial<Record<string, number>> }): string {
  const rates = Object.entries(tflops).map(([track, rate]) => `${rate?.toPrecision(3)} in ${track}`);
  return `Measured here at best: copies ${Math.round(copyGBps)} GB/s (read and written), matrix products ${rates.join(", ")} TFLOP/s.`;
}
