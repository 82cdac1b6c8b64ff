import { expect, it } from "@jest/globals";
import { recordOf, type RunEvent } from "../../../src/run/events.ts";
import { Settings } from "../../../src/domain/settings.ts";
import { compared, renderComparison, type Side } from "../../../src/report/terminal/comparison.ts";
import { artifacts, events } from "../fixture.ts";

const settings = Settings.parse({ taskFile: "t.py", target: "cuda", language: "cuda", model: { name: "m", source: "live" }, policy: { attempts: 8 } });
const side = (from: readonly RunEvent[] = events, more: Partial<Side> = {}): Side => ({
  run: "runs/a",
  source: "task",
  settings,
  record: recordOf(from),
  artifacts,
  ...more,
});
/** The run with its winner's speedup over eager, measured at promotion, multiplied. */
const times = (factor: number, spread = 0.01): RunEvent[] =>
  events.map((event) => {
    if (event.type !== "promoted" || event.verdict.status !== "ok") return event;
    const median = event.verdict.speedup.median * factor;
    const speedup = { median, low: median * (1 - spread), high: median * (1 + spread), samples: 40 };
    return { ...event, verdict: { ...event.verdict, speedup } };
  });
const findingOf = (first: Side, second: Side) => compared(first, second).speeds.find((one) => one.against === "eager")?.finding;

it("a difference beyond both intervals and the noise band is real, in either direction", () => {
  expect(findingOf(side(times(1)), side(times(1.2)))).toBe("faster");
  expect(findingOf(side(times(1.2)), side(times(1)))).toBe("slower");
});

it("a difference within the noise band is none, and one that overlaps it may be noise", () => {
  expect(findingOf(side(times(1, 0.002)), side(times(1, 0.002)))).toBe("same");
  expect(findingOf(side(times(1)), side(times(1.03)))).toBe("ambiguous");
});

it("speeds of another task, precision or machine are not compared, and the reason is shown", () => {
  expect(findingOf(side(), side(times(2), { source: "another task" }))).toBe("not comparable");
  const tf32 = compared(side(), side(times(2), { settings: { ...settings, precision: "tf32" } }));
  expect(tf32.speeds.map((one) => one.finding)).toEqual(tf32.speeds.map(() => "not comparable"));
  expect(renderComparison(tf32)).toContain("- Not comparable: precision: fp32 and tf32.");
});

it("the settings that differ are named, with both values", () => {
  const other = side(events, { settings: { ...settings, seed: 7, taskFile: "elsewhere/t.py" } });
  expect(compared(side(), other).settings).toEqual([{ what: "seed", first: "0", second: "7" }]);
});
