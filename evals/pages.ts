/** Pages whose marked places the programs of evals/ write, and their tables. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = join(import.meta.dirname, "..");

/** Puts a text between the lines `<!-- name -->` and `<!-- end -->` of a page of the repository. A page that does not exist becomes the text alone. Throws for a page without the place. */
export function fill(page: string, name: string, content: string): void {
  const path = resolve(root, page);
  const marked = new RegExp(`(<!-- ${name} -->\\n)[^]*?(<!-- end -->)`);
  const text = existsSync(path) ? readFileSync(path, "utf8") : `<!-- ${name} -->\n<!-- end -->\n`;
  if (!marked.test(text)) throw new Error(`${page} has no place for the ${name}: add the lines <!-- ${name} --> and <!-- end -->`);
  writeFileSync(
    path,
    text.replace(marked, (_, open: string, end: string) => `${open}${content}\n${end}`),
  );
}

/** A table in Markdown. */
export function tableOf(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(titles), line(titles.map(() => "---")), ...rows.map(line)].join("\n");
}
