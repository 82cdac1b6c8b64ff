/** The least time that the device needs, as a sentence. */
import { type Floor, wayText } from "../../domain/profile.ts";
import { bytes, count, digits, duration } from "../format.ts";

/** "memory floor 8.40 µs: 32.0 MiB at 3,995 GB/s", or the same of the arithmetic. */
export function floorText(of: "memory" | "compute", { floorUs, floorBytes, copyGBps, work }: Floor): string {
  if (of === "compute" && work)
    return `compute floor ${duration(work.computeUs)}: ${digits(work.flops / 1e9)} GFLOP at ${digits(work.tflops)} TFLOP/s ${wayText(work)}`;
  return `memory floor ${duration(floorUs)}: ${bytes(floorBytes)} at ${count(Math.round(copyGBps))} GB/s`;
}
