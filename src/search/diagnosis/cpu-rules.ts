/** The limits of a call on the CPU: one rule per fault, from threads, page faults, compiler remarks and simulated caches. */
import { numberText, percentText } from "../../domain/measure.ts";
import { type Diagnosis, floorUnder, type Profile } from "../../domain/profile.ts";
import { type Weighed, weighed } from "./limit.ts";

const LINE = 64;
const PAGE = 4096;
/** Bytes moved per memory access. Below this, most accesses move a single value. */
const NARROW_BYTES = 8;
/** Fetched cache lines divided by the least number that holds the task's bytes. */
const WASTEFUL = 3;
/** Fetched bytes per instruction. Above this, memory bounds the call, however simple the instructions are. */
const STREAMING = 4;
/** A call that uses a smaller fraction of its threads leaves cores idle. */
const IDLE = 0.6;
/** The least gain of threads: the speedup with two threads, and per thread with many. */
const NO_GAIN = { least: 0.75, each: 0.2 };

const fetched = ({ processor, floorBytes }: Profile): number => ((processor?.firstMisses ?? 0) * LINE) / floorBytes;

/** The bound of a call on the CPU that runs at this share of its floor `of`; unknown where nothing that was measured tells. */
export function cpuBound(profile: Profile, share: number, of: "memory" | "compute"): Diagnosis["bound"] {
  if (share >= IDLE) return of; // as the sentence on the floor says
  if (leavesIdle(profile) || inTheWay(profile, share)) return "latency";
  if (fetched(profile) > WASTEFUL || streams(profile)) return "memory";
  return profile.processor?.instructions !== undefined || aliasingIn(profile).length > 0 ? "compute" : "unknown";
}

/** Whether instructions wait for memory, by counts instead of times. On a shared host the peak bandwidth is out of reach. */
function streams({ processor }: Profile): boolean {
  return ((processor?.firstMisses ?? 0) * LINE) / (processor?.instructions ?? Infinity) >= STREAMING;
}

/** The limits of a call on the CPU that takes `us` and is not at the roof, in no order. */
export function cpuLimits(profile: Profile, bound: Diagnosis["bound"], us: number): Weighed[] {
  return [...(bound === "latency" ? threads(profile, floorUnder(us, profile).us / us) : []), ...access(profile), ...stream(profile, us), ...loops(profile)];
}

/** The memory floor as the limit of a call on the CPU that takes `us`, by counts of fetched lines. Null if the call is not there. */
export function cpuRoof(profile: Profile, us: number): Weighed | null {
  const isThere = readsOnce(profile) && profile.floorUs / us >= IDLE;
  return isThere ? weighed(1.8, "at the roof", streamText(profile, us), "at the memory roof") : null;
}

function leavesIdle({ processor }: Profile): boolean {
  return processor !== undefined && processor.threads > 1 && processor.busyThreads < IDLE * processor.threads;
}

/** The rule for busy threads that bring no gain and do not wait for memory. */
function inTheWay(profile: Profile, share: number): boolean {
  const { processor } = profile;
  return (
    processor !== undefined &&
    processor.threads > 1 &&
    processor.busyThreads >= IDLE * processor.threads &&
    processor.scaling < Math.max(NO_GAIN.least, NO_GAIN.each * processor.threads) &&
    share < IDLE &&
    !streams(profile)
  );
}

function threads(profile: Profile, share: number): Weighed[] {
  const { processor } = profile;
  if (!processor) return [];
  const evidence = `${numberText(processor.busyThreads)} of ${processor.threads} threads at work, ${numberText(processor.scaling)} times as fast as one`;
  const found: Weighed[] = [];
  if (leavesIdle(profile)) found.push(weighed(1.6, "idle threads", evidence));
  if (inTheWay(profile, share)) found.push(weighed(1.5, "threads in each other's way", evidence));
  return found;
}

function access({ processor, floorBytes, ...profile }: Profile): Weighed[] {
  if (!processor) return [];
  const found: Weighed[] = [];
  const waste = fetched({ ...profile, processor, floorBytes });
  if (waste > WASTEFUL)
    found.push(weighed(1.4, "strided access", `the first cache level fetches ${numberText(waste)} times the lines that hold the task's bytes`));
  if (isScalar({ ...profile, processor, floorBytes }))
    found.push(weighed(1.1, "scalar code", `${numberText(bytesPerAccess({ processor, floorBytes }))} bytes moved per access to memory, as counted`));
  const faulted = (processor.faults * PAGE) / floorBytes;
  if (faulted > 0.25) found.push(weighed(0.9, "page faults", `${processor.faults} per call: ${percentText(faulted)} of the task's bytes`));
  return found;
}

/** The bytes of the task per access. Where the first cache level fetched more, as for a second pass over the data, those that it fetched. */
const bytesPerAccess = ({ processor, floorBytes }: Pick<Profile, "processor" | "floorBytes">): number =>
  processor?.accesses ? Math.max(floorBytes, (processor.firstMisses ?? 0) * LINE) / processor.accesses : Infinity;

/**
 * Whether most accesses move a single value, and not because whole lines are fetched for it. Loops that are all vectorized refute it, and so do
 * fewer instructions than accesses: the count is then wrong, because an instruction of scalar code accesses memory once.
 */
const isScalar = (profile: Profile): boolean =>
  bytesPerAccess(profile) < NARROW_BYTES &&
  fetched(profile) <= WASTEFUL &&
  (profile.processor?.accesses ?? 0) <= (profile.processor?.instructions ?? Infinity) &&
  !areVectorized(profile);

/** Whether the compiler vectorized loops and missed none. The judge leaves out missed loops that hold a vectorized one. */
const areVectorized = ({ remarks }: Profile): boolean => remarks.some((remark) => remark.includes("loop vectorized")) && missedIn(remarks).length === 0;

/** Loops that the compiler vectorized once the pointers could not alias: it was tried. */
const aliasingIn = ({ remarks }: Profile): string[] => remarks.filter((remark) => remark.includes("known not to alias"));

const missedIn = (remarks: readonly string[]): string[] => remarks.filter((remark) => /missed|couldn't|not vectorized/i.test(remark));

/** Whether every line is fetched about once and instructions do not count. */
const readsOnce = (profile: Profile): boolean => streams(profile) && fetched(profile) <= WASTEFUL;

const streamText = (profile: Profile, us: number): string =>
  `${percentText(profile.floorUs / us)} of the memory floor, ${numberText(fetched(profile))} times the lines that hold the task's bytes`;

function stream(profile: Profile, us: number): Weighed[] {
  return readsOnce(profile) ? [weighed(0.5, "memory traffic", streamText(profile, us), "memory traffic of a processor")] : [];
}

function loops(profile: Profile): Weighed[] {
  if (streams(profile)) return [];
  const aliasing = aliasingIn(profile);
  const missed = isScalar(profile) ? missedIn(profile.remarks).slice(0, 3) : []; // intrinsics are loops that the compiler leaves alone
  const found: Weighed[] = [];
  if (aliasing.length > 0) found.push(weighed(1.2, "possible aliasing", aliasing.slice(0, 3).join("; ")));
  if (missed.length > 0) found.push(weighed(1, "loops the compiler did not vectorize", missed.join("; ")));
  return found;
}
