/** A run that goes on from an earlier round of another: a folder of its own, with what both have in common. */
import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../domain/errors.ts";
import type { RunEvent } from "../domain/run-record.ts";
import { kernelwright } from "../domain/shell.ts";
import { appendLine } from "./files.ts";
import { apart, createRun, openRun, type RunFolder } from "./run-folder.ts";

export interface Fork {
  /** the last round that both have */
  round: number;
  /** attempts in all; null is the run's own number */
  attempts: number | null;
  /** what its planners are told; only named here, in the command that makes the fork */
  hint: string;
}

/** A folder beside a run's for a fork of it. */
export const forkPath = (from: string): string => apart(`${from}-fork`);

/** The rounds that a run has selected for. */
export function roundsOf(events: readonly RunEvent[]): number {
  return Math.max(0, ...events.map((one) => (one.type === "selected" ? one.round : 0)));
}

/**
 * Makes the folder of the fork at `to`: the events up to the end of the round, and every artifact and reply that they are made of.
 * Verdicts beyond those of the attempts are asked for again. Throws UserError for a round that the run does not have.
 */
export function forkRun(from: RunFolder, to: string, { round, attempts, hint }: Fork): string {
  const { settings, task, start, id } = from.about;
  const events = from.events();
  const last = roundsOf(events);
  if (!Number.isInteger(round) || round < 0 || round > last)
    throw new UserError(`${from.path} has no round ${round}`, `give a round from 0 (nothing but the reference) to ${last}`);
  const policy = { ...settings.policy, attempts: attempts ?? settings.policy.attempts };
  const flags = ["--round", String(round), ...(attempts === null ? [] : ["--attempts", String(attempts)]), ...(hint === "" ? [] : ["--hint", hint])];
  const command = kernelwright("fork", from.path, ...flags);
  const folder = createRun(to, { ...settings, policy }, task, command, start);
  const own = { runId: openRun(folder).about.id, command, settings: { ...policy } };
  mkdirSync(join(folder, "replies"), { recursive: true });
  cpSync(from.file("artifacts"), join(folder, "artifacts"), { recursive: true });
  for (const name of existsSync(from.file("replies")) ? readdirSync(from.file("replies")) : [])
    if (Number(/^r(\d+)b/.exec(name)?.[1]) <= round) cpSync(from.file(`replies/${name}`), join(folder, "replies", name));
  const forked = { type: "forked", from: id, round, at: new Date().toISOString() } as const;
  for (const event of [...common(events, round, own), forked]) appendLine(join(folder, "events.jsonl"), JSON.stringify(event));
  return folder;
}

/** What happened up to the end of a round; the start tells what is the fork's own. */
function common(events: readonly RunEvent[], round: number, own: { runId: string; command: string; settings: Record<string, unknown> }): RunEvent[] {
  const cut = events.findIndex((one) => (one.type === "selected" && one.round > round) || one.type === "promoted" || one.type === "finished");
  return events
    .slice(0, cut < 0 ? events.length : cut)
    .filter((one) => one.type !== "stopped" && one.type !== "traced")
    .map((one) => (one.type === "started" ? { ...one, ...own } : one));
}
