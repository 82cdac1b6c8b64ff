/** After a replay, which is usually a first run: commands that a person can try next. */
import { kernelwright } from "../../lib/shell.ts";
import { isCounted } from "../../run/attempt.ts";
import type { RunRecord } from "../../run/events.ts";
import { ROOT } from "../../run/tree.ts";

/** `run` is the run's folder as the person knows it. */
export function nextSteps(run: string, record: Pick<RunRecord, "attempts" | "finished">): string {
  const won = record.finished?.best ?? null;
  const steps = [
    ...(won === null ? [] : [[kernelwright("export", run, "-o", "winner.py"), "judge the winner once more and write it as one Python file"]]),
    [kernelwright("inspect", run, won ?? telling(record)), "show its plan, source, verdict and profile"],
    [kernelwright("evaluate", "TASK.py", "KERNEL.py"), "judge a kernel of your own; this needs no model"],
    [kernelwright("optimize", "TASK.py", "--model", "NAME"), "search for your own module; set OPENAI_API_KEY or OPENAI_BASE_URL first"],
  ] as const;
  const width = Math.max(...steps.map(([command]) => command?.length ?? 0));
  return [
    "Try next:",
    ...steps.map(([command = "", what = ""]) => `  ${command.padEnd(width)}  ${what}`),
    "  docs/for-module-owners.md says how to write TASK.py",
  ].join("\n");
}

/** Without a winner: the fastest attempt, or else the last one that was judged, or made. */
function telling({ attempts }: Pick<RunRecord, "attempts">): string {
  const made = attempts.filter(isCounted);
  const [fastest] = attempts.filter((one) => one.speedup).toSorted((a, b) => b.speedup!.median - a.speedup!.median);
  return (fastest ?? made.findLast((one) => one.verdict !== null) ?? made.at(-1))?.id ?? ROOT;
}
