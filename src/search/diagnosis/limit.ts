/** The result of a diagnosis rule. The rules are in call-rules.ts, cpu-rules.ts and gpu-rules.ts. */
import type { Diagnosis } from "../../domain/profile.ts";
import type { Render } from "../../domain/render.ts";

type Limit = Diagnosis["limits"][number];

/** A limit, and how much it seems to matter: 1 and above for a fault that explains the time, less for a hint. */
export interface Weighed {
  readonly weight: number;
  readonly what: string;
  readonly evidence: string;
  /** names the techniques that usually help, in prompts/limits.md */
  readonly section: string;
}

const sectionOf = (key: string): string => key.replaceAll(/[^a-z]+/g, "-");

/** A limit as a rule finds it. `key` names its techniques, where `what` holds a number or stands for two limits. */
export const weighed = (weight: number, what: string, evidence: string, key = what): Weighed => ({ weight, what, evidence, section: sectionOf(key) });

/** The limit with the techniques that usually help. */
export const limitFrom = (render: Render, { what, evidence, section }: Pick<Weighed, "what" | "evidence" | "section">): Limit => ({
  what,
  evidence,
  techniques: render(`limits#${section}`, {}),
});
