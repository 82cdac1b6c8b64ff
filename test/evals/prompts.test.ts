/** The evaluation of the prompts, against scripted models: one that does what is asked, and one that talks. */
import { expect, it } from "@jest/globals";
import { execa } from "execa";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "../support/command.ts";
import { type Script, startModelServer } from "../support/model-server.ts";
import { repository } from "../support/places.ts";

const kernel = (loops: string): string =>
  `#include <cstdint>\nextern "C" int twice(const float* x, float* out, int64_t rows, int64_t cols) {\n${loops}\n  return 0;\n}\n`;
const model =
  "import torch\nimport torch.nn as nn\nfrom kernel import lib\n\n\nclass ModelNew(nn.Module):\n    def forward(self, x):\n        out = torch.empty_like(x)\n        lib.twice(x, out, x.shape[0], x.shape[1])\n        return out\n";
const loops = "  for (int64_t i = 0; i < rows; ++i)\n    for (int64_t j = 0; j < cols; ++j)\n      out[i * cols + j] = 2.0f * x[i * cols + j];";
const files = (text: string) => [
  { name: "kernel.cpp", text: kernel(text) },
  { name: "model_new.py", text: model },
];
const able: Script = ({ role }) => {
  if (role === "planner")
    return JSON.stringify({ strategy: "loop interchange", advice: "make the inner loop contiguous", anchors: [{ file: "kernel.cpp", from: 3, to: 5 }] });
  return JSON.stringify({ explanation: "done", files: files(role === "repairer" ? `  #pragma omp parallel for\n${loops}` : loops) });
};

const command = async (args: string[], url: string) =>
  await execa(process.execPath, ["--disable-warning=ExperimentalWarning", join(repository, "evals", "prompts", "main.ts"), "--model", "scripted", ...args], {
    reject: false,
    all: true,
    env: { NODE_OPTIONS: "", OPENAI_BASE_URL: url, OPENAI_API_KEY: "test" },
  });

const evaluate = async (script: Script) => {
  const server = await startModelServer(script);
  const out = join(scratch(), "prompts.json");
  const { exitCode, all } = await command(["--out", out], server.url);
  await server.close();
  return { exitCode, all, rows: (JSON.parse(readFileSync(out, "utf8")) as { rows: { prompt: string; expected: string; share: number }[] }).rows };
};

it("a model that follows every prompt gets full scores, with a row per prompt and expectation", async () => {
  const { exitCode, all, rows } = await evaluate(able);
  expect(rows.filter(({ share }) => share < 1)).toEqual([]);
  expect([...new Set(rows.map(({ prompt }) => prompt))]).toEqual(["planner", "coder", "repairer", "solo"]);
  expect([exitCode, all]).toEqual([0, expect.stringContaining("| repairer | a missing semicolon and a type that does not exist | compiles | 100 % |")]);
});

it("a model that only chats gets zero scores, and the evaluation exits with 1", async () => {
  const { exitCode, rows } = await evaluate(() => "I would rather talk about the weather.");
  expect(rows.every(({ share }) => share === 0)).toBe(true);
  expect(exitCode).toBe(1);
});

it.each([
  ["--repeat", "0"],
  ["--repeat", "x"],
  ["--least", "x"],
])("%s %s is refused: a gate without a number would let anything through", async (flag, value) => {
  const { exitCode, all } = await command([flag, value], "http://127.0.0.1:9");
  expect([exitCode, all]).toEqual([1, expect.stringContaining(`${flag} ${value}`)]);
});
