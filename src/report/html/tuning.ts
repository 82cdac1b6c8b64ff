/** Tuning results as tables of the page. */
import type { RunRecord, Tuned } from "../../run/events.ts";
import { times } from "../format.ts";
import { fold, markup, table, type Markup } from "./markup.ts";
import { words } from "../run/notes.ts";
import { settingText, tunedText } from "../run/tuned.ts";

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
