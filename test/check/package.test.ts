/** The package that `npm pack` makes: all that the program reads, and nothing of the workshop. The build itself is tried by hand at each release. */
import { beforeAll, expect, it } from "@jest/globals";
import { execa } from "execa";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { judgeFiles } from "../../src/tools/judge/process-worker.ts";
import { repository } from "../support/places.ts";

const read = (name: string): string => readFileSync(join(repository, name), "utf8");
const below = (folder: string, keep: (name: string) => boolean): string[] =>
  readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter(keep)
    .map((name) => join(folder, name));

let packed: string[];
beforeAll(async () => {
  const { stdout } = await execa("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: repository });
  packed = (JSON.parse(stdout) as [{ files: { path: string }[] }])[0].files.map((one) => one.path);
});

it("holds the launcher with all that it imports, the prompts, the judge and the examples", () => {
  const launcher = new Set(["kernelwright.mjs", "end-with-parent.mjs"]);
  for (const file of launcher) for (const [, name = ""] of read(`bin/${file}`).matchAll(/from "\.\/([\w-]+\.mjs)"/g)) launcher.add(name);
  const needed = [
    ...[...launcher].map((name) => `bin/${name}`),
    ...below("prompts", (name) => name.endsWith(".md")),
    ...Object.keys(judgeFiles()).map((name) => `judge/${name}`),
    ...below("judge/capture", (name) => name.endsWith(".py")),
    ...below("evals/tasks", (name) => name.endsWith(".py")),
    ...below("evals/recorded", (name) => name.endsWith(".jsonl")),
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "package.json",
    "prices.json",
    "langgraph.json",
  ];
  expect(needed.filter((name) => !packed.includes(name))).toEqual([]);
});

it("holds nothing of the workshop: no tests, sources, results, caches or secrets", () => {
  expect(
    packed.filter((name) => /^(test|src|deploy|node_modules|runs|\.)|^docs\/results|^judge\/(tests|suite)|__pycache__|\.pyc$|\.env|package-lock/.test(name)),
  ).toEqual([]);
});

it("is built from src alone, with pins, and is the release that the changelog describes", () => {
  const { version, files, scripts } = JSON.parse(read("package.json")) as { version: string; files: string[]; scripts: Record<string, string> };
  expect(files).toEqual(expect.arrayContaining(["dist", "npm-shrinkwrap.json"]));
  expect([scripts["prepack"], scripts["postpack"]]).toEqual(["node bin/npm-build.mjs", "node bin/npm-build.mjs --clean"]);
  expect((JSON.parse(read("package-lock.json")) as { version: string }).version).toBe(version);
  expect(/^## (\S+)/m.exec(read("CHANGELOG.md"))?.[1]).toBe(version);
  const outside = below("src", (name) => name.endsWith(".ts")).filter((file) => {
    const up = file.split("/").length - 1;
    return [...read(file).matchAll(/from "((?:\.\.\/)+)/g)].some(([, steps = ""]) => steps.length / 3 >= up);
  });
  expect(outside).toEqual([]); // tsc would build to dist/src
});
