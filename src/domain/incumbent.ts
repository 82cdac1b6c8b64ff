/** Incumbents: programs that do the same as the task's Model, of the user or library calls. The judge treats one as a candidate, in the same sandbox. */
import { z } from "zod";
import { Candidate } from "./candidate.ts";
import type { Baselines } from "./protocol.ts";
import { languagesOf, type Target } from "./task.ts";
import { headlineOf, problemOf, Verdict } from "./verdict.ts";

export const Incumbent = z.object({
  name: z.string().describe("its file, or the end of its path where several files have one name; the call for a library call"),
  candidate: Candidate,
});
export type Incumbent = z.infer<typeof Incumbent>;

/** The library calls that the judge found for a task. None where it was not asked, or is of an earlier release. */
export const libraryIncumbents = ({ libraryCalls = [] }: Pick<Baselines, "libraryCalls">, target: Target): Incumbent[] =>
  libraryCalls.map(({ name, source }) => ({ name, candidate: { language: languagesOf[target][0], files: [{ name: "model_new.py", text: source }] } }));

/** All incumbents of a run: those of the user, then the library calls. */
export const incumbentsOf = (against: readonly Incumbent[], baselines: Pick<Baselines, "libraryCalls">, target: Target): Incumbent[] => [
  ...against,
  ...libraryIncumbents(baselines, target),
];

/** The judge's word on an incumbent. */
export const JudgedIncumbent = z.object({
  name: z.string(),
  verdict: Verdict.nullable(),
  problem: z.string().describe("why the last measurement has no verdict; empty where it has one"),
});
export type JudgedIncumbent = z.infer<typeof JudgedIncumbent>;

/** What two answers on one incumbent say together: an answer without a verdict adds its problem to the verdict before it. */
export function lastWord(earlier: JudgedIncumbent | undefined, later: JudgedIncumbent): JudgedIncumbent {
  return { ...later, verdict: later.verdict ?? earlier?.verdict ?? null };
}

/** "left out (wrong): the outputs differ". Null where the incumbent is a baseline. */
export function leftOutText({ verdict, problem }: JudgedIncumbent): string | null {
  if (verdict === null) return `left out: ${headlineOf(problem)}`;
  return verdict.status === "ok" ? null : `left out (${verdict.status.replaceAll("_", " ")}): ${headlineOf(problemOf(verdict))}`;
}

/** Why an incumbent is no baseline, as one line for a person. Null where it is one. */
export function whyLeftOut(judged: JudgedIncumbent): string | null {
  const text = leftOutText(judged);
  return text && `the incumbent ${judged.name} is ${text}`;
}
