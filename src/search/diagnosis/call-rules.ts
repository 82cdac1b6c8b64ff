/** The limits of a whole call: launches, separate passes, and the speed of light. gpu-rules.ts has the rules for one kernel. */
import { percentText } from "../../domain/measure.ts";
import { type Diagnosis, floorUnder, type Profile } from "../../domain/profile.ts";
import { BUSY, busyUs, unseenOf } from "./bound.ts";
import { type Weighed, weighed } from "./limit.ts";

/** At this fraction of the floor or above, the speed of light itself is the limit. */
const AT_THE_ROOF = 0.85;
/** The same by device time, for calls with significant launch time: with counters, and without. */
const ON_THE_DEVICE = { counted: { dram: 0.8, floor: 0.7 }, plain: { call: 0.6, floor: 0.85 } };

/** The share of a call from which a kernel counts as a part of it. */
const A_PART = 0.05;

/** The limits of a call that takes `us` and is not at the roof, in no order. */
export function callLimits(profile: Profile, bound: Diagnosis["bound"], us: number): Weighed[] {
  return [...launches(profile, bound, us), ...passes(profile, us), ...leftOver(profile, bound, us)];
}

function launches(profile: Profile, bound: Diagnosis["bound"], us: number): Weighed[] {
  if (bound !== "launch") return [];
  const count = profile.kernels.reduce((sum, { calls }) => sum + calls, 0);
  const busy = busyUs(profile);
  return count > 1
    ? [weighed(2, "many short kernels", `${count} launches per call, ${(busy / count).toPrecision(2)} us each on the device`)]
    : [weighed(2, "launching", `a call of ${us.toPrecision(3)} us, ${busy.toPrecision(2)} us of it on the device`)];
}

/** Separate kernels, by their shares of the call. Those with hardly a share, such as an allocation, are none that could be fused. */
function passes(profile: Profile, us: number): Weighed[] {
  const whole = Math.max(us, busyUs(profile)); // kernels may overlap
  const parts = profile.kernels.filter((row) => row.us / whole >= A_PART);
  if (parts.length < 2 || unseenOf(profile, us) > 0) return [];
  const shown = parts
    .slice(0, 4)
    .map((row) => `${row.name} ${percentText(row.us / whole)}`)
    .join("; ");
  return [weighed(0.8 * (1 - parts[0]!.share), `${parts.length} kernels per call`, shown, "kernels per call")];
}

/** The speed of light as the limit of a call that takes `us`. Null if the call is not there. */
export function roof(profile: Profile, us: number): Weighed | null {
  const floor = floorUnder(us, profile);
  const dram = profile.kernels.reduce((sum, { share, counters }) => sum + share * (counters?.dramShare ?? 0), 0);
  const [share, busy] = [floor.us / us, floor.us / (busyUs(profile) || us)];
  const { counted, plain } = ON_THE_DEVICE;
  const isThere = dram > 0 ? share >= plain.call && dram >= counted.dram && busy >= counted.floor : share >= plain.call && busy >= plain.floor;
  if (share < AT_THE_ROOF && !isThere) return null;
  const evidence =
    dram > 0
      ? `device memory at ${percentText(dram)} of its peak, ${percentText(share)} of the ${floor.of} floor`
      : `${percentText(share)} of the ${floor.of} floor`;
  return weighed(1.8, "at the roof", evidence);
}

/** The fallback rule. It is never the first of several limits. */
function leftOver(profile: Profile, bound: Diagnosis["bound"], us: number): Weighed[] {
  const { floorUs, kernels, processor } = profile;
  if (bound === "memory") return [weighed(0.1, "memory traffic", `${percentText(floorUs / us)} of the floor`)];
  if (bound !== "compute" || floorUs / us >= BUSY) return [];
  const key = processor ? "far from the memory floor of a processor" : "far from the memory floor";
  const where = unseenOf(profile, us) > 0 ? "the whole call" : (kernels[0]?.name ?? "a single pass");
  return [weighed(0.1, "far from the memory floor", where, key)];
}
