/** A bench's tables as terminal text and as Markdown. page.ts makes the HTML page. */
import type { BenchResults } from "../../domain/bench.ts";
import { tablesOf, textOf, type Table } from "./table.ts";
import { datesText, headline } from "./page.ts";
import { aligned } from "../terminal/listing.ts";
import { printable } from "../terminal/summary.ts";

/** Tables one after the other, for the terminal. */
export function tablesText(tables: readonly Table[]): string {
  const text = ({ title, head, rows, notes }: Table): string =>
    [`${title}\n`, aligned([head, ...rows.map((row) => row.map(textOf))]), ...notes.map((note) => `${note}\n`)].join("");
  return printable(tables.map(text).join("\n"));
}

/** Each table as a section of Markdown. */
export function tablesMarkdown(tables: readonly Table[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return tables.map(({ title, head, rows, left, notes }) =>
    [
      `## ${cell(title)}`,
      [line(head), line(head.map((_, at) => (at < left ? "---" : "---:"))), ...rows.map((row) => line(row.map(textOf)))].join("\n"),
      ...notes.map(cell),
    ].join("\n\n"),
  );
}

const cell = (text: string): string => printable(text).replaceAll("|", "\\|").replaceAll("\n", " ");

/** A bench's results as Markdown, under a heading. */
export function benchMarkdown(results: BenchResults): string {
  const head = [`# ${headline(results)}`, printable(datesText(results)), `\`\`\`\n${printable(results.command)}\n\`\`\``];
  return `${[...head, ...tablesMarkdown(tablesOf(results))].join("\n\n")}\n`;
}
