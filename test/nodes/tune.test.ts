import { describe, expect, test } from "@jest/globals";
import { affineBundle } from "../support/affine.ts";
import type { SourceFile } from "../../src/domain/candidate.ts";
import { strategies } from "../../src/search/selection/strategies.ts";
import { search } from "../support/search.ts";
import { common, okVerdict } from "../support/verdicts.ts";

const marked = affineBundle(4).map((file) => ({ ...file, text: file.text.replace("variant = 4;", "variant = 4;  // tune: variant = 1 | 2 | 4 | 8 | 16") }));
const agents = ({ role }: { role: string }): string =>
  JSON.stringify(
    role === "planner"
      ? { strategy: "fuse", advice: "write it", anchors: [{ file: "reference.py", from: 8, to: 10 }] }
      : { explanation: "a first kernel", files: marked },
  );
const variantOf = (job: { candidate: { files: readonly { name: string; text: string }[] } }): number =>
  Number(/variant = (\d+)/.exec(job.candidate.files.find((file) => file.name === "kernel.cpp")?.text ?? "")?.[1]);
const speedups: Record<number, number> = { 1: 1.2, 4: 2, 8: 3, 16: 2.5 };

describe("tuning", () => {
  test("the best setting becomes an attempt that the model was not asked for, and takes its parent's place", async () => {
    const { record, run, judged, answered } = await search(agents, {}, (job) => {
      const speedup = speedups[variantOf(job)];
      return speedup ? okVerdict(job.tier, speedup) : { status: "wrong", ...common, inputs: "hidden", problem: "" };
    });
    expect(judged.map((job) => `${job.tier} ${variantOf(job)}`)).toEqual([
      "search 4",
      "sweep 4",
      "sweep 1",
      "sweep 2",
      "sweep 8",
      "sweep 16",
      "search 8",
      "search 16",
    ]);
    expect(answered).toHaveLength(2);
    const tuned = record.attempts.find((one) => one.id === "r1b1t");
    expect(tuned).toMatchObject({ parent: "r1b1", role: "tuner", status: "ok", explanation: "tuned from r1b1: variant 4 → 8, the best of 5 settings" });
    expect(tuned?.speedup?.median).toBe(3);
    expect(run.candidate(tuned!.source).files[0]?.text).toBe(marked[0]!.text.replace("variant = 4;", "variant = 8;"));
    expect(record.promotions[0]?.attempt).toBe("r1b1t");
  });

  test("a kernel keeps its constants if tuning is off or finds nothing reliably faster", async () => {
    const off = await search(agents, { policy: { attempts: 1, tune: 0 } });
    expect(off.judged).toHaveLength(1);
    const even = await search(agents, {}, (job) => okVerdict(job.tier, 2));
    expect(even.record.attempts.map((one) => one.id)).toEqual(["root", "r1b1"]);
  });

  test("is explained to agents that change a kernel, or repair a marked one, and not to those that write a first one", async () => {
    const told = async (files: readonly SourceFile[], isFirstBroken: boolean) => {
      const script = ({ prompt }: { prompt: string }) =>
        JSON.stringify({ strategy: "fuse", explanation: "a kernel", files: prompt.includes("# Your task: one change") ? affineBundle(8) : files });
      const policy = { ...strategies.refine.set, strategy: "refine", attempts: 2, tune: isFirstBroken ? 1 : 16 };
      const { answered } = await search(script, { policy }, (job, nth) =>
        isFirstBroken && nth === 0 ? { status: "wrong", ...common, inputs: "hidden", problem: "" } : okVerdict(job.tier, 2),
      );
      return answered.map(({ prompt }) => prompt.includes("Mark up to three constants"));
    };
    expect(await told(affineBundle(4), false)).toEqual([false, true]); // a first kernel, and its change
    expect(await told(affineBundle(4), true)).toEqual([false, false]); // a first kernel, and its repair
    expect(await told(marked, true)).toEqual([false, true]);
  });

  test("no first look starts after the time limit", async () => {
    const { judged } = await search(agents, { policy: { attempts: 1, tuneSeconds: 5 } }, (job) => okVerdict(job.tier, 2));
    expect(judged.filter((job) => job.tier === "sweep")).toHaveLength(3);
  });
});
