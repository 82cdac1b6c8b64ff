/**
 * The report of a run as one HTML file that needs nothing else: no network, no script, no fonts.
 * Pure: what it shows comes from the record and from the artifacts that it is handed.
 */
import type { RunRecord } from "../domain/run-record.ts";
import { markup } from "./markup.ts";
import { outcomeOf, type Artifacts } from "./outcome.ts";
import { renderPath } from "./path.ts";
import { renderResult } from "./result.ts";
import { renderCost, renderEnvironment, renderTask } from "./setting.ts";
import { style } from "./style.ts";
import { renderFailures, renderSearch } from "./tree.ts";

/** The whole page. An artifact that is gone leaves a sentence in its place; the rest of the page stands. */
export function renderHtml(record: RunRecord, artifacts: Artifacts): string {
  const outcome = outcomeOf(record, artifacts);
  const { task, runId, at, target, model, mode } = record.started;
  const page = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <meta name="color-scheme" content="light dark" />
        <title>${task} – kernelwright</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <main>
          <header>
            <h1>${task}</h1>
            <p class="quiet">
              kernelwright run ${runId} · ${at.slice(0, 16).replace("T", " ")} UTC · ${target} · ${model}${mode === "replay" && " (replayed)"}
            </p>
          </header>
          ${renderResult(record, outcome)} ${renderTask(record, artifacts)} ${renderEnvironment(record)} ${renderSearch(record, outcome)}
          ${renderPath(record, outcome, artifacts)} ${renderFailures(record.attempts)} ${renderCost(record, artifacts)}
        </main>
      </body>
    </html> `;
  return page.text;
}
