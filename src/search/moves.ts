/**
 * Keeps attempts on one parent apart. Planners that run side by side are dealt disjoint shares of the catalogue, less
 * what was tried on that parent already; on a plateau only moves that change the algorithm are dealt. Deterministic.
 */
import type { Diagnosis } from "../domain/profile.ts";
import type { Settings } from "../domain/settings.ts";
import type { Language } from "../domain/task.ts";
import type { Tree } from "../domain/tree.ts";
import { catalogue, type Move } from "./catalogue.ts";
import type { Expansion } from "./expansion.ts";
import { stalled } from "./stop.ts";

export interface Offer {
  readonly mine: readonly Move[];
  /** what planners at work beside this one may take */
  readonly theirs: readonly Move[];
  /** strategies that children of the parent tried */
  readonly tried: readonly string[];
  readonly mustChange: boolean;
  /** what the candidate is to be written in anew; null leaves the language */
  readonly language: Language | null;
}

type OfRun = Pick<Settings, "target" | "policy" | "language" | "alsoIn">;

/** What the planner of an expansion is dealt for a bottleneck; where the bottleneck is not known, from all of the target's moves. */
export function offerOf(tree: Tree, expansion: Expansion, bound: Diagnosis["bound"], settings: OfRun): Offer {
  const { target, policy } = settings;
  const { parent, place, of, round } = expansion;
  const tried = [...new Set(tree.childrenOf(parent).flatMap((one) => (one.plan ? [one.plan.strategy] : [])))];
  const known = new Set(tried.map(plain));
  const mustChange = stalled(tree, round - 1, policy.changeRounds);
  const fits = (move: Move): boolean => move.targets.includes(target) && (!mustChange || move.algorithm);
  const named = catalogue.filter((move) => fits(move) && move.bounds.some((one) => one === bound));
  const fitting = named.length > 0 ? named : catalogue.filter(fits);
  const fresh = fitting.filter((move) => !known.has(plain(move.name)));
  const dealt = fresh.length >= of ? fresh : fitting; // everything tried: another carrying-out of a known move
  const isMine = (index: number): boolean => index % of === place;
  return {
    mine: dealt.filter((_, index) => isMine(index)),
    theirs: dealt.filter((_, index) => !isMine(index)),
    tried,
    mustChange,
    language: mustChange && place === 0 ? otherLanguage(tree, parent, settings) : null,
  };
}

/** On a plateau the first planner on an attempt leaves its language, where the run has another one that no child of it is written in yet. */
function otherLanguage(tree: Tree, id: string, { language, alsoIn }: OfRun): Language | null {
  const used = [tree.find(id).language ?? language, ...tree.childrenOf(id).map((one) => one.language)];
  return [language, ...alsoIn].find((one) => !used.includes(one)) ?? null;
}

/** The words of a name, however a planner spelled it. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

/** Whether a strategy, as a planner named it, is this move. */
function isNamed(strategy: string, { name }: Move): boolean {
  return plain(strategy) === plain(name);
}

/** What is wrong with a strategy under an offer, in words for the planner; null when nothing is. Names of its own are its own business. */
export function moveProblem(strategy: string, { mine, theirs, mustChange }: Offer): string | null {
  const taken = theirs.some((move) => isNamed(strategy, move));
  const known = catalogue.find((move) => isNamed(strategy, move));
  if (!taken && !(mustChange && known && !mine.includes(known))) return null;
  const reason = taken ? "is dealt to another planner at work on this attempt" : "does not change the algorithm, and smaller changes have stopped to help";
  return `The strategy "${strategy}" ${reason}. Take one of: ${mine.map((move) => move.name).join(", ")}; or "other: …", different in kind.`;
}

/** The offer as the planner reads it. */
export function offerText({ mine, theirs, tried, mustChange, language }: Offer): string {
  const list = mine.map(({ name, what }) => `- ${name}: ${what}`).join("\n");
  return [
    `# Moves to choose from\n\n${list}\n- other: something else, different in kind from these and from what others do`,
    mustChange ? "The last rounds gained nothing: changes of detail are exhausted. Change how the result is computed." : "",
    language === null ? "" : `The candidate is written anew in ${language}, whose format stands above: plan for that, and take over what worked.`,
    theirs.length > 0 ? `At work beside you, so not for you: ${theirs.map((move) => move.name).join(", ")}.` : "",
    tried.length > 0 ? `Tried on this attempt before: ${tried.join("; ")}.` : "",
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}
