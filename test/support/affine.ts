/** Scripted agents for test/fixtures/affine.py: plans, kernels that work, and one that does not compile. */
import type { Script } from "./model-server.ts";

const model = `import torch
import torch.nn as nn
from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        lib.affine(x, out, x.numel())
        return out
`;

const WORKS = "out[i] = (2.0f * x[i] + 1.0f) * 0.5f - 3.0f;";

/** A bundle whose native source differs with `variant`. */
export function affineBundle(variant: number, body = WORKS) {
  const kernel = `#include <cstdint>
static const int64_t variant = ${variant};
extern "C" int affine(const float* x, float* out, int64_t n) {
  #pragma omp parallel for
  for (int64_t i = 0; i < n; ++i) ${body}
  return variant < 0;
}
`;
  return [
    { name: "kernel.cpp", text: kernel },
    { name: "model_new.py", text: model },
  ];
}

const reply = (value: object): string => JSON.stringify(value);

/**
 * Replies that depend on the prompt alone: the same search gets the same kernels in whatever order it asks. The scripted judge decides by a
 * kernel's text, unless `speed` names the speedup of all of them. A test that needs a passing kernel names it.
 */
export function affineAgents({
  brokenFirst = false,
  fingerprint = fingerprintOf,
  speed,
}: { brokenFirst?: boolean; fingerprint?: typeof fingerprintOf; speed?: number } = {}): Script {
  const body = speed === undefined ? undefined : `{ ${WORKS} } // # ${speed} times as fast`;
  return ({ role, prompt }) => {
    const seen = fingerprint(prompt);
    if (role === "planner" && prompt.includes("return the complete source"))
      return reply({ strategy: `variant ${seen}`, advice: `write variant ${seen}`, files: echoOf(prompt) });
    if (role === "planner") {
      const native = /Its source:\s+`kernel\.cpp`/.test(prompt);
      return reply({
        strategy: `variant ${seen}`,
        advice: `write variant ${seen}`,
        anchors: [native ? { file: "kernel.cpp", from: 1, to: 7 } : { file: "reference.py", from: 8, to: 10 }],
      });
    }
    if (role === "repairer") return reply({ explanation: "closed the brace", files: affineBundle(seen, body) });
    const improves = prompt.includes("# Your task: one change");
    const broken = brokenFirst && (prompt.includes("The source to change: root") || (role === "solo" && !improves));
    return reply({
      ...(improves && { strategy: `variant ${seen}` }),
      explanation: `variant ${seen}`,
      files: affineBundle(seen, broken ? "out[i] = nonsense(x[i]);" : body),
    });
  };
}

/** A number made from the parts of a prompt that do not carry measured times. */
function fingerprintOf(prompt: string): number {
  return numberOf(prompt.replace(/[\d.]+ (us|%|MB|GB\/s|times)[^\n]*/g, ""));
}

/** The shown source with its last file between the tags. */
function echoOf(prompt: string) {
  const shown = prompt.slice(prompt.indexOf("Its source")).split("\n# ")[0]!;
  const files = [...shown.matchAll(/`([\w.]+)`:\n```\w*\n([\s\S]*?)\n```/g)].map(([, name = "", text = ""]) => ({ name, text }));
  const mark = files[0]?.name.endsWith(".py") ? "##" : "//";
  return files.map((file, index) => (index > 0 ? file : { ...file, text: `${mark} <<<IMPROVE BEGIN>>>\n${file.text}\n${mark} <<<IMPROVE END>>>` }));
}

export function numberOf(stable: string): number {
  let hash = 7;
  for (const character of stable) hash = (hash * 31 + character.charCodeAt(0)) % 999_983;
  return hash;
}
