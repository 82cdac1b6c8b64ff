import { type Attempt, isCounted } from "../../run/attempt.ts";
import { alternativeLabel } from "../../domain/measure.ts";
import { headlineOf } from "../../domain/verdict.ts";
import { createTally, Limits } from "../../domain/budget.ts";
import { NO_MODEL } from "../../domain/settings.ts";
import { whyLeftOut } from "../../domain/incumbent.ts";
import { type Baselines, rivalTimes } from "../../domain/protocol.ts";
import { gatesText } from "../../domain/gate.ts";
import type { RunEvent } from "../../run/events.ts";
import { estimateText, standingText } from "../run/budget.ts";
import { count, dollars, plural, ratio, seconds, time } from "../format.ts";
import { placeText } from "../run/places.ts";
import { tunedText } from "../run/tuned.ts";

/**
 * Progress lines for the terminal. Pass it every event of the run, earlier ones first. It returns null for events without a line. The verbose
 * form adds calls of model and judge, the choice of parents, plans, diagnoses, and full error texts.
 */
export function createProgress(verbose = false): (event: RunEvent) => string | null {
  const tally = createTally();
  const made = new Set<string>();
  const told = new Set<string>();
  let attempts = 0;
  let limits = Limits.parse({});
  const note = (event: RunEvent): void => {
    if (event.type === "charged") tally.add(event.charge, Date.parse(event.at));
    if (event.type === "attempted") told.add(event.attempt.id);
    if (event.type === "attempted" && isCounted(event.attempt)) made.add(event.attempt.id);
    if (event.type === "started") limits = event.limits;
    if (event.type === "started") attempts = Number(event.settings["attempts"]);
  };
  return (event) => {
    const isAgain = event.type === "attempted" && told.has(event.attempt.id); // as releases before 0.2.0 wrote it, with its diagnosis
    note(event);
    const line = [isAgain ? null : lineOf(event), verbose ? moreOf(event) : null].filter((part) => part !== null).join("\n") || null;
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
      return startLines(at, event);
    case "traced":
      return `${at} trace: ${event.link}`;
    case "prepared":
      return `${at} reference: ${referenceText(event.baselines)}; judge isolation ${event.baselines.host.isolation.level}`;
    case "incumbent":
      return `${at} ${incumbentText(event)}`;
    case "selected":
      return `${at} round ${event.round}: ${event.expansions.map((one) => `${one.attempt} from ${one.parent}`).join(", ") || "nothing left to grow"}`;
    case "attempted":
      return attemptLine(at, event.attempt);
    case "duplicate":
      return `${at}   ${event.attempt} is the same program as ${event.of}`;
    case "promoting":
      return `${at} promotion: ${plural(event.attempts.length, "finalist")} measured again, each in ${event.pairs ?? "several"} pairs of fresh processes; this takes minutes`;
    case "promoted":
      return `${at} promotion of ${event.attempt}: ${event.verdict.status}${event.verdict.status === "ok" ? ` ${ratio(event.verdict.speedup)}` : ""}`;
    case "confirmed":
      return [
        ...event.verdicts.map(
          (one) => `${at} ${event.attempt} on ${placeText(one.place)}: ${one.status}${one.status === "ok" ? ` ${ratio(one.speedup)}` : ""}`,
        ),
        ...(event.missing ? [`${at} ${event.missing}`] : []),
      ].join("\n");
    case "exported":
      return `${at} ${event.attempt} exported as ${event.format}: ${gatesText(event.gates)}`;
    case "human_feedback":
      return `${at} you, on ${event.feedback.on}: ${event.feedback.text}`;
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

function startLines(at: string, { task, target, language, mode, model, estimate, price }: Extract<RunEvent, { type: "started" }>): string {
  const asked = model === NO_MODEL ? "no model is asked" : `model ${model}`;
  const replayed = "REPLAYING replies recorded from a real model; every kernel is built, checked and timed here";
  return [
    `${at} ${task} on ${target} in ${language}; ${mode === "replay" ? replayed : asked}`,
    ...(estimate && mode === "live" ? [`${indent}estimate: ${estimateText(estimate, price)}`] : []),
    `${indent}the judge opens the task and times the reference; this can take a minute`,
  ].join("\n");
}

/** "47.9 ms [45.1, 50.2] eager; by ratios kept per task and host: 29.4 ms [26.9, 32.2] torch.compile" */
function referenceText(baselines: Baselines): string {
  const rivals = rivalTimes(baselines).map((rival) => `${time(rival.time)} ${alternativeLabel[rival.name]}`);
  return [`${time(baselines.eager)} eager`, rivals.length > 0 && `by ratios kept per task and host: ${rivals.join(", ")}`].filter(Boolean).join("; ");
}

function incumbentText({ tier, judged }: Extract<RunEvent, { type: "incumbent" }>): string {
  const { name, verdict } = judged;
  if (verdict?.status !== "ok") return whyLeftOut(judged) ?? "";
  return `incumbent ${name}${tier === "promotion" ? ", measured again" : ""}: ${time(verdict.candidate)}, ${ratio(verdict.speedup)} against eager`;
}

/** The extra line of the verbose form, or null. */
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
    case "human_feedback":
    case "forked":
    case "traced":
    case "prepared":
    case "incumbent":
    case "duplicate":
    case "promoting":
    case "promoted":
    case "confirmed":
    case "exported":
    case "resumed":
    case "tuned":
    case "stopped":
    case "finished":
      return null;
  }
}

function attemptText({ id, role, plan, problem, diagnosis }: Attempt): string {
  if (role === "reference") return "";
  const told = [role === "tuner" ? null : plan && `plan: ${plan.advice}`, problem, diagnosis && `diagnosis of ${id}: ${diagnosis.summary}`];
  return told
    .filter((text) => text)
    .flatMap((text) => text!.trim().split("\n"))
    .map((line) => `${indent}${line}`)
    .join("\n");
}

function attemptLine(at: string, attempt: Attempt): string | null {
  if (attempt.role === "reference" || attempt.role === "tuner") return null;
  const result = attempt.time && attempt.speedup ? `${time(attempt.time)}, ${ratio(attempt.speedup)}` : headlineOf(attempt.problem);
  return `${at}   ${attempt.id} ${attempt.status}: ${result}${attempt.plan ? `  [${attempt.plan.strategy}]` : ""}`;
}
