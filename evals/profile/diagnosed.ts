/** Compares the diagnosis of a kernel with the fault that was planted. The bench and the test on recorded verdicts use it. */
import { renderPrompt } from "../../src/tools/model/prompt.ts";
import type { Gpu } from "../../src/domain/hardware.ts";
import type { Reply } from "../../src/domain/protocol.ts";
import { type OkVerdict, problemOf } from "../../src/domain/verdict.ts";
import { diagnose } from "../../src/search/diagnosis/diagnosis.ts";
import type { Case } from "./cases.ts";

export interface Found {
  readonly bound: string;
  /** of the planted limit among the three that are told; 0 where it is not among them */
  readonly place: number;
  readonly first: string;
  readonly right: boolean;
}

/** Two diagnoses of a verdict: with all data, and without counted or simulated data. Without a diagnosis: the reason. */
export function foundIn(planted: Case, reply: Reply | undefined, gpu: Gpu | null): { counted: Found; plain: Found } | string {
  if (reply?.kind !== "verdict") return reply && "reason" in reply ? reply.reason : "no reply";
  const { verdict } = reply;
  if (verdict.status !== "ok") return `${verdict.status}: ${problemOf(verdict)}`;
  return { counted: found(planted, verdict, gpu), plain: found(planted, withoutCounters(verdict), gpu) };
}

function found({ says }: Case, verdict: OkVerdict, gpu: Gpu | null): Found {
  const { bound, limits } = diagnose(renderPrompt, verdict, null, gpu);
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
