/** What every rule of a diagnosis comes to. The rules are in call-limits.ts, cpu-limits.ts and kernel-limits.ts. */
import type { Diagnosis } from "../domain/profile.ts";

/** A limit, and how much it seems to matter: 1 and above for a fault that explains the time, less for a hint. */
export interface Weighed {
  readonly weight: number;
  readonly limit: Diagnosis["limits"][number];
}

export const weighed = (weight: number, what: string, evidence: string, moves: string): Weighed => ({ weight, limit: { what, evidence, moves } });
