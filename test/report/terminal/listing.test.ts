import { expect, it } from "@jest/globals";
import { recordOf } from "../../../src/run/events.ts";
import { Settings } from "../../../src/domain/settings.ts";
import { listed, renderListing } from "../../../src/report/terminal/listing.ts";
import { changed, events } from "../fixture.ts";

const settings = Settings.parse({ taskFile: "t.py", target: "cuda", language: "cuda", model: { name: "m", source: "live" }, policy: { attempts: 8 } });
const now = Date.parse(events[0]!.at) + 2 * 3600_000;
const row = (from = events, running = false) => listed("runs/a", "softmax", settings, recordOf(from), running, now);

it("a finished run is listed with its promoted speedup, its interval and its age", () => {
  const text = renderListing([row()]);
  expect(text).toMatch(/^runs\/a +softmax +cuda +beam +7\/8 +2\.78x \[2\.71, 2\.85\] +won +2 h$/m);
});

it("runs without a winner, active, stopped and unstarted runs have different labels", () => {
  const unfinished = events.filter(({ type }) => type !== "finished" && type !== "promoted");
  expect(row(changed("finished", { best: null })).status).toBe("no win");
  expect([row(unfinished, true).status, row(unfinished).status]).toEqual(["running", "stopped"]);
  expect(listed("runs/a", "softmax", settings, undefined, false, now)).toMatchObject({ status: "not begun", speedup: null, ageSeconds: null });
});

it("a speedup without a second measurement is marked", () => {
  expect(renderListing([row(events.filter(({ type }) => type !== "finished" && type !== "promoted"))])).toMatch(/x \[[\d., ]+\] \(search\)/);
});
