/** The layer rules are themselves tested: a planted violation is reported, a clean tree is read and passes. */
import { expect, it } from "@jest/globals";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const repository = process.cwd();

interface Cruise {
  summary: { totalCruised: number; violations: { from: string; rule: { name: string } }[] };
}

/** Cruises a tree of these files with the project's own rules. */
function cruise(files: Record<string, string>): Cruise["summary"] {
  const tree = mkdtempSync(join(tmpdir(), "layers-"));
  try {
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
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

const clean = {
  "src/domain/task.ts": 'import { z } from "zod";\nexport const Task = z.object({});\n',
  "src/search/beam.ts": 'import { Task } from "../domain/task.ts";\nexport const beam = [Task];\n',
  "src/tools/process.ts": 'import { execa } from "execa";\nexport type Run = typeof execa;\n',
  "src/nodes/verify.ts":
    'import type { Run } from "../tools/process.ts";\nimport { beam } from "../search/beam.ts";\nexport const verify = (run: Run) => [run, beam];\n',
  "src/cli/main.ts": 'import { readFileSync } from "node:fs";\nimport { verify } from "../nodes/verify.ts";\nconsole.log(readFileSync, verify);\n',
};

const planted: [rule: string, file: string, text: string][] = [
  ["layer-domain", "src/domain/task.ts", 'import { beam } from "../search/beam.ts";\nexport const Task = beam;\n'],
  ["no-cycles", "src/domain/task.ts", 'import type { beam } from "../search/beam.ts";\nexport type Task = typeof beam;\nexport const Task = 1;\n'],
  ["layer-search", "src/search/beam.ts", 'import { verify } from "../nodes/verify.ts";\nexport const beam = [verify];\n'],
  ["tools-come-as-arguments", "src/nodes/verify.ts", 'import { run } from "../tools/process.ts";\nexport const verify = run;\n'],
  ["nodes-stand-alone", "src/nodes/refactor.ts", 'import { verify } from "./verify.ts";\nexport const refactor = verify;\n'],
  ["processes-have-one-door", "src/tools/judge.ts", 'import { spawn } from "node:child_process";\nexport const judge = spawn;\n'],
  ["processes-have-one-door", "src/tools/judge.ts", 'import { execa } from "execa";\nexport const judge = execa;\n'],
  ["models-have-one-door", "src/nodes/refactor.ts", 'import { ChatOpenAI } from "@langchain/openai";\nexport const refactor = ChatOpenAI;\n'],
  ["domain-needs-zod-alone", "src/domain/task.ts", 'import PQueue from "p-queue";\nexport const Task = PQueue;\n'],
  ["pure-layers-touch-nothing", "src/search/beam.ts", 'import { readFileSync } from "node:fs";\nexport const beam = readFileSync;\n'],
  ["no-orphans", "src/tools/attic.ts", "export const attic = 1;\n"],
  ["no-unresolved", "src/tools/judge.ts", 'import { gone } from "./gone.ts";\nexport const judge = gone;\n'],
];

it("a clean tree is read and passes", () => {
  const { totalCruised, violations } = cruise(clean);
  expect(totalCruised).toBeGreaterThanOrEqual(5);
  expect(violations).toEqual([]);
});

it.each(planted)("%s is reported when %s breaks it", (rule, file, text) => {
  const { violations } = cruise({ ...clean, [file]: text });
  expect(violations.map((violation) => `${violation.rule.name} ${violation.from}`)).toContain(`${rule} ${file}`);
});
