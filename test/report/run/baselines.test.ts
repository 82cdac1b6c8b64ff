/** The order of baselines, the ratio to an incumbent, and what is told of incumbents. */
import { expect, it } from "@jest/globals";
import { draws } from "../../../src/lib/random.ts";
import { throughEager } from "../../../src/domain/measure.ts";
import { alternativeNotes, baselinesOf, incumbentNotes, strongestOf } from "../../../src/report/run/baselines.ts";
import { okVerdict, ratio, time } from "../fixture-parts.ts";

const incumbent = (name: string, speedup: number, tier: "search" | "promotion" = "promotion") => ({
  name,
  verdict: okVerdict(30 / speedup, speedup, tier),
  problem: "",
});
const kernel = okVerdict(10, 3, "promotion");

it("the ratio of two programs follows from their ratios to eager, and the widths of both intervals add as squares", () => {
  const wide = { median: 3, low: 3 / 1.3, high: 3 * 1.3, samples: 8 };
  const exact = { median: 2, low: 2, high: 2, samples: 12 };
  const found = throughEager(wide, exact);
  expect([found.median, found.low, found.high].map((one) => one.toFixed(6))).toEqual([1.5, 1.5 / 1.3, 1.5 * 1.3].map((one) => one.toFixed(6)));
  expect(found.samples).toBe(8);
  const both = throughEager(wide, wide);
  expect(Math.log(both.high / both.low) / 2).toBeCloseTo(Math.SQRT2 * Math.log(1.3), 9);
});

/** Student's t for a 95 % interval over so many pairs. */
const STUDENT: Record<number, number> = { 5: 2.776, 8: 2.365 };

/** A ratio as promotion measures it: a t interval over the logarithms of the pairs, which spread by `spread`. */
function promoted(pairs: number, truth: number, spread: number, draw: () => number) {
  const normal = () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
  const logs = Array.from({ length: pairs }, () => Math.log(truth) + spread * normal());
  const mean = logs.reduce((sum, one) => sum + one, 0) / pairs;
  const deviation = Math.sqrt(logs.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (pairs - 1));
  const reach = (STUDENT[pairs]! * deviation) / Math.sqrt(pairs);
  return { median: Math.exp(mean), low: Math.exp(mean - reach), high: Math.exp(mean + reach), samples: pairs };
}

it.each([
  [5, 0.05, 0.05],
  [5, 0.2, 0.01],
  [8, 0.05, 0.05],
  [8, 0.01, 0.2],
])("of 100 combined intervals at least 94 hold the truth, and not all: %d pairs that spread by %d and %d", (pairs, first, second) => {
  const draw = draws(1, `${pairs} ${first} ${second}`);
  const trials = 20_000;
  let held = 0;
  for (let trial = 0; trial < trials; trial++) {
    const { low, high } = throughEager(promoted(pairs, 3, first, draw), promoted(pairs, 2, second, draw));
    held += Number(low <= 1.5 && 1.5 <= high);
  }
  expect(held / trials).toBeGreaterThan(0.94);
  expect(held / trials).toBeLessThan(0.985);
});

it("the fastest baseline leads, be it an incumbent or torch.compile, and the others follow by speed", () => {
  const labels = (incumbents: Parameters<typeof baselinesOf>[2]) => baselinesOf(kernel, "fp32", incumbents).map(({ label }) => label);
  expect(labels([incumbent("fast.py", 2.9), incumbent("slow.py", 0.5)])).toEqual(["fast.py", "torch.compile", "eager PyTorch", "slow.py"]);
  expect(strongestOf(baselinesOf(kernel, "fp32", [incumbent("slow.py", 0.5)]))?.label).toBe("torch.compile");
});

it("eager with TF32 on the fp32 track is shown and leads nothing", () => {
  const rounded = { ...kernel, rivals: [{ name: "tf32" as const, time: time(5), speedup: ratio(0.5), note: "" }] };
  expect(baselinesOf(rounded, "fp32").map(({ label }) => label)).toEqual(["eager PyTorch with TF32", "eager PyTorch"]);
  expect(strongestOf(baselinesOf(rounded, "fp32"))?.label).toBe("eager PyTorch");
});

