/**
 * The facts in a run's log. After a kill, a node without a checkpoint runs again and repeats its events. Each fact is
 * written once.
 */
import { hashOf } from "../lib/hash.ts";
import type { RunEvent } from "./events.ts";

export interface Facts {
  /** Records an event. Returns whether the log lacked it. */
  note(event: RunEvent): boolean;
}

/** Starts from the events so far. */
export function createFacts(events: readonly RunEvent[]): Facts {
  const known = new Map<string, string>();
  const note = (event: RunEvent): boolean => {
    if (event.type === "resumed") for (const ended of ["stopped", "finished"]) known.delete(ended);
    const subject = subjectOf(event);
    if (subject === null) return true;
    const { at: _, ...said } = event;
    const text = hashOf(JSON.stringify(said));
    if (known.get(subject) === text) return false;
    known.set(subject, text);
    return true;
  };
  for (const event of events) note(event);
  return { note };
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
