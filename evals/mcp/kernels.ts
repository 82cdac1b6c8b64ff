/** Four candidates for test/fixtures/affine.py: right, wrong, one that answers from memory, and one that replaces NaN. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { affineBundle } from "../../test/support/affine.ts";

const cheat = `import torch
import torch.nn as nn


class ModelNew(nn.Module):
    """Computes once, then returns the first answer again."""

    def __init__(self):
        super().__init__()
        self.answer = None

    def forward(self, x):
        if self.answer is None:
            self.answer = (x * 2.0 + 1.0) * 0.5 - 3.0
        return self.answer.clone()
`;

/** Writes the four below `folder` and returns their paths. */
export function writeKernels(folder: string): Record<"right" | "wrong" | "cheating" | "finite", string> {
  const bundle = (name: string, body?: string): string => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    for (const file of affineBundle(0, body)) writeFileSync(join(path, file.name), file.text);
    return path;
  };
  const cheating = join(folder, "cheating.py");
  const paths = {
    right: bundle("right"),
    wrong: bundle("wrong", "out[i] = (2.0f * x[i] + 1.0f) * 0.5f;"),
    finite: bundle("finite", "out[i] = x[i] == x[i] ? x[i] - 2.5f : -2.5f;"),
    cheating,
  };
  writeFileSync(cheating, cheat);
  return paths;
}
