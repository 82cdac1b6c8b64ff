/** Runs the gates of an exported operator where the judge is, and keeps what they said. */
import { existsSync } from "node:fs";
import { writeReport } from "../config/publish.ts";
import { UserError } from "../domain/errors.ts";
import { type Gate, gatesText } from "../domain/gate.ts";
import { printable } from "../report/terminal/summary.ts";
import { recordOf } from "../run/events.ts";
import type { RunFolder } from "../run/run-folder.ts";
import { type OperatorSource, packageFiles, packageName } from "../tools/export/operator/package.ts";
import { type JudgeAccess, withJudge } from "./judging.ts";

const RUNS = /\.(py|cu|cpp)$/;

/**
 * Lets the judge's worker run the operator's own tests, confined as a candidate, and says a line per gate. Throws UserError if they do not come to
 * their end, or if one fails and the user did not allow it.
 */
export async function passGates(source: OperatorSource, allowed: boolean, access: JudgeAccess, worker: string, say: (line: string) => void): Promise<Gate[]> {
  const { task, target, precision } = source;
  const files = packageFiles(source).filter(({ name }) => RUNS.test(name));
  const { gates, problem } = await withJudge(
    access,
    worker,
    "gates",
    async (judge) => await judge.gates({ task, target, precision, package: packageName(task), files }),
  );
  for (const one of gates) say(printable(gateLine(one)));
  if (problem)
    throw new UserError(printable(`the operator's gates did not come to their end: ${problem}`), "nothing was written; --no-verify writes it all the same");
  if (gates.some(({ outcome }) => outcome === "failed") && !allowed)
    throw new UserError(printable(gatesText(gates)), "nothing was written; --failed-gates writes it all the same, and its evidence names them");
  return gates;
}

/** "passed   opcheck: schema, fake kernel" */
const gateLine = ({ name, what, outcome, detail }: Gate): string =>
  `${(outcome === "failed" ? "FAILED" : outcome).padEnd(8)} ${name}: ${what}${detail && ` (${detail})`}`;

/** Adds the gates of an export to the run's log, and to its report if there is one. */
export function recordGates(run: RunFolder, attempt: string, format: string, gates: readonly Gate[]): void {
  run.emit({ type: "exported", attempt, format, gates: [...gates] });
  if (existsSync(run.file("report.html"))) writeReport(run, recordOf(run.events()));
}
