/** The progress lines that a terminal shows of a run's events. */
import { expect, it } from "@jest/globals";
import { createProgress } from "../../../src/report/terminal/progress.ts";
import { events } from "../fixture.ts";
import { ratio, time } from "../fixture-parts.ts";

it("the start line tells the time of torch.compile for eager's time of this session, and what it rests on", () => {
  const prepared = events.find((event) => event.type === "prepared");
  if (prepared?.type !== "prepared") throw new Error("the fixture has no baselines");
  const line = (rivals: typeof prepared.baselines.rivals) =>
    createProgress()({ ...prepared, baselines: { ...prepared.baselines, eager: time(47_900), rivals } });
  const compile = { name: "compile" as const, time: time(7920), speedup: ratio(1.63), note: "" };
  const failed = { name: "tf32" as const, time: null, speedup: null, note: "only on CUDA" };
  expect(line([compile, failed])).toBe(
    "09:30:30 reference: 47.9 ms [47.2, 48.6] eager; by ratios kept per task and host: 29.4 ms [28.7, 30.1] torch.compile; judge isolation L3",
  );
  expect(line([failed])).toBe("09:30:30 reference: 47.9 ms [47.2, 48.6] eager; judge isolation L3");
});
