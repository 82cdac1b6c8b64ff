/** Starts the command line. Its packages come from the few files that bin/packages.mjs made of them, because a start spends most of its time on small files. */
import { existsSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = join(import.meta.dirname, "..", "..", "dist", "packages");
const index = join(folder, "index.json");

/** LangGraph's server imports packages itself. A second copy of one would not know the objects of the first. */
const isServer = process.argv[2] === "serve";

if (!isServer && existsSync(index)) {
  const { files } = JSON.parse(readFileSync(index, "utf8")) as { files: Record<string, string> };
  const urls = new Map(Object.entries(files).map(([name, file]) => [name, pathToFileURL(join(folder, file)).href]));
  registerHooks({
    resolve(name, context, next) {
      const url = urls.get(name);
      return url === undefined ? next(name, context) : { url, format: "module", shortCircuit: true };
    },
  });
}

await import("./program.ts");
