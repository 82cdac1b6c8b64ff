import type { Attempt } from "../../src/run/attempt.ts";

/** An attempt with the given fields over a passing one that takes `us` microseconds where the reference takes 100. */
export function attempt(id: string, parent: string | null, us: number | null, more: Partial<Attempt> = {}): Attempt {
  const time = us === null ? null : { medianUs: us, lowUs: us, highUs: us, samples: 12 };
  return {
    id,
    parent,
    round: id === "root" ? 0 : 1,
    role: id === "root" ? "reference" : "coder",
    status: id === "root" ? "reference" : us === null ? "wrong" : "ok",
    language: "cpp",
    source: `source of ${id}`,
    normalized: `hash of ${id}`,
    plan: null,
    explanation: "",
    problem: us === null ? "the outputs differ" : "",
    time,
    speedup: us === null || id === "root" ? null : { median: 100 / us, low: 95 / us, high: 105 / us, samples: 12 },
    diagnosis: null,
    verdict: id === "root" ? null : "verdict",
    tokens: 0,
    modelSeconds: 0,
    judgeSeconds: 0,
    ...more,
  };
}
