/** Tuning results as tables of the page. */
import type { RunRecord, Tuned } from "../../run/events.ts";
import { fold, markup, table, type Markup } from "./markup.ts";
import { lookText, settingText, tunedText } from "../run/tuned.ts";

/** The first measurement of each setting of one attempt, as a table. */
export function renderTuning({ settings }: Tuned): Markup {
  return table(
    ["setting, the source's own first", "against eager"],
    settings.map((one) => [settingText(one.setting), lookText(one)]),
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
