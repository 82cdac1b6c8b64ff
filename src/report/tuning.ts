/** Tuning in words for the terminal, and as tables for the page. */
import type { RunRecord, Tuned } from "../domain/run-record.ts";
import { digits, plural, seconds as duration, times } from "./format.ts";
import { fold, markup, table, type Markup } from "./markup.ts";
import { words } from "./notes.ts";

/** What tuning an attempt came to, in one line. */
export function tunedText({ settings, seconds, change, gain }: Tuned): string {
  const failed = settings.filter((one) => one.status !== "ok").length;
  const tried = `${plural(settings.length, "setting")} in ${duration(seconds)}${failed > 0 ? `, ${failed} failed` : ""}`;
  return change === null || gain === null ? `tuned: ${tried}; none is surely faster` : `tuned: ${tried}; ${change} is ${digits(gain)} times as fast`;
}

/** The first look at each setting, a line each; the source's own is the first. */
export function tunedTable({ settings }: Tuned): string {
  return settings.map(({ setting, status, speedup }) => `    ${settingText(setting)}: ${speedup === null ? status : `${digits(speedup)}x`}`).join("\n");
}

const settingText = (setting: Readonly<Record<string, number>>): string =>
  Object.entries(setting)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");

/** The first look at each setting of one attempt, as a table. */
export function renderTuning({ settings }: Tuned): Markup {
  return table(
    ["setting, the source's own first", "against eager"],
    settings.map(({ setting, status, speedup }) => [settingText(setting), speedup === null ? words(status) : times(speedup)]),
  );
}

/** Every attempt whose constants were tuned; nothing where none was. */
export function renderTunings({ tunings }: RunRecord): Markup {
  if (tunings.length === 0) return markup``;
  return markup`<section id="tuning">
    <h2>Tuning</h2>
    <p class="quiet">Constants that a kernel marks, tried by the judge without asking the model.</p>
    ${tunings.map(({ attempt, tuning }) => fold(`${attempt} ${tunedText(tuning)}`, renderTuning(tuning)))}
  </section>`;
}
