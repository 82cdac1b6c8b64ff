import { join } from "node:path";
import { amount, type Flags, resolveTarget, wholeNumber } from "../config.ts";
import { UserError } from "../domain/errors.ts";
import { Policy } from "../domain/settings.ts";
import { tuningOf, tuningProblem, withSetting } from "../domain/tuning.ts";
import { problemOf } from "../domain/verdict.ts";
import { type Evaluate, sweep } from "../nodes/tune.ts";
import { ratio } from "../report/format.ts";
import { printable } from "../report/text.ts";
import { tunedText, tunedTable } from "../report/tuning.ts";
import { draws } from "../domain/random.ts";
import { readTask, workerOf } from "../services.ts";
import { readCandidate } from "../tools/candidate-files.ts";
import { expectPlace, writeWhole } from "../tools/files.ts";
import { createJudge } from "../tools/judge.ts";
import { hasGpu } from "../tools/gpu.ts";
import { configured } from "./configured.ts";
import { Exit } from "./exit.ts";

/** `kernelwright tune TASK CANDIDATE`: tries the settings that a candidate's comments allow, without any model. */
export async function tune(
  taskFile: string,
  path: string,
  given: Flags & { settings?: string; seconds?: string; out?: string; config?: string },
): Promise<void> {
  if (given.out !== undefined) expectPlace(given.out, "folder");
  const task = readTask(taskFile);
  const { flags } = configured(given);
  const on = resolveTarget(flags, await hasGpu(flags.worker));
  const candidate = readCandidate(path, on);
  const problem = tuningProblem(candidate.files);
  if (problem) throw new UserError(problem, "docs/tuning.md says how constants are marked");
  const tuning = tuningOf(candidate.files);
  if (tuning.tunables.length === 0) throw new UserError(`${path} marks no constant as tunable`, "docs/tuning.md says how constants are marked");
  const usual = Policy.parse({});
  const limits = {
    settings: wholeNumber(flags.settings, "--settings") ?? usual.tune,
    seconds: amount(flags.seconds, "--seconds") ?? usual.tuneSeconds,
    draw: draws(wholeNumber(flags.seed, "--seed") ?? 0, "tune"),
  };
  console.error("the judge builds, checks and times it as it is, then its settings …");
  const judge = createJudge(workerOf(flags.worker ?? ""), `tune ${Date.now()}`);
  const { target, precision, library } = on;
  const evaluate: Evaluate = (one, tier) => judge.evaluate({ task, target, precision, candidate: one, tier, baselines: [], library });
  try {
    const own = await judge.evaluate({ task, target, precision, candidate, tier: "search", baselines: [], library });
    process.exitCode = Exit.notFaster;
    if (own.status !== "ok") return console.log(printable(`${own.status}: ${problemOf(own)}`));
    console.log(`as it is: ${ratio(own.speedup)} against eager`);
    const { best, tuned } = await sweep(candidate, tuning, own, evaluate, limits);
    console.log(`${tunedTable(tuned)}\n${tunedText(tuned)}`);
    if (!best) return;
    console.log(`tuned: ${ratio(best.verdict.speedup)} against eager`);
    process.exitCode = Exit.done;
    if (given.out === undefined) return console.log("not written: name a folder for it with -o DIR");
    for (const file of withSetting(candidate.files, tuning, best.setting)) writeWhole(join(given.out, file.name), file.text);
    console.log(`wrote ${given.out}`);
  } finally {
    await judge.close(true);
  }
}
