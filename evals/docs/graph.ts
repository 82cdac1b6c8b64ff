/** `npm run docs:graph`: writes what follows from the code, the search graph and the exit codes, into docs/graph.mmd and into the marked places of the pages. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { exitMarkdown } from "../../src/cli/exit-codes.ts";
import { graph } from "../../src/graph/index.ts";
import { fill } from "../pages.ts";

const root = join(import.meta.dirname, "..", "..");
const drawing = (await graph.getGraphAsync({ xray: true })).drawMermaid().trim();
writeFileSync(join(root, "docs", "graph.mmd"), `${drawing}\n`);
for (const page of ["README.md", "ARCHITECTURE.md"]) fill(page, "graph", `\`\`\`mermaid\n${drawing}\n\`\`\``);
fill("docs/runs.md", "exit codes", exitMarkdown());
