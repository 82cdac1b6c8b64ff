/** Lessons across tasks: which of a run's attempts taught one, which old ones fit a bottleneck, and which have stopped to help. */
import type { Attempt } from "../domain/attempt.ts";
import type { KeptLesson, Lesson, LessonOutcome } from "../domain/lesson.ts";
import type { Ratio } from "../domain/measure.ts";
import type { Baselines } from "../domain/protocol.ts";
import type { Settings } from "../domain/settings.ts";
import { ROOT, type Tree } from "../domain/tree.ts";
import { diagnosisOf } from "./diagnosis.ts";
import { familiesOf } from "./families.ts";

/** Lessons shown for one bottleneck. */
const SHOWN = 3;
/** Lessons taken from one run: those of its largest gains. */
const TAUGHT = 5;
const MOST_OF_AN_ADVICE = 600;
/** How little in common is still worth reading, from 0 to 1. */
const SIMILAR = 0.45;
/** Outcomes that count: older ones are of other models and other prompts. */
const RECENT = 8;
/** Below this a lesson is not shown any more: three followers without a gain, and no other. */
const USEFUL = 0.5;

export type Situation = Pick<Lesson, "bound" | "families" | "target" | "precision" | "hardware">;

/** What a task has in common with others, its bottleneck left out. */
export function situationOf(baselines: Baselines, { target, precision }: Pick<Settings, "target" | "precision">): Omit<Situation, "bound"> {
  const { host, operators } = baselines;
  return { families: familiesOf(operators), target, precision, hardware: target === "cuda" ? (host.gpu?.name ?? host.cpu) : host.cpu };
}

/** What the attempt was changed from, and what the change brought; null where either was not measured, or the gain may be noise. */
export function gainOf(tree: Tree, attempt: Attempt): Ratio | null {
  const parent = attempt.parent === null ? undefined : tree.find(attempt.parent);
  const before = parent?.id === ROOT ? { median: 1, low: 1, high: 1 } : parent?.speedup;
  const after = attempt.speedup;
  if (!before || !after) return null;
  const gain = { median: after.median / before.median, low: after.low / before.high, high: after.high / before.low, samples: after.samples };
  return gain.low > 1 ? gain : null;
}

/** What a run teaches: its largest sure gains, by attempt, each with the bottleneck that it was made against. */
export function taughtBy(tree: Tree, baselines: Baselines, task: Omit<Situation, "bound">): { attempt: string; lesson: Omit<Lesson, "source" | "at"> }[] {
  return tree
    .all()
    .flatMap((attempt) => {
      const { plan } = attempt;
      const gain = plan && attempt.role === "coder" ? gainOf(tree, attempt) : null;
      if (!plan || !gain) return [];
      const { bound } = diagnosisOf(tree.find(attempt.parent ?? ROOT), baselines);
      return [{ attempt: attempt.id, lesson: { ...task, bound, change: plan.strategy, advice: plan.advice.slice(0, MOST_OF_AN_ADVICE), gain } }];
    })
    .toSorted((a, b) => b.lesson.gain.median - a.lesson.gain.median)
    .slice(0, TAUGHT);
}

/** The lessons that fit a situation best, those that lately did not help left out. */
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

/** From 0 to 1: the bottleneck counts as much as the operators, the very machine a little. Another target has nothing in common. */
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

/** Twice the mean of a uniform prior after the recent outcomes: 1 for a lesson that nobody followed yet, towards 0 for one that never helps. */
function usefulness(outcomes: readonly LessonOutcome[]): number {
  const recent = outcomes.toSorted((a, b) => (a.at < b.at ? -1 : 1)).slice(-RECENT);
  return (2 * (recent.filter((one) => one.helped).length + 1)) / (recent.length + 2);
}

/** What came of following lessons in a run: an attempt followed one if it was shown it and made the same kind of change. */
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

/** Lessons as the planner reads them, under its diagnosis. */
export function lessonsText(lessons: readonly KeptLesson[]): string {
  if (lessons.length === 0) return "";
  const line = ({ lesson: { change, advice, gain, families, hardware } }: KeptLesson): string =>
    `- ${change} (${gain.median.toPrecision(3)} times faster on ${families.join(", ")}, ${hardware}): ${advice.split("\n").join(" ")}`;
  return `Measured to help on this bottleneck in other tasks; judge for yourself whether it fits:\n${lessons.map(line).join("\n")}`;
}
