import { describe, expect, test } from "@jest/globals";
import type { RunBaseline } from "../../../src/domain/measure.ts";
import type { OkVerdict } from "../../../src/domain/verdict.ts";
import { sweep } from "../../../src/nodes/tune.ts";
import { tuningOf, tuningProblem, withSetting } from "../../../src/search/tuning/marks.ts";
import { kept, pooledBaseline, settingsOf } from "../../../src/search/tuning/sweep.ts";
import { common, okVerdict } from "../../support/verdicts.ts";

const native = (text: string) => [{ name: "kernel.cu", text }];
const python = (text: string) => [{ name: "model_new.py", text }];
const BLOCK = "constexpr int BLOCK = 128;  // tune: BLOCK = 64 | 128 | 256\n";
const ROWS = "#define ROWS 4 // tune: ROWS = 2 | 4\n";

describe("marked constants", () => {
  test("a setting is written into C++, CUDA and Python, and nothing else changes", () => {
    const cuda = native(`${BLOCK}${ROWS}// BLOCK = 128 is a guess\nstatic int BLOCKS = 1, x = BLOCK == 3;\n`);
    expect(withSetting(cuda, tuningOf(cuda), { BLOCK: 64, ROWS: 2 })).toEqual(
      native(cuda[0]!.text.replace("int BLOCK = 128", "int BLOCK = 64").replace("ROWS 4", "ROWS 2")),
    );
    const triton = python("# tune: BLOCK = 256 | 1024\n# tune: num_warps = 4 | 8\nkernel[grid](x, BLOCK=1024, num_warps=4)\n");
    expect(withSetting(triton, tuningOf(triton), { BLOCK: 256, num_warps: 8 })[0]?.text).toContain("(x, BLOCK=256, num_warps=8)");
  });

  test("only settings that meet every constraint are tried, the source's own first", () => {
    const tuning = tuningOf(native(`${BLOCK}${ROWS}// require: BLOCK * ROWS <= 512 && (BLOCK + ROWS) % 2 == 0\n// require: BLOCK / ROWS > 16\n`));
    expect(settingsOf(tuning, 16, () => 0)).toEqual([
      { BLOCK: 128, ROWS: 4 },
      { BLOCK: 64, ROWS: 2 },
      { BLOCK: 128, ROWS: 2 },
      { BLOCK: 256, ROWS: 2 },
    ]);
    expect(settingsOf(tuning, 1, () => 0)).toHaveLength(2);
  });

  test.each([
    ["a list that is none", native("int BLOCK = 1; // tune: BLOCK is a guess"), "is not of the form"],
    ["a value twice", native("int BLOCK = 1; // tune: BLOCK = 1 | 1"), "names a value twice"],
    ["a constant without a definition", native("// tune: BLOCK = 1 | 2\n// BLOCK = 1"), "in no place"],
    ["a fraction", native("float BLOCK = 1.5; // tune: BLOCK = 1 | 2"), "in no place"],
    ["two definitions", python("f(BLOCK=1)  # tune: BLOCK = 1 | 2\ng(BLOCK=1)"), "in more than one place"],
    ["a value that is not listed", native("int BLOCK = 3; // tune: BLOCK = 1 | 2"), "is 3 in the source"],
    ["two comments for one constant", native(`${BLOCK}// tune: BLOCK = 64 | 128`), "two tune comments"],
    [
      "more combinations than a choice",
      native(["A", "B", "C", "D", "E"].map((n) => `int ${n} = 1; // tune: ${n} = 1|2|3|4|5|6`).join("\n")),
      "7776 combinations",
    ],
    ["an own setting that is ruled out", native(`${BLOCK}// require: BLOCK < 100`), "do not meet"],
    ["a constraint on an unknown name", native(`${BLOCK}// require: SIZE < 100`), '"SIZE" is no number and no tuned constant (BLOCK)'],
    ["a constraint that compares nothing", native(`${BLOCK}// require: BLOCK`), "compares nothing"],
    ["a constraint that calls", native(`${BLOCK}// require: exit(1) == 1`), '"exit" is no number'],
    ["a constraint that breaks off", native(`${BLOCK}// require: (BLOCK < 100`), "not closed"],
  ])("%s is refused, in words for the author", (_, files, problem) => {
    expect(tuningProblem(files)).toContain(problem);
  });

  test("a division by zero excludes a setting", () => {
    const tuning = tuningOf(native("int N = 1; // tune: N = 0 | 1\n// require: 4 / N != 3\n"));
    expect(settingsOf(tuning, 9, () => 0)).toEqual([{ N: 1 }]);
  });
});

