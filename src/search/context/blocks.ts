/**
 * Which building blocks a prompt shows, what became of them, and which are demoted. A block fits by target, precision and operator family.
 * It is shown if the starting point of a first kernel, or the plan of a later one, names one of its techniques.
 */
import type { Block, BlockOutcome, BlockVerdict } from "../../domain/block.ts";
import { tokensIn } from "../../domain/budget.ts";
import type { SourceFile } from "../../domain/candidate.ts";
import type { Diagnosis } from "../../domain/profile.ts";
import type { Baselines } from "../../domain/protocol.ts";
import type { Render } from "../../domain/render.ts";
import type { Settings } from "../../domain/settings.ts";
import type { Language } from "../../domain/task.ts";
import { type Attempt, branchOf } from "../../run/attempt.ts";
import type { Tree } from "../../run/tree.ts";
import { familiesNamedIn, familiesOf } from "../parts/operator-families.ts";

/** The most blocks of one prompt, and the most tokens of their sources. */
const SHOWN = 2;
const MOST_TOKENS = 1100;
/** The least speed against torch's operator. A slower block may still gain inside a fused kernel; a much slower one misleads. */
const LEAST_SPEED = 0.8;
/** Branches with a block are told from those without it by this factor, beyond the noise of a search. */
const MARGIN = 1.05;
/** A block is demoted where it lost so many comparisons more than it won. */
const LOST = 2;

export interface Wanted extends Pick<Settings, "target" | "precision"> {
  readonly language: Language;
  readonly baselines: Baselines;
  /** of the task, for a reference whose operators were not traced */
  readonly source: string;
  readonly bound: Diagnosis["bound"];
  /** what the kernel is to be made by: the name of a starting point, or the strategy of a plan */
  readonly idea: string;
}

/** The blocks for a prompt, the best match first: at most two, and none that was demoted. */
export function blocksFor(library: readonly Block[], wanted: Wanted, outcomes: readonly BlockOutcome[]): Block[] {
  const { operators } = wanted.baselines;
  const families = operators.length > 0 ? familiesOf(operators) : familiesNamedIn(wanted.source);
  const idea = plain(wanted.idea);
  const named = (block: Block): boolean => block.techniques.some((one) => idea.includes(plain(one)));
  const rank = (block: Block): number =>
    Math.min(...block.families.map((one) => families.indexOf(one)).filter((at) => at >= 0)) + (block.bounds.some((one) => one === wanted.bound) ? 0 : 0.5);
  const ranked = library
    .filter((block) => block.language === wanted.language && block.tracks.includes(wanted.precision))
    .filter((block) => block.families.some((one) => families.includes(one)) && named(block))
    .filter((block) => provenOn(block, wanted) !== null && meets(block.needs, wanted) && !isDemoted(block.id, outcomes))
    .toSorted((a, b) => rank(a) - rank(b) || provenOn(b, wanted)!.speedup!.median - provenOn(a, wanted)!.speedup!.median);
  const [first, ...rest] = ranked;
  if (!first) return [];
  const second = rest.find((one) => one.task !== first.task && tokensIn(first.text + one.text) <= MOST_TOKENS);
  return second ? [first, second].slice(0, SHOWN) : [first];
}

/** The block's verdict that counts here: the one of this machine's kind, else the best of another of the target. Null without one that is fast enough. */
export function provenOn(block: Block, { baselines, target }: Pick<Wanted, "baselines" | "target">): BlockVerdict | null {
  const proven = block.verdicts.filter(({ status, speedup }) => status === "ok" && speedup && speedup.median >= LEAST_SPEED);
  const here = hardwareOf(baselines, target);
  const other = proven.toSorted((a, b) => b.speedup!.median - a.speedup!.median)[0] ?? null;
  const judgedHere = block.verdicts.find(({ hardware }) => hardware === here);
  return judgedHere ? (proven.find(({ hardware }) => hardware === here) ?? null) : other;
}

const hardwareOf = ({ host }: Baselines, target: Settings["target"]): string => (target === "cuda" ? (host.gpu?.name ?? "") : host.cpu);

