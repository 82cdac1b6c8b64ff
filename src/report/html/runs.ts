/** The runs of a folder as a page: one row each, with a link to its report. */
import { plural } from "../format.ts";
import { type Listed, listingCells, listingHeads } from "../terminal/listing.ts";
import { markup, table } from "./markup.ts";
import { page } from "./page.ts";

/** The page. `folder` is its heading; `benches` are those that lie beside the runs. */
export function runsHtml(folder: string, runs: readonly { row: Listed; href: string }[], benches: readonly { name: string; href: string }[]): string {
  const rows = runs.map(({ row, href }) => {
    const [name, ...more] = listingCells(row);
    return [markup`<a href="${href}">${name}</a>`, ...more];
  });
  const body = markup`<header>
      <h1>${folder}</h1>
      <p class="quiet">${plural(runs.length, "run")}</p>
    </header>
    <main>
      ${benches.length > 0 && markup`<p>Benches: ${benches.map(({ name, href }, at) => markup`${at > 0 && ", "}<a href="${href}">${name}</a>`)}</p>`}
      ${runs.length === 0 ? markup`<p>There are no runs here yet.</p>` : table(listingHeads, rows, listingHeads.length)}
    </main>`;
  return page(folder, body);
}
