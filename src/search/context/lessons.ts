/** Lessons across tasks: makes lessons from a run, finds lessons for a bottleneck, and drops lessons that no longer help. */
import type { Attempt } from "../../run/attempt.ts";
import type { KeptLesson, Lesson, LessonOutcome } from "../../domain/lesson.ts";
import type { Ratio } from "../../domain/measure.ts";
import type { Baselines } from "../../domain/protocol.ts";
import type { Settings } from "../../domain/settings.ts";
import { ROOT, type Tree } from "../../run/tree.ts";
import { boundBefore } from "../diagnosis/diagnosis.ts";
import { linesOf, type Render } from "../../domain/render.ts";
import { familiesOf } from "../parts/operator-families.ts";

/** Lessons shown for one bottleneck. */
const SHOWN = 3;
/** The largest number of lessons from one run. */
const TAUGHT = 5;
const MOST_OF_AN_ADVICE = 600;
/** The least similarity of a shown lesson, from 0 to 1. */
const SIMILAR = 0.45;
/** The number of latest outcomes that count. Older ones come from other models and prompts. */
const RECENT = 8;
/** A lesson with a lower value is hidden. Three outcomes without a gain are enough for that. */
const USEFUL = 0.5;

export type Situation = Pick<Lesson, "bound" | "families" | "target" | "precision" | "hardware">;

/** The features for the similarity of tasks, without the bottleneck. */
export function situationOf(baselines: Baselines, { target, precision }: Pick<Settings, "target" | "precision">): Omit<Situation, "bound"> {
  const { host, operators } = baselines;
  return { families: familiesOf(operators), target, precision, hardware: target === "cuda" ? (host.gpu?.name ?? host.cpu) : host.cpu };
}

/** The parent of an attempt and its gain over it. Null if either was not measured, or if the gain may be noise. */
export function gainOf(tree: Tree, attempt: Attempt): Ratio | null {
  const parent = attempt.parent === null ? undefined : tree.find(attempt.parent);
  const before = parent?.id === ROOT ? { median: 1, low: 1, high: 1 } : parent?.speedup;
  const after = attempt.speedup;
  if (!before || !after) return null;
  const gain = { median: after.median / before.median, low: after.low / before.high, high: after.high / before.low, samples: after.samples };
  return gain.low > 1 ? gain : null;
}

/** The lessons of a run: its largest reliable gains, by attempt, each with the parent's bottleneck. */
export function taughtBy(tree: Tree, baselines: Baselines, task: Omit<Situation, "bound">): { attempt: string; lesson: Omit<Lesson, "source" | "at"> }[] {
  return tree
    .all()
    .flatMap((attempt) => {
      const { plan } = attempt;
      const gain = plan && attempt.role === "coder" ? gainOf(tree, attempt) : null;
      if (!plan || !gain) return [];
      const bound = boundBefore(tree.find(attempt.parent ?? ROOT), baselines);
      return [{ attempt: attempt.id, lesson: { ...task, bound, change: plan.strategy, advice: plan.advice.slice(0, MOST_OF_AN_ADVICE), gain } }];
    })
    .toSorted((a, b) => b.lesson.gain.median - a.lesson.gain.median)
    .slice(0, TAUGHT);
}

/** The lessons that fit a situation best, without those that recently did not help. */
export function lessonsFor(situation: Situation, lessons: readonly KeptLesson[], outcomes: readonly LessonOutcome[]): KeptLesson[] {
  return lessons
    .map((kept) => ({ kept, similar: similarity(situation, kept.lesson), useful: usefulness(outcomes.filter((one) => one.lesson === kept.key)) }))
    .filter(({ similar, useful }) => similar >= SIMILAR && useful >= USEFUL)
    .toSorted(
      (a, b) => b.similar * b.useful - a.similar * a.useful || b.kept.lesson.gain.median - a.kept.lesson.gain.median || (a.kept.key < b.kept.key ? -1 : 1),
    )
    .slice(0, SHOWN)
    .map(({ kept }) => kept);
}

/** Similarity from 0 to 1. Bottleneck and operators count equally, the machine a little. Different targets give 0. */
function similarity(one: Situation, other: Situation): number {
  if (one.target !== other.target) return 0;
  const all = new Set([...one.families, ...other.families]);
  const common = one.families.filter((family) => other.families.includes(family)).length;
  const operators = all.size === 0 ? 0 : common / all.size;
  return (
    0.45 * Number(one.bound === other.bound) +
    0.45 * operators +
    0.05 * Number(one.hardware === other.hardware) +
    0.05 * Number(one.precision === other.precision)
  );
}

/** The value of a lesson: twice the posterior mean of a uniform prior after the recent outcomes. 1 without outcomes, near 0 if it never helps. */
function usefulness(outcomes: readonly LessonOutcome[]): number {
  const recent = outcomes.toSorted((a, b) => (a.at < b.at ? -1 : 1)).slice(-RECENT);
  return (2 * (recent.filter((one) => one.helped).length + 1)) / (recent.length + 2);
}

/** The outcomes of lessons in a run. An attempt followed a lesson if its prompt had it and it made the same kind of change. */
export function outcomesIn(tree: Tree, lessons: readonly KeptLesson[]): { attempt: string; lesson: string; helped: boolean }[] {
  return tree
    .all()
    .flatMap((attempt) =>
      lessons
        .filter(
          ({ key, lesson }) =>
            attempt.role === "coder" && attempt.verdict !== null && attempt.plan?.lessons?.includes(key) && attempt.plan.strategy === lesson.change,
        )
        .map(({ key }) => ({ attempt: attempt.id, lesson: key, helped: gainOf(tree, attempt) !== null })),
    );
}

/** The lessons as prompt text, below the diagnosis. */
export function lessonsText(render: Render, lessons: readonly KeptLesson[]): string {
  const lines = lessons.map(({ lesson: { change, advice, gain, families, hardware } }) =>
    render("phrases#lesson", { change, gain: gain.median.toPrecision(3), families: families.join(", "), hardware, advice: advice.split("\n").join(" ") }),
  );
  return lines.length === 0 ? "" : render("phrases#lessons", { lines: linesOf(lines) });
}
