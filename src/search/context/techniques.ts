/**
 * The techniques for a planner, by bottleneck. Parallel planners of one attempt begin from different
 * ones and may use any. On a plateau, techniques that change the algorithm come first. Deterministic.
 */
import type { Diagnosis } from "../../domain/profile.ts";
import type { Settings } from "../../domain/settings.ts";
import type { Language } from "../../domain/task.ts";
import type { Tree } from "../../run/tree.ts";
import type { Expansion } from "../selection/expansion.ts";
import { stalled } from "../selection/stop.ts";
import { linesOf, type Render } from "../../domain/render.ts";
import type { Technique } from "./technique-catalogue.ts";

/** The number of techniques with a description. The others show only their name. */
const DESCRIBED = 6;

export interface Offer {
  /** the fitting techniques; the planner begins from the first */
  readonly techniques: readonly Technique[];
  /** whether other planners work on the same attempt */
  readonly isShared: boolean;
  /** strategies that children of the parent tried */
  readonly tried: readonly string[];
  readonly isPlateau: boolean;
  /** the new language of the candidate; null keeps the language */
  readonly language: Language | null;
}

type OfRun = Pick<Settings, "target" | "policy" | "language" | "alsoIn">;

/**
 * The techniques for an expansion's planner against a bottleneck. For an unknown bottleneck, all techniques of the target. In async mode
 * `returned` has the branches that had returned when the expansion was chosen, in order.
 */
export function offerOf(
  catalogue: readonly Technique[],
  tree: Tree,
  expansion: Expansion,
  bound: Diagnosis["bound"],
  settings: OfRun,
  returned: readonly string[],
): Offer {
  const { parent, siblingIndex, siblingCount, round } = expansion;
  const tried = [...new Set(tree.childrenOf(parent).flatMap((one) => (one.plan ? [one.plan.strategy] : [])))];
  const known = new Set(tried.map(plain));
  const isPlateau = stalled(tree, settings.policy, { round: round - 1, returned }, settings.policy.changeRounds);
  const onTarget = catalogue.filter(({ targets }) => targets.includes(settings.target));
  const named = onTarget.filter(({ bounds }) => bounds.some((one) => one === bound));
  const rank = ({ name, kind }: Technique): number => Number(known.has(plain(name))) + (isPlateau && kind === "detail" ? 2 : 0);
  const fitting = (named.length > 0 ? named : onTarget).toSorted((a, b) => rank(a) - rank(b));
  const start = siblingCount > 1 ? siblingIndex % fitting.length : 0;
  const first = fitting[start];
  return {
    techniques: [...(first ? [first] : []), ...fitting.filter((one) => one !== first)],
    isShared: siblingCount > 1,
    tried,
    isPlateau,
    language: isPlateau && siblingIndex === 0 ? otherLanguage(tree, parent, settings) : null,
  };
}

/** The language for the first planner of an attempt on a plateau: one of the run that no child of the attempt uses yet. */
function otherLanguage(tree: Tree, id: string, { language, alsoIn }: OfRun): Language | null {
  const used = [tree.find(id).language ?? language, ...tree.childrenOf(id).map((one) => one.language)];
  return [language, ...alsoIn].find((one) => !used.includes(one)) ?? null;
}

/** The words of a name, independent of spelling variants. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

/** The techniques as prompt text. */
export function offerText(render: Render, { techniques, tried, isPlateau, language }: Offer): string {
  return render("phrases#techniques", {
    lines: linesOf(techniques.slice(0, DESCRIBED).map(({ name, what }) => render("phrases#technique", { name, what }))),
    more: render("phrases#techniques-more", { names: namesOf(techniques.slice(DESCRIBED)) }),
    plateau: isPlateau ? render("phrases#plateau", {}) : "",
    language: language === null ? "" : render("phrases#new-language", { language }),
    tried: tried.length > 0 ? render("phrases#tried", { names: tried.join("; ") }) : "",
  });
}

const namesOf = (techniques: readonly Technique[]): string => techniques.map(({ name }) => name).join(", ") || "none";

const ordinals = ["", "second ", "third ", "fourth ", "fifth "];

/** The text that separates parallel planners: the first technique, or the planner's number without techniques. */
export function directionParts(render: Render, offer: Offer | null, childIndex: number): { techniques: string; diversity: string; naming: string } {
  if (offer) {
    const name = offer.techniques[0]?.name ?? "";
    const diversity = offer.isShared && name !== "" ? render("phrases#diversity-offered", { name }) : "";
    return { techniques: offerText(render, offer), diversity, naming: render("phrases#naming-technique", {}) };
  }
  const taken = childIndex === 1 ? "The most promising direction is" : `The ${childIndex} most promising directions are`;
  const diversity =
    childIndex === 0 ? render("phrases#diversity-first", {}) : render("phrases#diversity-next", { taken, place: ordinals[childIndex] ?? "next " });
  return { techniques: "", diversity, naming: render("phrases#naming-free", {}) };
}
