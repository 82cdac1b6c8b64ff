/**
 * The facts in a run's log. After a kill, a node without a checkpoint runs again and repeats its events. Each fact is
 * written once.
 */
import { hashOf } from "../lib/hash.ts";
import type { RunEvent } from "./events.ts";

export interface Facts {
  /** Whether the log holds what the event says. */
  knows(event: RunEvent): boolean;
  /** Records an event that the log holds. */
  note(event: RunEvent): void;
}

/** Starts from the events so far. */
export function createFacts(events: readonly RunEvent[]): Facts {
  const known = new Map<string, string>();
  const note = (event: RunEvent): void => {
    if (event.type === "resumed") for (const ended of ["stopped", "finished"]) known.delete(ended);
    const subject = subjectOf(event);
    if (subject !== null) known.set(subject, saidBy(event));
  };
  for (const event of events) note(event);
  return {
    note,
    knows(event) {
      const subject = subjectOf(event);
      return subject !== null && known.get(subject) === saidBy(event);
    },
  };
}

/** What an event says, apart from its time. */
function saidBy(event: RunEvent): string {
  const { at: _, ...said } = event;
  return hashOf(JSON.stringify(said));
}

/** The subject of an event. The last event of a subject counts. Null for events that may repeat. */
function subjectOf(event: RunEvent): string | null {
  switch (event.type) {
    case "started":
    case "prepared":
    case "traced":
    case "stopped":
    case "finished":
      return event.type;
    case "selected":
      return `selected ${event.round}`;
    case "attempted":
      return `attempted ${event.attempt.id}`;
    case "duplicate":
    case "tuned":
    case "promoted":
    case "confirmed":
      return `${event.type} ${event.attempt}`;
    case "exported":
      return `exported ${event.attempt} ${event.format}`;
    case "incumbent":
      return `incumbent ${event.tier} ${event.judged.name}`;
    case "promoting":
      return `promoting ${event.attempts.join(" ")}`;
    case "returned":
      return `returned ${event.branch}`;
    case "human_feedback":
      return `human_feedback ${event.feedback.kind} ${event.feedback.on} ${event.feedback.text}`;
    case "forked":
    case "charged":
    case "resumed":
      return null;
  }
}
