/** Techniques in a whole search: what planners are offered. */
import { describe, expect, it } from "@jest/globals";
import { strategies } from "../../src/search/selection/strategies.ts";
import { affineAgents } from "../support/affine.ts";
import type { Asked, Script } from "../support/model-server.ts";
import { search } from "../support/search.ts";

const agents = affineAgents();
const planners = (answered: readonly Asked[]): string[] => answered.filter((one) => one.role === "planner").map((one) => one.prompt);

describe("techniques", () => {
  it("are offered to every planner of the first round, each with a different first one", async () => {
    const { answered } = await search(agents, { policy: { attempts: 6 } });
    const first = planners(answered).filter((prompt) => prompt.includes("The attempt to improve: root"));
    const starts = first.map((prompt) => /begin from ([\w -]+), and leave it/.exec(prompt)?.[1]);
    expect(first.length).toBeGreaterThan(1);
    expect(new Set(starts).size).toBe(first.length);
    for (const prompt of first) expect(prompt).toMatch(/# Techniques that fit this bottleneck\n\n- \w/);
  });

  it("are all allowed: no plan is sent back for its technique", async () => {
    const stubborn: Script = (asked, count) => {
      const reply = agents(asked, count);
      return asked.role === "planner" && typeof reply === "string" ? JSON.stringify({ ...JSON.parse(reply), strategy: "explicit SIMD" }) : reply;
    };
    const { answered, record } = await search(stubborn, { policy: { attempts: 4 } });
    const calls = planners(answered).length;
    expect(calls).toBe(record.attempts.filter((one) => one.role === "coder").length);
  });

  it("and failure rules are not in the prompts of STARK as published", async () => {
    const { answered } = await search(agents, { policy: { attempts: 2, guidance: false } });
    expect(planners(answered).join("")).not.toMatch(/# Techniques/);
    expect(planners(answered)[0]).toMatch(/Take the most promising direction/);
  });

  it("on a plateau come with another language, and the judge gets candidates in it", async () => {
    const script: Script = (asked, count) => {
      const isTriton =
        /The candidate is written anew in triton|Write the candidate anew in triton/.test(asked.prompt) ||
        /One file, `model_new\.py`: Triton/.test(asked.prompt);
      const anchors = [{ file: /Its source:\s+`(\w+\.\w+)`/.exec(asked.prompt)?.[1] ?? "reference.py", from: 1, to: 2 }];
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

  it("on a plateau come with another language for the agent of refine, which gets the rules of that language and writes whole files", async () => {
    const script: Script = ({ prompt }, count) => {
      const isTriton = /`model_new\.py` is the only file\. It holds Triton/.test(prompt);
      const model = { name: "model_new.py", text: `class ModelNew:\n    variant = ${count}\n` };
      return JSON.stringify({ strategy: `other: ${count}`, explanation: "x", files: isTriton ? [model] : [model, { name: "kernel.cu", text: "// none" }] });
    };
    const policy = { ...strategies.refine.set, strategy: "refine", attempts: 24, plateauRounds: 8 };
    const { judged, answered, record } = await search(script, { target: "cuda", language: "cuda", alsoIn: ["triton"], policy });
    const turned = answered.filter(({ prompt }) => /Write the candidate anew in triton/.test(prompt));
    expect(turned.length).toBeGreaterThan(0);
    for (const { prompt } of turned)
      expect(prompt).toMatch(/`model_new\.py` is the only file\. It holds Triton[^]*Return every file of the new candidate in full/);
    expect(new Set(judged.map((job) => job.candidate.language))).toEqual(new Set(["cuda", "triton"]));
    for (const { candidate } of judged) expect(candidate.files.map((file) => file.name).includes("kernel.cu")).toBe(candidate.language === "cuda");
    expect(record.attempts.filter((one) => one.plan?.language === "triton")).toHaveLength(turned.length);
  });
});