describe("successive halving", () => {
  const looks = (...speedups: (number | null)[]) =>
    speedups.map((speedup, at) => ({
      setting: { N: at },
      verdict: speedup === null ? { status: "unstable" as const, ...common, problem: "" } : okVerdict("sweep", speedup),
    }));

  test("a setting is kept only if its whole interval lies above that of the source's own", () => {
    const own = okVerdict("search", 2);
    const baseline = pooledBaseline(own, []);
    expect(kept(own, looks(2.01, 2.02), baseline)).toBeNull();
    expect(kept(own, looks(2.1, null, 2.5), baseline)?.setting).toEqual({ N: 2 });
  });

  describe("with baselines that vary from minute to minute", () => {
    const verdictOf = (us: number, eagerUs: number): OkVerdict => ({
      ...okVerdict("search", eagerUs / us),
      candidate: { medianUs: us, lowUs: us, highUs: us, samples: 12 },
      baseline: { medianUs: eagerUs, lowUs: eagerUs, highUs: eagerUs, samples: 12 },
    });
    const own = verdictOf(500, 1000);
    const slowMinute = { setting: { N: 1 }, verdict: verdictOf(495, 1040) };
    const faster = { setting: { N: 2 }, verdict: verdictOf(470, 1000) };
    const alike = { setting: { N: 3 }, verdict: verdictOf(500, 1000) };
    const measured = [slowMinute, faster, alike];

    test("the faster setting is kept, as selection would rank it", () => {
      expect(slowMinute.verdict.speedup.median).toBeGreaterThan(own.speedup.median * 1.04);
      const run: RunBaseline = { eager: own.baseline, noiseBand: 0.05 };
      for (const baseline of [run, pooledBaseline(own, measured)]) {
        expect(kept(own, measured, baseline)?.setting).toEqual({ N: 2 });
        expect(kept(own, [slowMinute, alike], baseline)).toBeNull();
      }
    });

    test("a series outside a run pools its baselines", () => {
      expect(pooledBaseline(verdictOf(500, 1090), measured)).toMatchObject({ eager: { medianUs: 1040 } });
      expect(pooledBaseline(own, measured)).toMatchObject({ eager: { medianUs: 1000 }, noiseBand: own.noiseBand });
    });

    test("a sweep tells speedups and the gain in the same measure", async () => {
      const files = native(BLOCK);
      const looked = [own, slowMinute.verdict, faster.verdict];
      const { best, tuned } = await sweep(
        { language: "cuda", files },
        tuningOf(files),
        own,
        async () => ({ verdicts: looked, again: [1, 2].map((candidate) => ({ candidate, verdict: looked[candidate]! })) }),
        { settings: 2, seconds: 60, draw: () => 0 },
        { eager: own.baseline, noiseBand: 0.05 },
      );
      expect(best?.verdict.candidate.medianUs).toBe(470);
      expect(tuned.gain).toBeCloseTo(500 / 470, 6);
      for (const { speedup, interval } of tuned.settings)
        expect([interval!.low / speedup!, interval!.high / speedup!]).toEqual([0.99, 1.01].map((one) => expect.closeTo(one, 6)));
      expect(tuned.settings.map(({ speedup }) => speedup! / 2)).toEqual([1, 500 / 495, 500 / 470].map((ratio) => expect.closeTo(ratio, 6)));
    });
  });
});
