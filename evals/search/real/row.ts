/** The result of one run of a comparison, from the run's record. */
import { Role } from "../../../src/domain/settings.ts";
import { type Attempt, isCounted } from "../../../src/run/attempt.ts";
import type { RunRecord } from "../../../src/run/events.ts";

/** How a run is bounded: by attempts alone, or by tokens. */
export type Equal = "attempts" | "tokens";

export interface Row {
  readonly task: string;
  readonly strategy: string;
  readonly seed: number;
  readonly equal: Equal;
  readonly model: string;
  /** speedup of the winner when measured again, 1 where nothing was proven faster */
  readonly kept: number;
  /** speedup of the winner when all winners of its task were measured again together; null if they were not, or the judge refused it */
  readonly together: number | null;
  /** speedup of the best attempt of the search, 0 where none passed */
  readonly best: number;
  readonly attempts: number;
  readonly passed: number;
  readonly tokens: number;
  /** those of the tokens that the model wrote: providers charge several times as much for them as for those that it reads */
  readonly written: number;
  /** model calls by role; a reply that was sent back counts again */
  readonly calls: Readonly<Record<Role, number>>;
  /** attempts that failed, by reason */
  readonly failures: Readonly<Record<string, number>>;
}
export type Outcome = Omit<Row, "task" | "strategy" | "seed" | "equal" | "model" | "together">;

/** The speedup that the tables compare. */
export const speedupOf = ({ together, kept }: Row): number => together ?? kept;

/** The reasons of failed attempts. Any other status is its own reason. */
const reasons: Partial<Record<Attempt["status"], string>> = {
  build_failed: "build",
  contract_failed: "contract",
  precision_violation: "precision",
  policy_violation: "policy",
  no_reply: "no reply",
  out_of_budget: "no budget",
};

/** The result of a run: the winner's speedup is that of its promotion, and the report publishes the same. */
export function outcomeOf({ attempts, promotions, finished, spent, charges }: RunRecord): Outcome {
  const counted = attempts.filter(isCounted);
  const passed = counted.filter(({ status }) => status === "ok");
  const speedups = attempts.flatMap((one) => (one.status === "ok" && one.speedup ? [one.speedup.median] : []));
  const won = promotions.find(({ attempt }) => attempt === finished?.best)?.verdict;
  const failed = counted.filter(({ status }) => status !== "ok").map(({ status }) => reasons[status] ?? status);
  const asked = charges.flatMap(({ by, on }) => (by === "model" ? [on] : []));
  return {
    kept: won?.status === "ok" ? won.speedup.median : 1,
    best: Math.max(0, ...speedups),
    attempts: counted.length,
    passed: passed.length,
    tokens: spent.tokens,
    written: charges.reduce((sum, one) => sum + (one.by === "model" ? one.outputTokens : 0), 0),
    calls: Object.fromEntries(Role.options.map((role) => [role, asked.filter((on) => on.includes(`.${role}`)).length])) as Row["calls"],
    failures: countsOf(failed),
  };
}

export function countsOf(words: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, same]) => [word, same.length]));
}
