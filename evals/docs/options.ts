/** `npm run docs:options`: writes the option table of the code into docs/options.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { optionsTable } from "../../src/domain/options.ts";

const page = join(import.meta.dirname, "..", "..", "docs", "options.md");
writeFileSync(
  page,
  readFileSync(page, "utf8").replace(/(<!-- options -->\n)[^]*?(<!-- end -->)/, (_, open: string, end: string) => `${open}${optionsTable()}\n${end}`),
);
