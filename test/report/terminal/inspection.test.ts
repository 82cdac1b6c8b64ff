/** One attempt as `inspect` prints it: one measurement has one set of figures. */
import { expect, it } from "@jest/globals";
import type { Attempt } from "../../../src/run/attempt.ts";
import { steadySpeedup, steadyTime } from "../../../src/domain/measure.ts";
import { recordOf } from "../../../src/run/events.ts";
import { renderInspection } from "../../../src/report/terminal/inspection.ts";
import { searchedOf } from "../../../src/report/run/outcome.ts";
import { diagnosis, okVerdict } from "../fixture-parts.ts";
import { events } from "../fixture.ts";

const record = recordOf(events);
const known = record.attempts.find((one) => one.id === "r2b0")!;

function inspected(attempt: Attempt, verdict = okVerdict(10.6, 2.8, "search")): string {
  const searched = searchedOf(attempt, record, () => JSON.stringify(verdict));
  return renderInspection({ attempt, why: null, files: [], verdict, promotion: null, exchanges: [] }, searched);
}

it("the verdict states the attempt's figures, and names the measured ones where they were converted", () => {
  const verdict = okVerdict(19.1, 3.77, "search");
  const run = { eager: record.baselines!.eager, noiseBand: 0.337 };
  const text = inspected({ ...known, time: steadyTime(verdict, run), speedup: steadySpeedup(verdict, run) }, verdict);
  const [, header] = /^=== r2b0: ok, (.*?) against eager/.exec(text)!;
  expect(text).toContain(`\nok: ${header} against eager (29.7 µs [29.3, 30.1]): faster, noise band 1.20 %\n`);
  expect(text).toContain(
    "\nas timed: 19.1 µs [18.8, 19.4], 3.77x [3.68, 3.86] against eager (72.0 µs [70.9, 73.1]); above it is converted to the eager of the whole run\n",
  );
  expect(inspected({ ...known, time: verdict.candidate, speedup: verdict.speedup, verdict: null }, verdict)).not.toContain("converted");
});

it("an unknown bottleneck says that no counters were read, where they could have been", () => {
  const told = /No counters were read: the search reads them when it plans a change of the attempt/;
  const verdict = okVerdict(10.6, 2.8, "search");
  const countable = { ...verdict, profile: { ...verdict.profile!, countable: true } };
  const unknown = { ...known, diagnosis: { ...diagnosis, bound: "unknown" as const } };
  expect(inspected(unknown, countable)).toMatch(told);
  expect(inspected({ ...known, diagnosis }, countable)).not.toMatch(told);
  expect(inspected(unknown, { ...verdict, profile: { ...verdict.profile!, countable: false } })).not.toMatch(told);
});
