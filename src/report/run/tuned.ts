/** Tuning results as text. */
import type { Tuned } from "../../run/events.ts";
import { digits, interval as intervalText, plural, seconds as duration, times } from "../format.ts";
import { words } from "./notes.ts";

/** The result of tuning an attempt, in one line. */
export function tunedText({ settings, seconds, change, gain }: Tuned): string {
  const failed = settings.filter((one) => one.status !== "ok").length;
  const tried = `${plural(settings.length, "setting")} in ${duration(seconds)}${failed > 0 ? `, ${failed} failed` : ""}`;
  return change === null || gain === null ? `tuned: ${tried}; none is reliably faster` : `tuned: ${tried}; ${change} is ${digits(gain)} times as fast`;
}

/** The first measurement of each setting, one line each. The source's own setting is first and marked. */
export function tunedTable({ settings }: Tuned): string {
  return settings.map((one, at) => `    ${settingText(one.setting)}: ${lookText(one)}${at === 0 ? " (as it is)" : ""}`).join("\n");
}

/** "4.29x [3.30, 5.58]": one first look, or the status of one that failed. Logs of earlier releases have no interval. */
export function lookText({ status, speedup, interval }: Tuned["settings"][number]): string {
  if (speedup === null) return words(status);
  return interval ? `${times(speedup)} ${intervalText(interval)}` : times(speedup);
}

/** A setting as text: `BLOCK=128 ROWS=2`. */
export const settingText = (setting: Readonly<Record<string, number>>): string =>
  Object.entries(setting)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
