/** After a replay, which is usually a first run: commands that a person can try next. */
import { kernelwright } from "../../lib/shell.ts";

/** `run` is the run's folder as the person knows it; `won` is its winner, null without one. */
export function nextSteps(run: string, won: string | null): string {
  const steps = [
    ...(won === null ? [] : [[kernelwright("export", run, "-o", "winner.py"), "judge the winner once more and write it as one Python file"]]),
    [kernelwright("inspect", run, won ?? "root"), "show its plan, source, verdict and profile"],
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
