/** What holds a call back on the CPU: a rule per fault, from threads, page faults, the compiler's remarks and the simulated caches. */
import { numberText, percentText } from "../domain/measure.ts";
import type { Diagnosis, Profile } from "../domain/profile.ts";
import { type Weighed, weighed } from "./limit.ts";

const LINE = 64;
const PAGE = 4096;
/** Bytes of the task per access to memory: below, most accesses move a single value. */
const NARROW_BYTES = 8;
/** Lines fetched, of the least that hold the task's bytes. */
const WASTEFUL = 3;
/** Bytes of lines fetched per instruction: no core's memory keeps up with more, however simple the instructions are. */
const STREAMING = 4;
/** Below this share of its threads a call leaves cores idle. */
const IDLE = 0.6;
/** All threads together are less than this many times as fast as one: for two of them, and for each of many. */
const NO_GAIN = { least: 0.75, each: 0.2 };

const fetched = ({ processor, floorBytes }: Profile): number => ((processor?.firstMisses ?? 0) * LINE) / floorBytes;

/** The bound of a call on the CPU that runs at this share of its memory floor. */
export function cpuBound(profile: Profile, share: number): Diagnosis["bound"] {
  if (leavesIdle(profile) || inTheWay(profile, share)) return "latency";
  return share >= IDLE || fetched(profile) > WASTEFUL || streams(profile) ? "memory" : "compute";
}

/** Whether instructions wait for memory whatever the clock says: on a host with neighbours its best bandwidth is out of reach. */
function streams({ processor }: Profile): boolean {
  return ((processor?.firstMisses ?? 0) * LINE) / (processor?.instructions ?? Infinity) >= STREAMING;
}

/** The limits of a call on the CPU, in no order. */
export function cpuLimits(profile: Profile, share: number): Weighed[] {
  return [...threads(profile, share), ...access(profile), ...stream(profile, share), ...loops(profile)];
}

function leavesIdle({ processor }: Profile): boolean {
  return processor !== undefined && processor.threads > 1 && processor.busyThreads < IDLE * processor.threads;
}

/** Threads that are all at work, bring nothing, and do not wait for memory either. */
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
  if (leavesIdle(profile)) found.push(weighed(1.6, "idle threads", evidence, "one parallel region over the outermost loop, equal shares for all threads"));
  if (inTheWay(profile, share))
    found.push(
      weighed(
        1.5,
        "threads in each other's way",
        evidence,
        "no writes of several threads to one cache line, no locks or atomics in the loop: private sums, combined once",
      ),
    );
  return found;
}

function access({ processor, floorBytes, ...profile }: Profile): Weighed[] {
  if (!processor) return [];
  const found: Weighed[] = [];
  const waste = fetched({ ...profile, processor, floorBytes });
  if (waste > WASTEFUL)
    found.push(
      weighed(
        1.4,
        "strided access",
        `the first cache level fetches ${numberText(waste)} times the lines that hold the task's bytes`,
        "loops in the order of memory, blocks that stay in the cache",
      ),
    );
  const bytes = processor.accesses ? floorBytes / processor.accesses : Infinity;
  if (bytes < NARROW_BYTES && waste <= WASTEFUL)
    found.push(
      weighed(
        1.1,
        "scalar code",
        `${numberText(bytes)} bytes of the task per access to memory, by simulation`,
        "loops that vectorize: inlined functions, simple trip counts; or intrinsics",
      ),
    );
  const faulted = (processor.faults * PAGE) / floorBytes;
  if (faulted > 0.25)
    found.push(weighed(0.9, "page faults", `${processor.faults} per call: ${percentText(faulted)} of the task's bytes`, "buffers that are kept between calls"));
  return found;
}

/** What is left where every line is fetched about once and instructions do not count. */
function stream(profile: Profile, share: number): Weighed[] {
  if (!streams(profile) || fetched(profile) > WASTEFUL) return [];
  const evidence = `${percentText(share)} of the memory floor, ${numberText(fetched(profile))} times the lines that hold the task's bytes`;
  return share >= IDLE
    ? [weighed(1.8, "at the roof", evidence, "little is left: only an algorithm that moves less")]
    : [weighed(0.5, "memory traffic", evidence, "streaming stores for what is not read again (others fetch the line first), huge pages; or the host is busy")];
}

function loops(profile: Profile): Weighed[] {
  if (streams(profile)) return [];
  const { remarks } = profile;
  const aliasing = remarks.filter((remark) => remark.includes("known not to alias"));
  const missed = remarks.filter((remark) => /missed|couldn't|not vectorized/i.test(remark)).slice(0, 3);
  const found: Weighed[] = [];
  if (aliasing.length > 0) found.push(weighed(1.2, "possible aliasing", aliasing.slice(0, 3).join("; "), "__restrict pointers, sums in local variables"));
  if (missed.length > 0)
    found.push(
      weighed(
        1,
        "loops the compiler did not vectorize",
        missed.join("; "),
        "restrict pointers, simple trip counts, no calls or branches in the loop, explicit SIMD",
      ),
    );
  return found;
}
