import { type Flags, resolveTarget } from "../config.ts";
import { gpuFor } from "../domain/host.ts";
import { rivalLabel } from "../domain/measure.ts";
import { rivalsOn } from "../domain/protocol.ts";
import { problemOf } from "../domain/verdict.ts";
import { ratio, time } from "../report/format.ts";
import { kernelBenchSays } from "../report/kernelbench.ts";
import { printable } from "../report/text.ts";
import { diagnosisText } from "../search/briefing.ts";
import { diagnose } from "../search/diagnosis.ts";
import { readTask, workerOf } from "../services.ts";
import { readCandidate } from "../tools/candidate-files.ts";
import { createJudge } from "../tools/judge.ts";
import { hasGpu } from "../tools/gpu.ts";
import { configured } from "./configured.ts";
import { Exit } from "./exit.ts";

/** `kernelwright evaluate TASK CANDIDATE`: one verdict, on standard output. */
export async function evaluate(taskFile: string, path: string, given: Flags & { full?: boolean; json?: boolean; config?: string }): Promise<void> {
  const task = readTask(taskFile);
  const { flags } = configured(given);
  const { target, language, precision, library } = resolveTarget(flags, await hasGpu(flags.worker));
  const candidate = readCandidate(path, { language });
  if (!flags.json) console.error("the judge builds, checks and times it …");
  const judge = createJudge(workerOf(flags.worker ?? ""), `evaluate ${Date.now()}`);
  try {
    const full = flags.full ?? false;
    const verdict = await judge.evaluate({
      task,
      target,
      precision,
      candidate,
      tier: full ? "promotion" : "search",
      baselines: full ? rivalsOn[target] : [],
      library,
      counters: !full,
    });
    if (flags.json) console.log(JSON.stringify(verdict, null, 2));
    else if (verdict.status !== "ok") console.log(printable(`${verdict.status}: ${problemOf(verdict)}`));
    else {
      console.log(`ok: ${time(verdict.candidate)}, ${ratio(verdict.speedup)} against eager (${time(verdict.baseline)})`);
      for (const { name, speedup } of verdict.rivals) if (speedup) console.log(`    ${ratio(speedup)} against ${rivalLabel[name]}`);
      console.log(
        `    ${verdict.checkedCalls} calls checked, largest error ${(100 * verdict.errorShare).toPrecision(2)} % of its budget, isolation ${verdict.isolation.level}`,
      );
      if (verdict.kernelbench) console.log(`    KernelBench's evaluator ${kernelBenchSays(verdict.kernelbench)}`);
      const told = diagnosisText(diagnose(verdict, gpuFor(target, await judge.probe())));
      console.log(printable(told.replaceAll(/^/gm, "    ")));
    }
    process.exitCode = verdict.status === "ok" ? Exit.done : Exit.notFaster;
  } finally {
    await judge.close(true);
  }
}
