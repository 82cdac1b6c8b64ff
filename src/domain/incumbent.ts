/** Incumbents: programs of the user that do the same as the task's Model. The judge treats one as a candidate, in the same sandbox. */
import { z } from "zod";
import { Candidate } from "./candidate.ts";
import { headlineOf, problemOf, Verdict } from "./verdict.ts";

export const Incumbent = z.object({ name: z.string().describe("its file, or its path where several files have one name"), candidate: Candidate });
export type Incumbent = z.infer<typeof Incumbent>;

/** The judge's word on an incumbent. */
export const JudgedIncumbent = z.object({
  name: z.string(),
  verdict: Verdict.nullable(),
  problem: z.string().describe("why there is no verdict; empty where there is one"),
});
export type JudgedIncumbent = z.infer<typeof JudgedIncumbent>;

/** Why an incumbent is no baseline, as one line for a person. Null where it is one. */
export function whyLeftOut({ name, verdict, problem }: JudgedIncumbent): string | null {
  if (verdict === null) return `the incumbent ${name} is left out: ${headlineOf(problem)}`;
  return verdict.status === "ok" ? null : `the incumbent ${name} is left out (${verdict.status.replaceAll("_", " ")}): ${headlineOf(problemOf(verdict))}`;
}
