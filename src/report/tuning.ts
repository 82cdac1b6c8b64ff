/** Tuning in words, for the terminal. */
import type { Tuned } from "../domain/run-record.ts";
import { digits, seconds as duration } from "./format.ts";

/** What tuning an attempt came to, in one line. */
export function tunedText({ settings, seconds, change, gain }: Tuned): string {
  const failed = settings.filter((one) => one.status !== "ok").length;
  const tried = `${settings.length} settings in ${duration(seconds)}${failed > 0 ? `, ${failed} failed` : ""}`;
  return change === null || gain === null ? `tuned: ${tried}; none is surely faster` : `tuned: ${tried}; ${change} is ${digits(gain)} times as fast`;
}

/** The first look at each setting, a line each; the source's own is the first. */
export function tunedTable({ settings }: Tuned): string {
  const named = (setting: Readonly<Record<string, number>>): string =>
    Object.entries(setting)
      .map(([name, value]) => `${name}=${value}`)
      .join(" ");
  return settings.map(({ setting, status, speedup }) => `    ${named(setting)}: ${speedup === null ? status : `${digits(speedup)}x`}`).join("\n");
}
