/** Tuning in words, for the terminal. */
import type { Tuned } from "../domain/run-record.ts";
import { digits, seconds as duration } from "./format.ts";

/** What tuning an attempt came to, in one line. */
export function tunedText({ settings, seconds, change, gain }: Tuned): string {
  const failed = settings.filter((one) => one.status !== "ok").length;
  const tried = `${settings.length} settings in ${duration(seconds)}${failed > 0 ? `, ${failed} failed` : ""}`;
  return change === null || gain === null ? `tuned: ${tried}; none is surely faster` : `tuned: ${tried}; ${change} is ${digits(gain)} times as fast`;
}
