import { expect, it } from "@jest/globals";
import { recordOf, type RunEvent } from "../../../src/run/events.ts";
import { bytes, digits, duration, ratio, seconds, time } from "../../../src/report/format.ts";
import { renderSummary } from "../../../src/report/terminal/summary.ts";
import { changed, events } from "../fixture.ts";
import { host } from "../fixture-parts.ts";

const summaryOf = (from: readonly RunEvent[]) => renderSummary(recordOf(from));
const without = (...types: RunEvent["type"][]) => events.filter((event) => !types.includes(event.type));

it("the summary names the winner, its speedups with intervals, and what was spent", () => {
  const summary = summaryOf(events);
  expect(summary).toMatch(/^winner +r2b0: row in registers$/m);
  expect(summary).toMatch(/^eager PyTorch +29\.7 µs/m); // as measured beside it: 10.7 µs times 2.78
  expect(summary).toMatch(/^against eager +2\.78x \[2\.71, 2\.85\]$/m);
  expect(summary).toMatch(/^against torch\.compile +1\.22x \[1\.19, 1\.25\], the strongest baseline$/m);
  expect(summary).toMatch(/^attempts +3 ok, 1 build failed, 1 wrong, 1 duplicate, 1 timeout$/m);
  expect(summary).toMatch(/^tokens +33,684 of 100,000$/m);
  expect(summary).toMatch(/^cost +\$0\.074 \(\$1\.25 in, \$10 out per million tokens; a price list, 2026-07-24\)$/m);
  expect(summary).toMatch(/^device seconds +8$/m);
  expect(summary).toMatch(/^work +29\.0 s in which/m);
  expect(summary).not.toContain("Replayed");
});

it("a replayed run is marked as a replay", () => {
  expect(summaryOf(changed("started", { mode: "replay" }))).toContain("- Replayed: the model's replies were recorded earlier and no model was asked.");
});

it("a CPU run warns that it shows nothing about a GPU, and explains the missing torch.compile", () => {
  const prepared = events.find((event) => event.type === "prepared");
  if (prepared?.type !== "prepared") throw new Error("the fixture has no baselines");
  const baselines = {
    ...prepared.baselines,
    rivals: [{ name: "compile" as const, time: null, speedup: null, note: "it does not compile here" }],
    host: { ...host, gpu: null, threads: 2, blas: "OpenBLAS" },
  };
  const onCpu = changed("started", { target: "cpu", language: "cpp" })
    .map((event) => (event.type === "prepared" ? { ...event, baselines } : event))
    .filter((event) => event.type !== "promoted");
  const summary = summaryOf(onCpu);
  expect(summary).toContain("(2 threads, BLAS: OpenBLAS). This says nothing about a GPU.");
  expect(summary).toContain("No comparison with torch.compile: it does not compile here.");
  expect(summary).toContain("not confirmed in a fresh process");
});

it("an unfinished run shows the fastest attempt so far and says that it is unfinished", () => {
  const summary = summaryOf(without("finished", "promoted"));
  expect(summary).toMatch(/^best attempt +r2b0/m);
  expect(summary).toContain("The run has not finished; r2b0 is the fastest attempt so far.");
});

it("a speedup whose interval includes 1 is no win, and a loss to torch.compile is shown", () => {
  const noisy = events.map((event): RunEvent =>
    event.type === "promoted" && event.verdict.status === "ok"
      ? {
          ...event,
          verdict: {
            ...event.verdict,
            speedup: { median: 1.01, low: 0.98, high: 1.04, samples: 40 },
            rivals: [{ name: "compile", time: event.verdict.candidate, speedup: { median: 0.7, low: 0.68, high: 0.72, samples: 40 }, note: "" }],
          },
        }
      : event,
  );
  const summary = summaryOf(noisy);
  expect(summary).toMatch(/^best attempt +r2b0/m);
  expect(summary).toContain("No win: the 95 % interval of the speedup includes 1");
  expect(summary).toContain("A loss: torch.compile is faster");
  expect(summary).toContain("Promotion measured 1.01x where the search had measured 2.80x");
});

/** The run whose other finalist, r1b0, came to this speedup when measured again. */
const otherFinalistAt = (median: number, low: number, high: number): RunEvent[] =>
  events.map((event): RunEvent => {
    const other = events.find((one) => one.type === "promoted" && one.attempt === "r2b0");
    if (event.type !== "promoted" || event.attempt !== "r1b0" || other?.type !== "promoted" || other.verdict.status !== "ok") return event;
    return { ...event, verdict: { ...other.verdict, speedup: { median, low, high, samples: 40 } } };
  });

it("a finalist that was not reliably faster is named", () => {
  expect(summaryOf(otherFinalistAt(1.02, 0.99, 1.05))).toContain("r1b0 was not reliably faster than eager PyTorch when measured again: 1.02x [0.990, 1.05].");
});

it("a finalist that measured faster than the winner is named with the reason why it did not win", () => {
  expect(summaryOf(otherFinalistAt(2.83, 2.8, 2.86))).toContain(
    "- r1b0 reached 2.83x [2.80, 2.86] when measured again, which is within the variation between processes",
  );
  expect(summaryOf(otherFinalistAt(2.5, 2.4, 2.6))).not.toContain("r1b0 reached");
});

it("escape sequences in a candidate's text do not reach the terminal", () => {
  const summary = summaryOf(changed("stopped", { detail: "\u001B[2Jgone\u0007\u202E" }));
  expect(summary).toContain("[2Jgone\n");
  for (const hidden of ["\u001B", "\u0007", "\u202E"]) expect(summary).not.toContain(hidden);
});

it("numbers have three significant digits and the unit that fits them", () => {
  expect([1.6, 0.0123, 254.4, 12345, 0].map(digits)).toEqual(["1.60", "0.0123", "254", "12300", "0"]);
  expect([0.8, 254.4, 999.9, 12345, 2.5e6].map(duration)).toEqual(["0.800 µs", "254 µs", "1.00 ms", "12.3 ms", "2.50 s"]);
  expect([4.2, 119, 150, 7300].map(seconds)).toEqual(["4.20 s", "119 s", "3 min", "2 h 2 min"]);
  expect([0, 512, 33_554_432].map(bytes)).toEqual(["0 B", "512 B", "32.0 MiB"]);
  expect(ratio({ median: 1.62, low: 1.58, high: 1.66, samples: 12 })).toBe("1.62x [1.58, 1.66]");
  expect(time({ medianUs: 1234, lowUs: 987, highUs: 1300, samples: 12 })).toBe("1.23 ms [0.987, 1.30]");
});
