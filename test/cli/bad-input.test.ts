/** Wrong command lines, and their error messages. */
import { expect, it } from "@jest/globals";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch, start } from "../support/command.ts";
import { affineTask as task, repository } from "../support/places.ts";

const cases: { name: string; args: (folder: string) => string[]; code: number; says: RegExp; endpoint?: string }[] = [
  { name: "no task file", args: () => ["optimize", "nowhere.py"], code: 1, says: /no task file at nowhere\.py/ },
  { name: "a task without Model", args: (folder) => ["optimize", write(folder, "bare.py", "x = 1\n")], code: 1, says: /defines no Model/ },
  {
    name: "a task with a typing mistake before its Model",
    args: (folder) => ["optimize", write(folder, "typo.py", "import torch\n\nclass Model(torch.nn.Module:\n    pass\n")],
    code: 1,
    says: /typo\.py is no valid Python: SyntaxError: .* \(line 3\)\n {2}-> correct the line/,
  },
  {
    name: "a binary file as a task",
    args: (folder) => ["optimize", write(folder, "task.pyc", "\u0000\u0001class Model")],
    code: 1,
    says: /task\.pyc is a binary file/,
  },
  {
    name: "a server that is no address",
    args: () => ["optimize", task, "--target", "cpu"],
    endpoint: "my-server",
    code: 1,
    says: /OPENAI_BASE_URL=my-server is no web address\n {2}-> set it to the API's address/,
  },
  { name: "no model and no recording", args: () => ["optimize", task, "--target", "cpu"], code: 1, says: /no model is configured/ },
  {
    name: "a recording that is not there",
    args: () => ["optimize", task, "--target", "cpu", "--replay", "nowhere.jsonl"],
    code: 1,
    says: /no recorded replies at .*nowhere\.jsonl\n {2}-> name a file that npx kernelwright export RUN --replies/,
  },
  {
    name: "the recording of another task",
    args: () => ["optimize", task, "--target", "cpu", "--replay", join(repository, "evals", "recorded", "rms_norm.cpu.jsonl"), "--out", "run"],
    code: 1,
    says: /rms_norm\.cpu\.jsonl was recorded for rms_norm, not for affine: .*\n {2}-> name the task file of rms_norm/,
  },
  {
    name: "a requirement that the target cannot check",
    args: () => ["optimize", task, "--target", "cpu", "--require", "nan,race"],
    code: 1,
    says: /target cpu cannot require race/,
  },
  {
    name: "a language that the target does not run",
    args: () => ["optimize", task, "--target", "cpu", "--language", "triton"],
    code: 1,
    says: /does not run triton/,
  },
  {
    name: "an incumbent without the class",
    args: (folder) => ["evaluate", task, write(folder, "mine.py", "class ModelNew: ..."), "--target", "cpu", "--against", write(folder, "bare.py", "x = 1\n")],
    code: 1,
    says: /--against .*bare\.py: it holds neither ModelNew nor Model\n {2}-> name a bundle folder/,
  },
  {
    name: "an incumbent that is not there",
    args: (folder) => ["evaluate", task, write(folder, "mine.py", "class ModelNew: ..."), "--target", "cpu", "--against", "nowhere.py"],
    code: 1,
    says: /there is no incumbent at nowhere\.py\n {2}-> name a bundle folder/,
  },
  {
    name: "a search against a file without the class",
    args: (folder) => ["optimize", "--target", "cpu", "--against", write(folder, "bare.py", "x = 1\n")],
    code: 1,
    says: /--against .*bare\.py: it holds neither ModelNew nor Model/,
  },
  { name: "an unknown option", args: () => ["optimize", task, "--bogus"], code: 2, says: /unknown option/ },
  {
    name: "a model that cannot be asked",
    args: () => ["optimize", "--target", "cpu", "--model", "gpt-5.1"],
    code: 1,
    says: /no server is set for the model gpt-5\.1\n {2}-> set OPENAI_API_KEY/,
  },
  {
    name: "a file that is no database",
    args: (folder) => ["serve", "--port", "0", "--database", write(folder, "notes.db", "words, and more words than a header has\n".repeat(9))],
    code: 1,
    says: /notes\.db cannot be used: file is not a database\n {2}-> name a SQLite file/,
  },
  {
    name: "a bench where a run belongs",
    args: (folder) => ["report", write(folder, "bench.json", "{}").replace(/\/bench\.json$/, "")],
    code: 1,
    says: /is not a run.*\n {2}-> it is a bench/,
  },
  {
    name: "an argument that is missing",
    args: () => ["bench", "report"],
    code: 2,
    says: /missing required argument.*\n\(see npx kernelwright bench report --help\)/,
  },
  { name: "a folder that is no run", args: (folder) => ["resume", folder], code: 1, says: /is not a run/ },
  {
    name: "a run of another version",
    args: (folder) => ["resume", write(folder, "run.json", '{"version": 99}').replace(/\/run\.json$/, "")],
    code: 1,
    says: /version 99/,
  },
  {
    name: "a native file under another name",
    args: (folder) => ["evaluate", task, bundle(folder, "my_kernel.cpp"), "--target", "cpu"],
    code: 1,
    says: /k1: found my_kernel\.cpp; the native file must be called kernel\.cpp\n {2}-> rename it to kernel\.cpp/,
  },
  {
    name: "a second native file",
    args: (folder) => {
      const path = bundle(folder, "bindings.cpp");
      write(path, "kernel.cu", '#include "bindings.cpp"\n');
      return ["evaluate", task, path, "--target", "cpu"];
    },
    code: 1,
    says: /k1: found bindings\.cpp; kernel\.cu is a bundle's only native file\n {2}-> put its code into kernel\.cu/,
  },
  {
    name: "a module of one's own",
    args: (folder) => ["evaluate", task, bundle(folder, "kernel.py"), "--target", "cpu"],
    code: 1,
    says: /k1: found kernel\.py, and a bundle has no other module\n {2}-> put the code of kernel\.py into model_new\.py/,
  },
  {
    name: "a bundle's file instead of its folder",
    args: (folder) => ["evaluate", task, `${bundle(folder, "kernel.cpp")}/model_new.py`, "--target", "cpu"],
    code: 1,
    says: /model_new\.py imports kernel\.cpp beside it, and a file is judged alone\n {2}-> give the folder .*k1\n?$/,
  },
  { name: "a candidate without ModelNew", args: (folder) => ["evaluate", task, write(folder, "empty.py", "x = 1\n")], code: 1, says: /holds no ModelNew/ },
];
const lacksGpu = ["/dev/nvidia0", "/dev/nvidiactl", "/dev/dxg"].every((path) => !existsSync(path));
(lacksGpu ? it : it.skip)("a missing GPU is told before all else, and only where the judge runs here", async () => {
  const cwd = scratch();
  const kernel = bundle(cwd, "kernel.cpp");
  const missing = /--target cuda needs an NVIDIA GPU, and this machine has none\n {2}-> use --target cpu, or a host with a GPU/;
  for (const args of [
    ["evaluate", task, kernel],
    ["optimize", task],
  ]) {
    const { exitCode, all } = await start([...args, "--target", "cuda"], { cwd });
    expect([exitCode, all]).toEqual([1, expect.stringMatching(missing)]);
  }
  const elsewhere = await start(["optimize", task, "--target", "cuda", "--worker", "spool:jobs"], { cwd });
  expect(elsewhere.all).toMatch(/no model is configured/);
  const estimate = await start(["optimize", task, "--target", "cuda", "--estimate"], { cwd });
  expect([estimate.exitCode, estimate.all]).toEqual([0, expect.not.stringMatching(missing)]);
});

it.each(cases)("$name gives one message and an exit code", async ({ args, code, says, endpoint = "" }) => {
  const folder = scratch();
  const result = await start(args(folder), { cwd: folder, endpoint });
  expect(result.all).toMatch(says);
  expect(result.all).not.toMatch(/\n\s+at /);
  expect(result.exitCode).toBe(code);
});

/** A bundle folder of which model_new.py imports kernel, with further files. */
function bundle(folder: string, ...others: string[]): string {
  const path = join(folder, "k1");
  mkdirSync(path);
  write(path, "model_new.py", "from kernel import lib\n\n\nclass ModelNew: ...\n");
  for (const name of others) write(path, name, "int one = 1;\n");
  return path;
}

function write(folder: string, name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}
