/** What the diagnosis says of a planted kernel, against what was planted: for the bench and for the test over recorded verdicts. */
import type { Gpu } from "../../src/domain/host.ts";
import type { Reply } from "../../src/domain/protocol.ts";
import { type OkVerdict, problemOf } from "../../src/domain/verdict.ts";
import { diagnose } from "../../src/search/diagnosis.ts";
import type { Case } from "./cases.ts";

export interface Found {
  readonly bound: string;
  /** of the planted limit among the three that are told; 0 where it is not among them */
  readonly place: number;
  readonly first: string;
  readonly right: boolean;
}

/** The diagnosis of a verdict on a planted kernel, with all that was learned and without what was counted or simulated; else why there is none. */
export function foundIn(planted: Case, reply: Reply | undefined, gpu: Gpu | null): { counted: Found; plain: Found } | string {
  if (reply?.kind !== "verdict") return reply && "reason" in reply ? reply.reason : "no reply";
  const { verdict } = reply;
  if (verdict.status !== "ok") return `${verdict.status}: ${problemOf(verdict)}`;
  return { counted: found(planted, verdict, gpu), plain: found(planted, withoutCounters(verdict), gpu) };
}

function found({ says }: Case, verdict: OkVerdict, gpu: Gpu | null): Found {
  const { bound, limits } = diagnose(verdict, gpu);
  const place = limits.findIndex(({ what }) => what === says("limit")) + 1;
  return { bound, place, first: limits[0]?.what ?? "none", right: bound === says("bound") && place > 0 };
}

/** The activity trace, the compiler, threads and the floor stay. */
function withoutCounters(verdict: OkVerdict): OkVerdict {
  const { profile } = verdict;
  if (!profile) return verdict;
  const processor = profile.processor && { ...profile.processor, instructions: undefined, accesses: undefined, firstMisses: undefined, lastMisses: undefined };
  return { ...verdict, profile: { ...profile, processor, kernels: profile.kernels.map((row) => ({ ...row, counters: undefined })) } };
}
