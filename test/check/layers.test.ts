/** The layer rules are themselves tested: a planted violation is reported, a clean tree is read and passes. */
import { expect, it } from "@jest/globals";
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { scratch } from "../support/command.ts";

const repository = process.cwd();

interface Cruise {
  summary: { totalCruised: number; violations: { from: string; rule: { name: string } }[] };
}

/** Cruises a tree of these files with the project's own rules. */
function cruise(files: Record<string, string>): Cruise["summary"] {
  const tree = scratch();
  symlinkSync(join(repository, "node_modules"), join(tree, "node_modules"));
  writeFileSync(join(tree, "package.json"), '{"type":"module"}');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, name)), { recursive: true });
    writeFileSync(join(tree, name), text);
  }
  const cruiser = join(repository, "node_modules", "dependency-cruiser", "bin", "dependency-cruiser.mjs");
  const { stdout } = spawnSync(process.execPath, [cruiser, "src", "--config", join(repository, ".dependency-cruiser.mjs"), "--output-type", "json"], {
    cwd: tree,
    encoding: "utf8",
  });
  return (JSON.parse(stdout) as Cruise).summary;
}

const clean = {
  "src/lib/hash.ts": 'import { createHash } from "node:crypto";\nexport const hash = createHash;\n',
  "src/domain/task.ts": 'import { z } from "zod";\nexport const Task = z.object({});\n',
  "src/run/tree.ts": 'import { Task } from "../domain/task.ts";\nexport const tree = [Task];\n',
  "src/search/selection/beam.ts": 'import { hash } from "../../lib/hash.ts";\nimport { tree } from "../../run/tree.ts";\nexport const beam = [hash, tree];\n',
  "src/tools/system/process.ts": 'import { execa } from "execa";\nexport type Run = typeof execa;\n',
  "src/run/run-folder.ts":
    'import { readFileSync } from "node:fs";\nimport type { Run } from "../tools/system/process.ts";\nexport const open = (run: Run) => [run, readFileSync];\n',
  "src/nodes/verify.ts":
    'import type { Run } from "../tools/system/process.ts";\nimport { beam } from "../search/selection/beam.ts";\nexport const verify = (run: Run) => [run, beam];\n',
  "src/search/context/note.ts": 'import { tree } from "../../run/tree.ts";\nexport const note = tree;\n',
  "src/report/html/page.ts": 'import { tree } from "../../run/tree.ts";\nexport const page = tree;\n',
  "src/cli/main.ts":
    'import { open } from "../run/run-folder.ts";\nimport { verify } from "../nodes/verify.ts";\nimport { page } from "../report/html/page.ts";\nimport { note } from "../search/context/note.ts";\nexport const main = [open, verify, page, note];\n',
};

/** The other half of the planted cycle; the cruiser reports a cycle once. */
const secondOfCycle = { "src/domain/two.ts": 'import type { one } from "./one.ts";\nexport type One = typeof one;\nexport const two = 2;\n' };

