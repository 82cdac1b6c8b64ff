import { expect, it } from "@jest/globals";
import { forwardText } from "../../../src/report/run/forward.ts";
import { ratio, time } from "../fixture-parts.ts";

it("says of forward alone what both programs take, and nothing where no call goes backward", () => {
  const forward = { candidate: time(2100), baseline: time(3000), speedup: ratio(1.43) };
  expect(forwardText({ forward })).toMatch(/^2\.10 ms instead of 3\.00 ms, 1\.43x \[/);
  expect(forwardText({})).toBeNull();
});
