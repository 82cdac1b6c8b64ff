import { type Attempt, isCounted } from "../domain/attempt.ts";
import { rivalLabel } from "../domain/measure.ts";
import { createTally, Limits } from "../domain/budget.ts";
import type { RunEvent } from "../domain/run-record.ts";
import { estimateText, standingText } from "../report/budget.ts";
import { count, dollars, ratio, seconds, time } from "../report/format.ts";
import { tunedText } from "../report/tuning.ts";

/**
 * Lines for the terminal: hand it every event of the run, those of before a stop first; null where there is nothing to say.
 * Verbose, it also tells each call of model and judge, why a parent was chosen, plans, diagnoses, and problems in full.
 */
export function createProgress(verbose = false): (event: RunEvent) => string | null {
  const tally = createTally();
  const made = new Set<string>();
  let attempts = 0;
  let limits = Limits.parse({});
  const note = (event: RunEvent): void => {
    if (event.type === "charged") tally.add(event.charge, Date.parse(event.at));
    if (event.type === "attempted" && isCounted(event.attempt)) made.add(event.attempt.id);
    if (event.type === "started") limits = event.limits;
    if (event.type === "started") attempts = Number(event.settings["attempts"]);
  };
  return (event) => {
    note(event);
    const line = [lineOf(event), verbose ? moreOf(event) : null].filter((part) => part !== null).join("\n") || null;
    return event.type === "selected" && made.size > 0
      ? `${line}\n${indent}spent: ${standingText({ made: made.size, limit: attempts }, tally.spent(), limits)}`
      : line;
  };
}

const indent = " ".repeat(11);

function lineOf(event: RunEvent): string | null {
  const at = event.at.slice(11, 19);
  switch (event.type) {
    case "started":
      return `${at} ${event.task} on ${event.target} in ${event.language}; ${event.mode === "replay" ? "REPLAYING replies recorded from a real model; every kernel is built, checked and timed here" : `model ${event.model}`}${event.estimate && event.mode === "live" ? `\n${indent}estimate: ${estimateText(event.estimate, event.price)}` : ""}`;
    case "traced":
      return `${at} trace: ${event.link}`;
    case "prepared":
      return `${at} reference: ${time(event.baselines.eager)} eager${event.baselines.rivals.map(({ name, time: taken }) => (taken ? `, ${time(taken)} ${rivalLabel[name]}` : "")).join("")}; judge isolation ${event.baselines.host.isolation.level}`;
    case "selected":
      return `${at} round ${event.round}: ${event.expansions.map((one) => `${one.attempt} from ${one.parent}`).join(", ") || "nothing left to grow"}`;
    case "attempted":
      return attemptLine(at, event.attempt);
    case "promoted":
      return `${at} promotion of ${event.attempt}: ${event.verdict.status}${event.verdict.status === "ok" ? ` ${ratio(event.verdict.speedup)}` : ""}`;
    case "told":
      return `${at} you, on ${event.word.on}: ${event.word.text}`;
    case "forked":
      return `${at} forked from ${event.from} after round ${event.round}`;
    case "resumed":
      return `${at} resumed`;
    case "stopped":
      return `${at} search ends: ${event.detail}`;
    case "tuned":
      return `${at}   ${event.attempt} ${tunedText(event.tuning)}`;
    case "returned":
    case "charged":
    case "finished":
      return null;
  }
}

/** What only a verbose reader wants; null where that is nothing. */
function moreOf(event: RunEvent): string | null {
  const at = event.at.slice(11, 19);
  switch (event.type) {
    case "selected":
      return event.expansions.map((one) => `${indent}${one.attempt}: ${one.why}`).join("\n") || null;
    case "charged": {
      const { by, on, seconds: worked, inputTokens, outputTokens, costUsd, gpuSeconds } = event.charge;
      const spent =
        by === "model"
          ? `${count(inputTokens)} tokens in, ${count(outputTokens)} out${costUsd === null ? "" : `, ${dollars(costUsd)}`}`
          : `${seconds(gpuSeconds)} of the device`;
      return `${at}   ${by} ${on}: ${seconds(worked)}, ${spent}`;
    }
    case "returned":
      return `${at}   ${event.branch} returned`;
    case "attempted":
      return attemptText(event.attempt) || null;
    case "started":
    case "told":
    case "forked":
    case "traced":
    case "prepared":
    case "promoted":
    case "resumed":
    case "tuned":
    case "stopped":
    case "finished":
      return null;
  }
}

function attemptText({ id, role, plan, problem, diagnosis }: Attempt): string {
  if (role === "reference") return "";
  const told = diagnosis ? [`diagnosis of ${id}: ${diagnosis.summary}`] : [plan && `plan: ${plan.advice}`, problem];
  return told
    .filter((text) => text)
    .flatMap((text) => text!.trim().split("\n"))
    .map((line) => `${indent}${line}`)
    .join("\n");
}

function attemptLine(at: string, attempt: Attempt): string | null {
  if (attempt.role === "reference" || attempt.diagnosis) return null;
  const result =
    attempt.time && attempt.speedup
      ? `${time(attempt.time)}, ${ratio(attempt.speedup)}`
      : (attempt.problem.split("\n").find((line) => line.trim() !== "") ?? "").slice(0, 140);
  return `${at}   ${attempt.id} ${attempt.status}: ${result}${attempt.plan ? `  [${attempt.plan.strategy}]` : ""}`;
}
