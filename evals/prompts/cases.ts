/**
 * One case per prompt that asks a model for work: what is planted, and what a good reply does about it. Only the role under test is the
 * model's; the others' replies are written here, and so are the verdicts.
 */
import type { SourceFile } from "../../src/domain/candidate.ts";
import type { Role } from "../../src/domain/settings.ts";

export interface Reply {
  /** the candidate of the role under test; empty where it gave none */
  files: readonly SourceFile[];
  /** of a planner */
  strategy: string;
  advice: string;
  anchors: readonly { file: string; from: number; to: number }[];
  /** of a coder: whether the marked lines changed and nothing else did */
  planCarriedOut: number | null;
  /** replies until one could be used */
  turns: number;
}
export interface Case {
  role: Role;
  planted: string;
  /** the kernel that the search starts from; without one it starts from the reference */
  start: readonly SourceFile[] | null;
  /** what the other roles answer */
  scripted: Partial<Record<Role, object>>;
  /** what the first candidate that was written comes to: real errors of the compiler, or a pass */
  firstBuilds: boolean;
  /** what a good reply does, by name */
  expects: Record<string, (reply: Reply, compiles: boolean) => boolean>;
}

const model: SourceFile = {
  name: "model_new.py",
  text: `import torch
import torch.nn as nn
from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        lib.twice(x, out, x.shape[0], x.shape[1])
        return out
`,
};
const bundle = (body: string): SourceFile[] => [
  { name: "kernel.cpp", text: `#include <cstdint>\nextern "C" int twice(const float* x, float* out, int64_t rows, int64_t cols) {\n${body}\n  return 0;\n}\n` },
  model,
];
/** Walks down the columns of a matrix that lies in rows. */
const strided = bundle(`  for (int64_t j = 0; j < cols; ++j)
    for (int64_t i = 0; i < rows; ++i)
      out[i * cols + j] = 2.0f * x[i * cols + j];`);
const inRows = `  #pragma omp parallel for
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < cols; ++j)
      out[i * cols + j] = 2.0f * x[i * cols + j];`;
const interchange = {
  strategy: "loop interchange",
  advice: "Interchange the two loops, so that the inner one runs over contiguous columns; change nothing else.",
};
const kernelOf = ({ files }: Reply): string => files.find((one) => one.name === "kernel.cpp")?.text ?? "";
const atOnce = ({ turns }: Reply): boolean => turns === 1;

export const cases: readonly Case[] = [
  {
    role: "planner",
    planted: "the inner loop strides over whole rows",
    start: strided,
    scripted: { coder: { explanation: "interchanged", files: bundle(inRows) } },
    firstBuilds: true,
    expects: {
      "names the bottleneck": ({ strategy, advice }) =>
        /interchang|swap|loop order|order of the loops|strid|contiguous|row[- ]major|unit stride/i.test(`${strategy} ${advice}`),
      "marks the loops": ({ anchors }) => anchors.some(({ file, from, to }) => file === "kernel.cpp" && from <= 4 && to >= 3),
      "is usable at once": atOnce,
    },
  },
  {
    role: "coder",
    planted: "a plan that marks three lines",
    start: strided,
    scripted: { planner: { ...interchange, anchors: [{ file: "kernel.cpp", from: 3, to: 5 }] } },
    firstBuilds: true,
    expects: {
      "keeps what is not marked": ({ planCarriedOut }) => planCarriedOut === 1,
      "carries out the plan": (reply) => /for[^;]*\bi\b[\s\S]*for[^;]*\bj\b/.test(kernelOf(reply).slice(kernelOf(reply).indexOf("{"))),
      compiles: (_, compiles) => compiles,
      "is usable at once": atOnce,
    },
  },
  {
    role: "repairer",
    planted: "a missing semicolon and a type that does not exist",
    start: strided,
    scripted: {
      planner: { ...interchange, anchors: [{ file: "kernel.cpp", from: 3, to: 5 }] },
      coder: { explanation: "interchanged", files: bundle(inRows.replace("int64_t i = 0", "int64 i = 0").replace("cols + j];", "cols + j]")) },
    },
    firstBuilds: false,
    expects: {
      compiles: (_, compiles) => compiles,
      "keeps the optimization": (reply) => /omp parallel for/.test(kernelOf(reply)),
      "is usable at once": atOnce,
    },
  },
  {
    role: "solo",
    planted: "nothing: the whole task",
    start: null,
    scripted: {},
    firstBuilds: true,
    expects: {
      "writes a whole candidate": ({ files }) => files.some((one) => one.name === "model_new.py"),
      compiles: (_, compiles) => compiles,
      "is usable at once": atOnce,
    },
  },
];
