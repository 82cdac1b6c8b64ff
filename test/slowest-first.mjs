/** The order of the test files: those that take longest by name, then the others by size. A long one that began last would run alone. */
import { statSync } from "node:fs";
import Sequencer from "@jest/test-sequencer";

const slowest = [
  "cli/commands/optimize",
  "tools/export/operator",
  "cli/commands/bench",
  "tools/judge/worker",
  "graph/strategies",
  "cli/commands/model",
  "server/postgres",
  "cli/commands/library-calls",
  "server/dev",
  "tools/export/patch",
  "cli/terminal/approval-prompt",
  "tools/judge/queue",
  "cli/commands/capture",
  "server/serve",
  "cli/signals",
].map((name) => `/test/${name}.test.ts`);

const rank = (path) => {
  const at = slowest.findIndex((name) => path.endsWith(name));
  return at < 0 ? slowest.length : at;
};

/** Jest's own sequencer, with another order. */
export default class SlowestFirst extends Sequencer {
  sort(tests) {
    const size = new Map(tests.map(({ path }) => [path, statSync(path).size]));
    return tests.toSorted((a, b) => rank(a.path) - rank(b.path) || size.get(b.path) - size.get(a.path));
  }
}
