/** `npm run bench:prompts`: what the prompts of recorded runs take, in estimated tokens; `--show FOLDER` writes them all. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tokensIn } from "../../src/domain/budget.ts";
import { percentText } from "../../src/domain/measure.ts";
import type { Policy } from "../../src/domain/settings.ts";
import { argumentsIn } from "../arguments.ts";
import { tableOf } from "../pages.ts";
import { readRecordedRun, recordedRuns } from "./recorded-runs.ts";
import { type Rendered, rendered } from "./rendered.ts";

const { values } = argumentsIn({ options: { show: { type: "string" } } });
/** Three policies: runs before short prompts, short prompts, and short prompts with a first round of independent kernels. */
const policies: Record<string, Partial<Policy>> = { whole: {}, brief: { prompts: "brief" }, refine: { prompts: "brief", firstRound: 4 } };
console.log(tableOf(["run", "prompts", "calls", "longest, characters", "tokens per attempt", "of whole"], await rows()));

async function rows(): Promise<string[][]> {
  const found: string[][] = [];
  for (const name of recordedRuns) {
    const run = readRecordedRun(name);
    let whole = 0;
    for (const [kind, policy] of Object.entries(policies)) {
      const prompts = await rendered(run, policy);
      const tokens = prompts.reduce((sum, { text }) => sum + tokensIn(text), 0) / run.attempts.length;
      whole ||= tokens;
      const longest = Math.max(...prompts.map(({ text }) => text.length));
      found.push([name, kind, String(prompts.length), String(longest), String(Math.round(tokens)), percentText(tokens / whole)]);
      if (values.show !== undefined) write(join(values.show, kind), name, prompts);
    }
  }
  return found;
}

function write(folder: string, name: string, prompts: readonly Rendered[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { attempt, role, text } of prompts) writeFileSync(join(folder, `${name}.${attempt}.${role}.md`), text);
}
