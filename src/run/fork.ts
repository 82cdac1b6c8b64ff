/** A fork: a run that continues from an earlier round of another run. Its folder has a copy of the common part. */
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../domain/errors.ts";
import { NO_MODEL } from "../domain/settings.ts";
import { isCounted } from "./attempt.ts";
import type { RunEvent } from "./events.ts";
import { kernelwright } from "../lib/shell.ts";
import { writeWhole } from "../tools/system/files.ts";
import { replyNames, type RunFolder } from "./run-folder.ts";
import { newRun, uniqueName, writeRunFile } from "./run-file.ts";
import { parseAttemptId } from "./attempt-id.ts";

export interface Fork {
  /** the last common round */
  round: number;
  /** total number of attempts, including kept ones; null means the run's own number */
  attempts: number | null;
  /** the hint for its planners; here only part of the command that makes the fork */
  hint: string;
}

/** A folder beside a run's for a fork of it. */
export const forkPath = (from: string, ending?: string): string => (ending === undefined ? uniqueName(`${from}-fork`) : `${from}-fork-${ending}`);

/** The rounds of a run with a selection. */
export function roundsOf(events: readonly RunEvent[]): number {
  return Math.max(0, ...events.map((one) => (one.type === "selected" ? one.round : 0)));
}

/** The number of attempts that a fork from the end of `round` keeps, including repairs and excluding tuned settings. */
export function keptBy(events: readonly RunEvent[], round: number): number {
  return new Set(common(events, round).flatMap((one) => (one.type === "attempted" && isCounted(one.attempt) ? [one.attempt.id] : []))).size;
}

/**
 * Makes the folder of the fork at `to`: the events up to the end of the round, with their artifacts and replies. It writes run.json last.
 * After a kill the same call completes the folder. Verdicts beyond those of the attempts are asked for again. Throws UserError for a round
 * that the run does not have, and where the attempts that are kept leave none to make.
 */
export function forkRun(from: RunFolder, to: string, { round, attempts, hint }: Fork): string {
  const { settings, task, start, against, id } = from.about;
  const events = from.events();
  const last = roundsOf(events);
  if (!Number.isInteger(round) || round < 0 || round > last)
    throw new UserError(`${from.path} has no round ${round}`, `give a round from 0 (nothing but the reference) to ${last}`);
  if (settings.model.name === NO_MODEL)
    throw new UserError(
      `${from.path} asked no model, so a fork has none to ask`,
      `search from its kernel: ${kernelwright("optimize", settings.taskFile, "--start", from.path, "--model", "NAME")}`,
    );
  const made = keptBy(events, round);
  const total = attempts ?? settings.policy.attempts;
  if (total <= made)
    throw new UserError(
      `round ${round} of ${from.path} already holds ${made} attempts, and the fork may have ${total}: nothing would be tried`,
      `give --attempts N for N new ones (in Studio: a budget above ${made}), or an earlier round`,
    );
  const policy = { ...settings.policy, attempts: total };
  const flags = ["--round", String(round), ...(attempts === null ? [] : ["--attempts", String(total - made)]), ...(hint === "" ? [] : ["--hint", hint])];
  const command = kernelwright("fork", from.path, ...flags);
  const about = newRun(to, { settings: { ...settings, policy }, task, command, start, against });
  const own = { runId: about.id, command, settings: { ...policy } };
  mkdirSync(join(to, "replies"), { recursive: true });
  cpSync(from.file("artifacts"), join(to, "artifacts"), { recursive: true });
  for (const name of replyNames(from))
    if ((parseAttemptId(name.split(".")[0] ?? "")?.round ?? Infinity) <= round) cpSync(from.file(`replies/${name}`), join(to, "replies", name));
  const forked = { type: "forked", from: id, round, at: new Date().toISOString() } as const;
  const kept = [...common(events, round).map((one) => (one.type === "started" ? { ...one, ...own } : one)), forked];
  writeWhole(join(to, "events.jsonl"), kept.map((event) => `${JSON.stringify(event)}\n`).join(""));
  return writeRunFile(to, about);
}

/** The events up to the end of a round that a fork keeps. */
function common(events: readonly RunEvent[], round: number): RunEvent[] {
  const cut = events.findIndex((one) => (one.type === "selected" && one.round > round) || ["promoting", "promoted", "finished"].includes(one.type));
  return events.slice(0, cut < 0 ? events.length : cut).filter((one) => one.type !== "stopped" && one.type !== "traced");
}
