/** What holds a call back as a whole: launches, separate passes, the roof itself. Rules for one kernel are in kernel-limits.ts. */
import { percentText } from "../domain/measure.ts";
import { type Diagnosis, floorUnder, type Profile } from "../domain/profile.ts";
import { busyUs } from "./bound.ts";
import { type Weighed, weighed } from "./limit.ts";

/** From this share of the floor on little is left: the limit is the roof itself. */
const AT_THE_ROOF = 0.85;
/** The same by the device's own clock, for calls of which launching takes a part: with counters, and without. */
const ON_THE_DEVICE = { counted: { dram: 0.8, floor: 0.7 }, plain: { call: 0.6, floor: 0.85 } };

/** The limits of a call that takes `us`, in no order. */
export function callLimits(profile: Profile, bound: Diagnosis["bound"], us: number): Weighed[] {
  return [...launches(profile, bound, us), ...passes(profile), ...roof(profile, us), ...leftOver(profile, bound, us)];
}

function launches(profile: Profile, bound: Diagnosis["bound"], us: number): Weighed[] {
  if (bound !== "launch") return [];
  const count = profile.kernels.reduce((sum, { calls }) => sum + calls, 0);
  const busy = busyUs(profile);
  return count > 1
    ? [
        weighed(
          2,
          "many short kernels",
          `${count} launches per call, ${(busy / count).toPrecision(2)} us each on the device`,
          "one kernel for all of them; a persistent kernel or a graph where they must stay apart",
        ),
      ]
    : [
        weighed(
          2,
          "launching",
          `a call of ${us.toPrecision(3)} us, ${busy.toPrecision(2)} us of it on the device`,
          "fewer Python calls, allocations and copies around the launch",
        ),
      ];
}

function passes({ kernels }: Profile): Weighed[] {
  const shown = kernels
    .slice(0, 4)
    .map(({ name, share }) => `${name} ${percentText(share)}`)
    .join("; ");
  return kernels.length > 1
    ? [weighed(0.8 * (1 - kernels[0]!.share), `${kernels.length} kernels per call`, shown, "fuse neighbours; speed up the one with the largest share first")]
    : [];
}

function roof(profile: Profile, us: number): Weighed[] {
  const floor = floorUnder(us, profile);
  const dram = profile.kernels.reduce((sum, { share, counters }) => sum + share * (counters?.dramShare ?? 0), 0);
  const [share, busy] = [floor.us / us, floor.us / (busyUs(profile) || us)];
  const { counted, plain } = ON_THE_DEVICE;
  const isThere = dram > 0 ? dram >= counted.dram && busy >= counted.floor : share >= plain.call && busy >= plain.floor;
  if (share < AT_THE_ROOF && !isThere) return [];
  const evidence =
    dram > 0
      ? `device memory at ${percentText(dram)} of its peak, ${percentText(share)} of the ${floor.of} floor`
      : `${percentText(share)} of the ${floor.of} floor`;
  return [weighed(1.8, "at the roof", evidence, "little is left: only an algorithm that moves or computes less")];
}

/** What can be said where no rule has more: never the first of several. */
function leftOver({ floorUs, kernels }: Profile, bound: Diagnosis["bound"], us: number): Weighed[] {
  if (bound === "memory")
    return [weighed(0.1, "memory traffic", `${percentText(floorUs / us)} of the floor`, "wider loads, each byte read once, no temporary tensors")];
  const moves = "more parallelism, vector instructions or tensor cores, fewer passes over the data, cheaper special functions";
  return bound === "compute" ? [weighed(0.1, "far from the memory floor", kernels[0]?.name ?? "a single pass", moves)] : [];
}
