/** A small bench over the fixture's run: three tasks in two variants, one of them without a kernel. */
import type { BenchCell } from "../../src/domain/bench.ts";
import { Settings } from "../../src/domain/settings.ts";
import { cellOf } from "../../src/report/bench/cell.ts";
import { benchHtml } from "../../src/report/bench/page.ts";
import { recordOf } from "../../src/run/events.ts";
import { artifacts, events } from "./fixture.ts";

const settings = Settings.parse({ taskFile: "t.py", target: "cuda", language: "cuda", model: { name: "m", source: "live" }, policy: { attempts: 8 } });
const about = { variant: "beam", task: "row_softmax", run: "beam/row_softmax", source: "task", settings, running: false, artifacts };

/** The bench as a page. */
export function benchPage(): string {
  const cell = cellOf({ ...about, record: recordOf(events) });
  const cells = ["beam", "sampling"].flatMap((variant) =>
    ["row_softmax", "layer_norm_with_a_long_name", "attention"].map((task): BenchCell => {
      const own = { ...cell, variant, task, source: task, run: `${variant}/${task}` };
      return task === "attention" ? { ...own, status: "no kernel", problem: "attempts: 5 build failed", kernel: null, speeds: [] } : own;
    }),
  );
  return benchHtml({ version: 1, command: "npx kernelwright bench", at: "2026-11-21T10:00:00.000Z", cells }, (run) => `${run}/report.html`);
}