/** Each file breaks one rule; all of them lie in one tree. */
const planted: [rule: string, file: string, text: string][] = [
  ["layer-lib", "src/lib/tasks.ts", 'import { Task } from "../domain/task.ts";\nexport const tasks = Task;\n'],
  ["layer-domain", "src/domain/beam.ts", 'import { beam } from "../search/selection/beam.ts";\nexport const wide = beam;\n'],
  ["layer-run-record", "src/run/events.ts", 'import { open } from "./run-folder.ts";\nexport const events = open;\n'],
  ["layer-run", "src/run/lock.ts", 'import { judge } from "../tools/judge/shell.ts";\nexport const lock = judge;\n'],
  ["layer-tools-system", "src/tools/system/files.ts", 'import { open } from "../../run/run-folder.ts";\nexport const files = open;\n'],
  ["layer-tools", "src/tools/policy.ts", 'import { beam } from "../search/selection/beam.ts";\nexport const policy = beam;\n'],
  ["layer-search", "src/search/selection/width.ts", 'import { verify } from "../../nodes/verify.ts";\nexport const width = [verify];\n'],
  ["layer-report", "src/report/text.ts", 'import { open } from "../run/run-folder.ts";\nexport const text = open;\n'],
  ["layer-nodes", "src/nodes/settle.ts", 'import { setting } from "../config/setting.ts";\nexport const settle = setting;\n'],
  ["layer-graph-state", "src/graph/state.ts", 'import { open } from "../run/run-folder.ts";\nexport const state = open;\n'],
  ["layer-config", "src/config/setting.ts", 'import { open } from "../run/run-folder.ts";\nexport const setting = open;\n'],
  ["layer-config-services", "src/config/services.ts", 'import { verify } from "../nodes/verify.ts";\nexport const services = verify;\n'],
  ["layer-graph", "src/graph/search.ts", 'import { main } from "../cli/main.ts";\nexport const search = main;\n'],
  ["layer-server", "src/server/app.ts", 'import { verify } from "../nodes/verify.ts";\nexport const app = verify;\n'],
  ["graph-is-built-without-services", "src/graph/branch.ts", 'import { services } from "../config/services.ts";\nexport const branch = services;\n'],
  ["no-cycles", "src/domain/one.ts", 'import type { two } from "./two.ts";\nexport type Two = typeof two;\nexport const one = 1;\n'],
  ["tools-come-as-arguments", "src/nodes/open.ts", 'import { open } from "../run/run-folder.ts";\nexport const opened = open;\n'],
  ["nodes-stand-alone", "src/nodes/refactor.ts", 'import { verify } from "./verify.ts";\nexport const refactor = verify;\n'],
  ["search-folders-run-one-way", "src/search/diagnosis/rule.ts", 'import { note } from "../context/note.ts";\nexport const rule = note;\n'],
  ["terminal-needs-no-page", "src/report/terminal/line.ts", 'import { page } from "../html/page.ts";\nexport const line = page;\n'],
  ["processes-have-one-door", "src/tools/judge/shell.ts", 'import { spawn } from "node:child_process";\nexport const judge = spawn;\n'],
  ["processes-have-one-door", "src/tools/judge/client.ts", 'import { execa } from "execa";\nexport const judge = execa;\n'],
  ["models-have-one-door", "src/nodes/ask.ts", 'import { ChatOpenAI } from "@langchain/openai";\nexport const ask = ChatOpenAI;\n'],
  ["domain-needs-zod-alone", "src/domain/queue.ts", 'import PQueue from "p-queue";\nexport const queue = PQueue;\n'],
  ["pure-layers-touch-nothing", "src/search/selection/disk.ts", 'import { readFileSync } from "node:fs";\nexport const disk = readFileSync;\n'],
  ["pure-layers-touch-nothing", "src/run/attempt.ts", 'import { readFileSync } from "node:fs";\nexport const attempt = readFileSync;\n'],
  ["no-orphans", "src/tools/attic.ts", "export const attic = 1;\n"],
  ["no-unresolved", "src/tools/judge/gone.ts", 'import { gone } from "./nowhere.ts";\nexport const judge = gone;\n'],
];

it("a clean tree is read and passes", () => {
  const { totalCruised, violations } = cruise(clean);
  expect(totalCruised).toBeGreaterThanOrEqual(Object.keys(clean).length);
  expect(violations).toEqual([]);
});

it("every planted violation is reported, by its rule and its file", () => {
  const { violations } = cruise({ ...clean, ...secondOfCycle, ...Object.fromEntries(planted.map(([, file, text]) => [file, text])) });
  const found = new Set(violations.map((violation) => `${violation.rule.name} ${violation.from}`));
  expect(planted.map(([rule, file]) => `${rule} ${file}`).filter((expected) => !found.has(expected))).toEqual([]);
});