/** Whether the machine has the SIMD families, and at least the architecture, that a block needs. */
function meets(needs: readonly string[], { baselines: { host } }: Pick<Wanted, "baselines">): boolean {
  const architecture = Number((host.gpu?.capability ?? "0").replace(".", ""));
  return needs.every((one) => {
    const [, least, alone] = /^sm_(\d+)(a?)$/.exec(one) ?? [];
    if (least === undefined) return host.simd.includes(one);
    return alone === "" ? architecture >= Number(least) : architecture === Number(least);
  });
}

/** The words of a text, independent of spelling variants, with a space on both sides. */
const plain = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim()} `;

/** The blocks as prompt text. */
export function blocksText(render: Render, blocks: readonly Block[], where: Pick<Wanted, "baselines" | "target">): string {
  const texts = blocks.map((block) => {
    const { hardware, speedup, errorShare } = provenOn(block, where)!;
    const figures = { hardware, speedup: speedup!.median.toPrecision(2), error: (errorShare ?? 1).toPrecision(1) };
    return render("phrases#block", { name: block.name, what: block.what, ...figures, fence: block.language === "triton" ? "python" : "cpp", text: block.text });
  });
  return texts.length === 0 ? "" : render("phrases#blocks", { blocks: texts.join("\n\n") });
}

/** The blocks, of those in `ids`, that a source is built from: it defines at least half of a block's functions and types. */
export function builtFrom(library: readonly Block[], ids: readonly string[], files: readonly SourceFile[]): string[] {
  const defined = new Set(files.flatMap(({ text }) => namesIn(text)));
  return library
    .filter(({ id, text }) => ids.includes(id) && namesIn(text).filter((one) => defined.has(one)).length * 2 >= namesIn(text).length)
    .map(({ id }) => id);
}

/** The functions and types that a source defines at its outermost level. */
function namesIn(text: string): string[] {
  const definition =
    /^(?:def (\w+)|(?:struct|class) (\w+)|(?!else|return|for|if|while|switch)[\w:<>*&,][\w:<>*&, ()]*?\b(\w+)\s*\([^;{}]*\)\s*(?:const\s*)?\{)/gm;
  return [...text.matchAll(definition)].map(([, python, type, native]) => python ?? type ?? native!);
}

/**
 * How each block did in a run. Each branch that was shown it is compared with the median of the branches of the same parent without it. A branch's value is the speedup of its best attempt, and 0 if none passed.
 */
export function outcomesIn(tree: Tree): BlockOutcome[] {
  const best = new Map<string, number>();
  for (const one of tree.all()) best.set(branchOf(one), Math.max(best.get(branchOf(one)) ?? 0, one.speedup?.median ?? 0));
  const heads = tree.all().filter((one) => one.role === "coder" && one.id === branchOf(one) && one.verdict !== null);
  const outcomes = new Map<string, BlockOutcome>();
  for (const head of heads)
    for (const block of head.blocks?.shown ?? []) {
      const others = heads.filter((one) => one.parent === head.parent && !one.blocks?.shown.includes(block)).map((one) => best.get(one.id)!);
      const { wins, losses } = outcomes.get(block) ?? { wins: 0, losses: 0 };
      const compared = others.length === 0 ? 0 : Math.sign(versus(best.get(head.id)!, medianOf(others)));
      outcomes.set(block, { block, wins: wins + Number(compared > 0), losses: losses + Number(compared < 0) });
    }
  return [...outcomes.values()];
}

/** Positive where the first speedup is larger by more than the margin, negative where it is smaller, else 0. */
const versus = (one: number, other: number): number => (one > other * MARGIN ? 1 : other > one * MARGIN ? -1 : 0);

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)]!, sorted[Math.floor(sorted.length / 2)]!];
  return (low + high) / 2;
}

function isDemoted(block: string, outcomes: readonly BlockOutcome[]): boolean {
  const own = outcomes.filter((one) => one.block === block);
  return own.reduce((sum, { wins, losses }) => sum + losses - wins, 0) >= LOST;
}

/** The blocks that the source of an attempt may hold: those of its parents (two for a crossover), and those that its prompt shows. */
export const heldBy = (parents: readonly Attempt[], shown: readonly Block[]): string[] => [
  ...new Set([...parents.flatMap(({ blocks }) => blocks?.used ?? []), ...shown.map(({ id }) => id)]),
];
