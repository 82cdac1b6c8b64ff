/** Writes the result files of a run: the report, and the files of the winner. */
import { relative } from "node:path";
import type { SourceFile } from "../domain/candidate.ts";
import { recordOf, type RunRecord } from "../run/events.ts";
import { renderHtml } from "../report/html/report.ts";
import { readIfThere, writeWhole } from "../tools/system/files.ts";
import { exchangesOf } from "../tools/model/reply-cache.ts";
import type { RunFolder } from "../run/run-folder.ts";

/** Looks up a stored file of a run. Undefined if it is missing. */
export const artifactsOf = (run: RunFolder) => (hash: string) => readIfThere(run.file(`artifacts/${hash}`));

/** The run's report as HTML. Its commands name the run's folder from the working directory. */
export function reportOf(run: RunFolder, record: RunRecord): string {
  const near = relative(process.cwd(), run.path);
  return renderHtml(record, artifactsOf(run), exchangesOf(run), near.startsWith("..") ? run.path : near || ".");
}

/** Writes the run's report.html and returns its path. */
export function writeReport(run: RunFolder, record: RunRecord): string {
  const path = run.file("report.html");
  writeWhole(path, reportOf(run, record));
  return path;
}

export function publish(run: RunFolder, winner: string | null): void {
  const finished = { type: "finished", best: winner, report: "report.html" } as const;
  const record = recordOf([...run.events(), { ...finished, at: new Date().toISOString() }]);
  writeReport(run, record);
  const best = record.attempts.find((one) => one.id === winner);
  const files: SourceFile[] = best ? run.candidate(best.source).files : [];
  for (const file of files) writeWhole(run.file(`best/${file.name}`), file.text);
  run.emit(finished); // last: a run that says it is finished has its report
}
