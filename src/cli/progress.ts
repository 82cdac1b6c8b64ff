import { rivalLabel } from "../domain/measure.ts";
import type { RunEvent } from "../domain/run-record.ts";
import { ratio, time } from "../report/format.ts";

/** A line for the terminal about an event; null for those that say nothing new. */
export function progressLine(event: RunEvent): string | null {
  const at = event.at.slice(11, 19);
  switch (event.type) {
    case "started":
      return `${at} ${event.task} on ${event.target} in ${event.language}; ${event.mode === "replay" ? "REPLAYING replies recorded from a real model; every kernel is built, checked and timed here" : `model ${event.model}`}`;
    case "prepared":
      return `${at} reference: ${time(event.baselines.eager)} eager${event.baselines.rivals.map(({ name, time: taken }) => (taken ? `, ${time(taken)} ${rivalLabel[name]}` : "")).join("")}; judge isolation ${event.baselines.host.isolation.level}`;
    case "selected":
      return `${at} round ${event.round}: ${event.expansions.map((one) => `${one.attempt} from ${one.parent}`).join(", ") || "nothing left to grow"}`;
    case "attempted":
      return attemptLine(at, event.attempt);
    case "promoted":
      return `${at} promotion of ${event.attempt}: ${event.verdict.status}${event.verdict.status === "ok" ? ` ${ratio(event.verdict.speedup)}` : ""}`;
    case "resumed":
      return `${at} resumed`;
    case "stopped":
      return `${at} search ends: ${event.detail}`;
    case "returned":
    case "finished":
      return null;
  }
}

function attemptLine(at: string, attempt: Extract<RunEvent, { type: "attempted" }>["attempt"]): string | null {
  if (attempt.role === "reference" || attempt.diagnosis) return null;
  const result =
    attempt.time && attempt.speedup
      ? `${time(attempt.time)}, ${ratio(attempt.speedup)}`
      : (attempt.problem.split("\n").find((line) => line.trim() !== "") ?? "").slice(0, 140);
  return `${at}   ${attempt.id} ${attempt.status}: ${result}${attempt.plan ? `  [${attempt.plan.strategy}]` : ""}`;
}