it("the name of eager tells the precision track, and with TF32 allowed eager with TF32 leads", () => {
  const tracks = ["fp32", "tf32", "bf16", "fp16"] as const;
  const alone = { ...kernel, rivals: [] };
  expect(tracks.map((track) => strongestOf(baselinesOf(alone, track))?.label)).toEqual([
    "eager PyTorch",
    "eager PyTorch with TF32",
    "eager PyTorch in bf16",
    "eager PyTorch in fp16",
  ]);
});

it("a time of the search is not compared with one of promotion, and a note says why there is none", () => {
  const searched = { ...incumbent("searched.py", 2.9, "search"), problem: "the judge failed: no space\nresume the run" };
  expect(baselinesOf(kernel, "fp32", [searched]).map(({ kind }) => kind)).not.toContain("incumbent");
  expect(incumbentNotes([searched], kernel)).toEqual([
    "The incumbent searched.py is left out: it was not measured again with the kernel: the judge failed: no space",
  ]);
});

it("an incumbent without a passing verdict is named in one line, with its reason", () => {
  const { isolation, seconds } = kernel;
  const verdict = { status: "timeout" as const, isolation, seconds, stage: "start" as const, limitSeconds: 60 };
  const lines = incumbentNotes(
    [
      { name: "slow to build.py", verdict, problem: "" },
      { name: "lost.py", verdict: null, problem: "the judge failed: no space\nsecond line" },
    ],
    kernel,
  );
  expect(lines).toEqual([
    "The incumbent slow to build.py is left out (timeout): start took longer than 60 s",
    "The incumbent lost.py is left out: the judge failed: no space",
  ]);
});

it("an incumbent that another host timed is named with the host", () => {
  const place = (host: string) => ({ host, device: "NVIDIA H200", driver: "580.1" });
  const own = incumbent("mine.py", 2);
  const notes = incumbentNotes([{ ...own, verdict: { ...own.verdict, place: place("gpu02") } }], { ...kernel, place: place("gpu01") });
  expect(notes).toHaveLength(2);
  expect(notes[1]).toBe("The incumbent mine.py was timed on gpu02 (NVIDIA H200, driver 580.1), and the kernel on gpu01 (NVIDIA H200, driver 580.1).");
});

it("the time of another baseline is what its ratio means for the kernel's time, not the one of an earlier session", () => {
  const earlier = { ...time(7.92), launchUs: 3.96 };
  const loss = { ...kernel, rivals: [{ name: "compile" as const, time: earlier, speedup: { median: 0.845, low: 0.559, high: 1.28, samples: 8 }, note: "" }] };
  const busy = { ...incumbent("mine.py", 2), verdict: { ...incumbent("mine.py", 2).verdict, candidate: time(40) } };
  const [first, second] = baselinesOf(loss, "fp32", [busy]);
  expect([first!.label, first!.time]).toEqual([
    "torch.compile",
    { medianUs: expect.closeTo(8.45), lowUs: expect.closeTo(5.59), highUs: expect.closeTo(12.8), samples: 8, launchUs: expect.closeTo(4.225) },
  ]);
  expect([second!.label, second!.time!.medianUs]).toEqual(["mine.py", expect.closeTo(15)]);
});

it("one note says what the figures of the judge's other baselines rest on", () => {
  const two = { ...kernel, rivals: (["compile", "tf32"] as const).map((name) => ({ name, time: time(5), speedup: ratio(0.5), note: "" })) };
  expect(alternativeNotes(baselinesOf(two, "fp32"))).toEqual([
    "Timed against eager once for this task and host, maybe in an earlier session: torch.compile; eager PyTorch with TF32. The ratio to the kernel follows from both ratios to eager, and a time beside it from that ratio.",
  ]);
  expect(alternativeNotes(baselinesOf({ ...kernel, rivals: [] }, "fp32"))).toEqual([]);
});
