/** What was learned across tasks, in a LangGraph store; without one, nothing is recalled and nothing kept. */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { KeptLesson, type Lesson, LessonOutcome } from "../domain/lesson.ts";

export interface Memory {
  recall(): Promise<{ lessons: KeptLesson[]; outcomes: LessonOutcome[] }>;
  /** Keeps a lesson under a key; the same key replaces it. */
  teach(key: string, lesson: Lesson): Promise<void>;
  /** Keeps what came of a lesson in one attempt of one run; told again it counts once. */
  note(attempt: string, outcome: LessonOutcome): Promise<void>;
}

/** More than any memory holds: LangGraph returns ten where no limit is given. */
const ALL = 1_000_000;

export function createMemory(opened: () => Promise<BaseStore> | null): Memory {
  let store: Promise<BaseStore> | null | undefined;
  const open = async (): Promise<BaseStore | null> => await (store === undefined ? (store = opened()) : store);
  return {
    async recall() {
      const known = await open();
      if (!known) return { lessons: [], outcomes: [] };
      const [lessons, outcomes] = await Promise.all([known.search(["lessons"], { limit: ALL }), known.search(["outcomes"], { limit: ALL })]);
      return {
        lessons: lessons.map(({ key, value }) => KeptLesson.parse({ key, lesson: value })),
        outcomes: outcomes.map(({ value }) => LessonOutcome.parse(value)),
      };
    },
    async teach(key, lesson) {
      await (await open())?.put(["lessons"], key, lesson);
    },
    async note(attempt, outcome) {
      await (await open())?.put(["outcomes", outcome.lesson], attempt, outcome);
    },
  };
}
