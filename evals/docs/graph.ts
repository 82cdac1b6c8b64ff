/** `npm run docs:graph`: writes what follows from the code, the search graph and the exit codes, into docs/graph.mmd and into the marked places of the pages. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exitMarkdown } from "../../src/cli/exit-codes.ts";
import { graph } from "../../src/graph/index.ts";

const root = join(import.meta.dirname, "..", "..");
const drawing = (await graph.getGraphAsync({ xray: true })).drawMermaid().trim();
writeFileSync(join(root, "docs", "graph.mmd"), `${drawing}\n`);
for (const page of ["README.md", "ARCHITECTURE.md"]) fill(page, "graph", `\`\`\`mermaid\n${drawing}\n\`\`\``);
fill("docs/runs.md", "exit codes", exitMarkdown());

/** Puts a text between the lines `<!-- name -->` and `<!-- end -->` of a page. */
function fill(page: string, name: string, content: string): void {
  const path = join(root, page);
  const marked = new RegExp(`(<!-- ${name} -->\\n)[^]*?(<!-- end -->)`);
  const text = readFileSync(path, "utf8");
  if (!marked.test(text)) throw new Error(`${page} has no place for the ${name}: add the lines <!-- ${name} --> and <!-- end -->`);
  writeFileSync(
    path,
    text.replace(marked, (_, open: string, end: string) => `${open}${content}\n${end}`),
  );
}
