/** A strategy of a comparison, by name, with an optional ablation: `refine`, `refine:no-blocks`, `beam:no-profiles`. */
import { UserError } from "../../../src/domain/errors.ts";
import { StrategyName } from "../../../src/domain/settings.ts";

const ablations = { "no-blocks": { blocks: false }, "no-profiles": { profiles: false }, "no-counters": { counters: false } } as const;

export interface Variant {
  readonly strategy: StrategyName;
  readonly flags: { readonly blocks?: false; readonly profiles?: false; readonly counters?: false };
}

/** Throws UserError for an unknown strategy or ablation. */
export function variantOf(name: string): Variant {
  const [word = "", ablation] = name.split(":");
  const strategy = StrategyName.safeParse(word);
  if (!strategy.success) throw new UserError(`there is no strategy ${word}`, `use ${StrategyName.options.join(", ")}`);
  if (ablation === undefined) return { strategy: strategy.data, flags: {} };
  const found = Object.entries(ablations).find(([one]) => one === ablation);
  if (!found) throw new UserError(`${name}: there is no ablation ${ablation}`, `use ${Object.keys(ablations).join(", ")}`);
  return { strategy: strategy.data, flags: found[1] };
}
