/**
 * Joins the packages that the command line imports into a few files. A start then reads about 40 files instead of 1000, and takes half the
 * processor time. src/cli/main.ts finds the files through their index.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { capture, Failure, ownPath, root } from "./process.mjs";

/** By the name in an import, what src/ uses of it: `*` are all named exports. esbuild knows the exports of ES modules alone. */
const packages = {
  "@hono/node-server": "*",
  "@langchain/core/callbacks/base": "*",
  "@langchain/langgraph": "*",
  "@langchain/langgraph-checkpoint": "*",
  "@langchain/langgraph-checkpoint-postgres": "*",
  "@langchain/openai": "*",
  "@modelcontextprotocol/sdk/server/index.js": "*",
  "@modelcontextprotocol/sdk/server/stdio.js": "*",
  "@modelcontextprotocol/sdk/types.js": "*",
  commander: "*",
  "d3-scale": "*",
  "d3-shape": "*",
  diff: "*",
  execa: "*",
  hono: "*",
  "hono/body-limit": "*",
  "hono/cors": "*",
  "hono/streaming": "*",
  langsmith: "*",
  "log-update": "*",
  "p-queue": "{ default }",
  pg: "{ Client, Pool }",
  "pg-boss": "*",
  "slice-ansi": "{ default }",
  undici: "{ Agent, fetch }",
  zod: "*",
};

const folder = join(root, "dist", "packages");
const indexFile = join(folder, "index.json");
const fileOf = (name) => `${name.replaceAll("/", "+")}.js`;
const stampOf = (lock) =>
  createHash("sha256")
    .update(lock)
    .update(readFileSync(join(root, "bin", "packages.mjs")))
    .digest("hex");

/** Whether the files hold the packages of the lock file with this hash. */
export const areJoined = (lock) => existsSync(indexFile) && JSON.parse(readFileSync(indexFile, "utf8")).stamp === stampOf(lock);

/** Writes the files, their index last. Throws a Failure with esbuild's output. */
export async function joinPackages(lock) {
  rmSync(folder, { recursive: true, force: true });
  const entries = join(folder, "entries");
  mkdirSync(entries, { recursive: true });
  for (const [name, names] of Object.entries(packages)) writeFileSync(join(entries, fileOf(name)), `export ${names} from "${name}";\n`);
  const { ok, output } = await capture(
    [
      "esbuild",
      ...Object.keys(packages).map((name) => join(entries, fileOf(name))),
      "--bundle",
      "--splitting", // what two packages import exists once
      "--platform=node",
      "--format=esm",
      "--target=node22",
      "--keep-names", // packages look at names of classes
      "--minify-whitespace",
      "--minify-syntax",
      "--external:pg-native",
      '--banner:js=import { createRequire as requireHere } from "node:module"; const require = requireHere(import.meta.url);',
      `--outdir=${folder}`,
      "--log-level=warning",
    ],
    { env: ownPath() },
  );
  if (!ok) throw new Failure(`esbuild cannot join the packages:\n${output.trimEnd()}`);
  rmSync(entries, { recursive: true });
  const files = Object.fromEntries(Object.keys(packages).map((name) => [name, fileOf(name)]));
  writeFileSync(indexFile, JSON.stringify({ stamp: stampOf(lock), files }, null, 2));
}
