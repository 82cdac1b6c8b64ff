/** Lessons across tasks, in a LangGraph store. Without a store, nothing is read or written. */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { KeptLesson, type Lesson, LessonOutcome } from "../../domain/lesson.ts";

export interface Memory {
  recall(): Promise<{ lessons: KeptLesson[]; outcomes: LessonOutcome[] }>;
  /** Stores a lesson under a key. An equal key replaces it. */
  teach(key: string, lesson: Lesson): Promise<void>;
  /** Stores the outcome of a lesson in one attempt of one run. A repetition counts once. */
  note(attempt: string, outcome: LessonOutcome): Promise<void>;
}

/** A limit above any memory's size: LangGraph's default limit is ten. */
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
