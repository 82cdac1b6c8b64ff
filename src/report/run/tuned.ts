/** Tuning results as text. */
import type { Tuned } from "../../run/events.ts";
import { digits, plural, seconds as duration } from "../format.ts";

/** The result of tuning an attempt, in one line. */
export function tunedText({ settings, seconds, change, gain }: Tuned): string {
  const failed = settings.filter((one) => one.status !== "ok").length;
  const tried = `${plural(settings.length, "setting")} in ${duration(seconds)}${failed > 0 ? `, ${failed} failed` : ""}`;
  return change === null || gain === null ? `tuned: ${tried}; none is reliably faster` : `tuned: ${tried}; ${change} is ${digits(gain)} times as fast`;
}

/** The first measurement of each setting, one line each. The source's own setting is first. */
export function tunedTable({ settings }: Tuned): string {
  return settings.map(({ setting, status, speedup }) => `    ${settingText(setting)}: ${speedup === null ? status : `${digits(speedup)}x`}`).join("\n");
}

/** A setting as text: `BLOCK=128 ROWS=2`. */
export const settingText = (setting: Readonly<Record<string, number>>): string =>
  Object.entries(setting)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
