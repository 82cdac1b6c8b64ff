/** Tuning results as text for the terminal, and as tables for the page. */
import type { RunRecord, Tuned } from "../../run/events.ts";
import { digits, plural, seconds as duration, times } from "../format.ts";
import { fold, markup, table, type Markup } from "./markup.ts";
import { words } from "../run/notes.ts";

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

const settingText = (setting: Readonly<Record<string, number>>): string =>
  Object.entries(setting)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");

/** The first measurement of each setting of one attempt, as a table. */
export function renderTuning({ settings }: Tuned): Markup {
  return table(
    ["setting, the source's own first", "against eager"],
    settings.map(({ setting, status, speedup }) => [settingText(setting), speedup === null ? words(status) : times(speedup)]),
  );
}

/** All attempts with tuned constants. Empty without any. */
export function renderTunings({ tunings }: RunRecord): Markup {
  if (tunings.length === 0) return markup``;
  return markup`<section id="tuning">
    <h2>Tuning</h2>
    <p class="quiet">Constants that a kernel marks, tried by the judge without asking the model.</p>
    ${tunings.map(({ attempt, tuning }) => fold(`${attempt} ${tunedText(tuning)}`, renderTuning(tuning)))}
  </section>`;
}
