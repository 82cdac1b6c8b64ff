/** A strategy of a comparison, by name, with optional ablations: `refine`, `refine:no-blocks`, `refine:no-blocks:async`. */
import { UserError } from "../../../src/domain/errors.ts";
import { type Policy, StrategyName } from "../../../src/domain/settings.ts";

const ablations = {
  "no-blocks": { blocks: false },
  "no-profiles": { profiles: false },
  "no-counters": { counters: false },
  "no-approaches": { approaches: false },
  "no-first-round": { firstRound: 0 },
  "whole-prompts": { prompts: "whole" },
  planned: { change: "planned" },
  async: { async: true },
} as const satisfies Record<string, Partial<Policy>>;

export interface Variant {
  readonly strategy: StrategyName;
  /** what differs from the strategy's own policy */
  readonly set: Partial<Policy>;
}

/** Throws UserError for an unknown strategy or ablation. */
export function variantOf(name: string): Variant {
  const [word = "", ...without] = name.split(":");
  const strategy = StrategyName.safeParse(word);
  if (!strategy.success) throw new UserError(`there is no strategy ${word}`, `use ${StrategyName.options.join(", ")}`);
  const sets = without.map((ablation): Partial<Policy> => {
    const found = Object.entries(ablations).find(([one]) => one === ablation);
    if (!found) throw new UserError(`${name}: there is no ablation ${ablation}`, `use ${Object.keys(ablations).join(", ")}`);
    return found[1];
  });
  return { strategy: strategy.data, set: Object.assign({}, ...sets) };
}
