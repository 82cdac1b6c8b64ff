/** Moves in a whole search: who may plan what, and what is done about a planner that takes another's move. */
import { afterAll, describe, expect, it } from "@jest/globals";
import { affineAgents } from "../support/affine.ts";
import { removeScratch } from "../support/command.ts";
import type { Asked, Script } from "../support/model-server.ts";
import { search } from "../support/search.ts";

afterAll(removeScratch);

const agents = affineAgents();
const stubborn =
  (strategy: string): Script =>
  (asked, count) => {
    const reply = agents(asked, count);
    return asked.role === "planner" && typeof reply === "string" ? JSON.stringify({ ...JSON.parse(reply), strategy }) : reply;
  };
const planners = (answered: readonly Asked[]): string[] => answered.filter((one) => one.role === "planner").map((one) => one.prompt);
const dealt = (prompt: string): string[] =>
  [...(/# Moves to choose from\n\n([\s\S]*?)\n- other:/.exec(prompt)?.[1] ?? "").matchAll(/^- ([^:]+):/gm)].map((match) => match[1]!);

describe("moves", () => {
  it("are dealt apart to the planners of the first round", async () => {
    const { answered } = await search(agents, { policy: { attempts: 6 } });
    const first = planners(answered).filter((prompt) => prompt.includes("The attempt to improve: root"));
    const all = first.flatMap(dealt);
    expect(first.length).toBeGreaterThan(1);
    expect(all.length).toBeGreaterThan(3);
    expect(new Set(all).size).toBe(all.length);
  });

  it("of another planner are sent back at most twice and then taken: a plan is better than none", async () => {
    const { answered, record } = await search(stubborn("explicit SIMD"), { policy: { attempts: 4 } });
    expect(planners(answered).filter((prompt) => /is dealt to another planner/.test(prompt)).length).toBeGreaterThan(0);
    expect(record.attempts.filter((one) => one.status === "no_reply")).toEqual([]);
  });

  it("and rules are not in the prompts of STARK as published", async () => {
    const { answered } = await search(agents, { policy: { attempts: 2, guidance: false } });
    expect(planners(answered).join("")).not.toMatch(/# Moves/);
    expect(planners(answered)[0]).toMatch(/Take the most promising direction/);
  });

  it("on a plateau come with another language, whose candidates reach the judge in it", async () => {
    const script: Script = (asked, count) => {
      const isTriton =
        /The candidate is written anew in triton|Write the candidate anew in triton/.test(asked.prompt) ||
        /One file, `model_new\.py`: Triton/.test(asked.prompt);
      const anchors = [{ file: /Its source, with line numbers:\s+`(\w+\.\w+)`/.exec(asked.prompt)?.[1] ?? "reference.py", from: 1, to: 2 }];
      if (asked.role === "planner") return JSON.stringify({ strategy: `other: ${count}`, advice: `do ${count}`, anchors });
      const model = `class ModelNew:\n    variant = ${count}\n`;
      const files = isTriton
        ? [{ name: "model_new.py", text: model }]
        : [
            { name: "model_new.py", text: model },
            { name: "kernel.cu", text: "// none" },
          ];
      return JSON.stringify({ explanation: "x", files });
    };
    const settings = { target: "cuda", language: "cuda", alsoIn: ["triton"], policy: { attempts: 24, plateauRounds: 5, epsilon: 0, repairs: 0 } };
    const { judged, answered } = await search(script, settings);
    expect(answered.some((one) => one.role === "coder" && /Write the candidate anew in triton/.test(one.prompt))).toBe(true);
    expect(new Set(judged.map((job) => job.candidate.language))).toEqual(new Set(["cuda", "triton"]));
    for (const { candidate } of judged) expect(candidate.files.map((file) => file.name).includes("kernel.cu")).toBe(candidate.language === "cuda");
  });
});
