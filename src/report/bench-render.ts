/** A bench's tables as text for the terminal, as Markdown, and as one HTML page that needs nothing else. */
import type { BenchResults } from "../domain/bench.ts";
import { tablesOf, type Table } from "./bench-table.ts";
import { plural, utc } from "./format.ts";
import { aligned } from "./listing.ts";
import { Markup, markup, table } from "./markup.ts";
import { page } from "./page.ts";
import { printable } from "./text.ts";

/** Tables one after the other, for the terminal. */
export function tablesText(tables: readonly Table[]): string {
  const text = ({ title, head, rows, notes }: Table): string => [`${title}\n`, aligned([head, ...rows]), ...notes.map((note) => `${note}\n`)].join("");
  return printable(tables.map(text).join("\n"));
}

/** The same as Markdown, under a heading. */
export function benchMarkdown(results: BenchResults): string {
  const cell = (text: string): string => printable(text).replaceAll("|", "\\|").replaceAll("\n", " ");
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  const section = ({ title, head, rows, left, notes }: Table): string =>
    [`## ${cell(title)}`, [line(head), line(head.map((_, at) => (at < left ? "---" : "---:"))), ...rows.map(line)].join("\n"), ...notes.map(cell)].join("\n\n");
  return `${[`# ${headline(results)}`, `\`\`\`\n${printable(results.command)}\n\`\`\``, ...tablesOf(results).map(section)].join("\n\n")}\n`;
}

/** The same as a page. */
export function benchHtml(results: BenchResults): string {
  const section = ({ title, head, rows, left, notes }: Table) =>
    markup`<section>
      <h2>${title}</h2>
      ${table(head, rows, left)} ${notes.map((note) => markup`<p class="quiet">${note}</p> `)}
    </section>`;
  const body = markup`<main>
    <header>
      <h1>${headline(results)}</h1>
      <p class="quiet">${utc(results.at)}</p>
    </header>
    ${tablesOf(results).map(section)}
    <section>
      <h2>Command</h2>
      <pre><code>${results.command}</code></pre>
    </section>
  </main>`;
  return page(headline(results), body, wide);
}

/** Tables of many columns want the whole window, and names in one piece. */
const wide = new Markup("main { max-width: 84rem } td { white-space: nowrap } td:last-child:not(.num) { white-space: normal }");

function headline({ cells }: BenchResults): string {
  const known = cells.filter(({ machine }) => machine !== null);
  const targets = [...new Set(known.map(({ precision, machine }) => `${machine}, ${precision}`))];
  const machines = targets.length === 1 ? ` on ${targets[0]}` : "";
  return `Bench of ${plural(new Set(cells.map((one) => one.source)).size, "task")}${machines}`;
}
