import type { Attempt } from "../domain/attempt.ts";
import { UserError } from "../domain/errors.ts";
import type { RunRecord } from "../domain/run-record.ts";
import { ratio } from "../report/format.ts";
import { writeWhole } from "../tools/files.ts";
import { openRun, repliesOf, type RunFolder } from "../tools/run-folder.ts";
import { recordingText } from "../tools/recording.ts";
import { singleFile } from "../tools/single-file.ts";
import { recordIfBegun } from "./record.ts";

/** `kernelwright export RUN`: the winner as one Python file, or the run's replies for a replay. */
export async function exportRun(folder: string, flags: { output?: string; attempt?: string; replies?: boolean; degraded?: boolean }): Promise<void> {
  const run = openRun(folder);
  const text = flags.replies ? repliesText(run) : winnerText(run, flags.attempt, flags.degraded ?? false);
  if (flags.output === undefined) return void process.stdout.write(text);
  writeWhole(flags.output, text);
  console.error(`wrote ${flags.output}`);
}

function winnerText(run: RunFolder, wanted: string | undefined, degraded: boolean): string {
  const record = recordIfBegun(run);
  const id = wanted ?? record?.finished?.best;
  if (!id)
    throw new UserError(
      `${run.path} has no winner${record?.finished ? "" : " yet"}`,
      record?.finished ? "nothing was proven faster; name an attempt with --attempt" : `finish it first: kernelwright resume ${run.path}`,
    );
  const attempt = record?.attempts.find((one) => one.id === id && one.role !== "reference" && one.source !== null);
  if (!attempt)
    throw new UserError(
      `${run.path} has no candidate ${id}`,
      `use one of: ${(record?.attempts ?? [])
        .filter((one) => one.role !== "reference")
        .map((one) => one.id)
        .join(", ")}`,
    );
  return singleFile(run.candidate(attempt.source), `${run.about.task.name}: attempt ${id} of run ${run.about.id}, ${resultOf(record, attempt, degraded)}`);
}

/** What was measured, in words. Throws where that was at a degraded isolation level and nobody asked for it. */
function resultOf(record: RunRecord | undefined, { id, speedup: searched }: Attempt, degraded: boolean): string {
  const promoted = record?.promotions.find((one) => one.attempt === id)?.verdict;
  const speedup = promoted?.status === "ok" ? promoted.speedup : searched;
  const host = record?.baselines?.host;
  if (!speedup || !host) return "not measured";
  const { level } = (promoted ?? host).isolation;
  if (level !== "L3" && !degraded)
    throw new UserError(
      `${id} was measured at isolation ${level}: a hostile candidate could have reached the judge, so its speedup is not for publication`,
      "run the judge as root (kernelwright doctor says what is missing), or export it all the same with --degraded",
    );
  return `${ratio(speedup)} against eager PyTorch on ${host.gpu?.name ?? host.cpu}${level === "L3" ? "" : `, isolation ${level} only`}`;
}

function repliesText(run: RunFolder): string {
  const { task, settings } = run.about;
  const record = recordIfBegun(run);
  const date = record?.started.at.slice(0, 10) ?? "";
  const winner = record?.attempts.find((one) => one.id === record.finished?.best)?.normalized ?? null;
  const { target, seed, policy, model } = settings;
  return recordingText(
    { task: task.name, target, attempts: policy.attempts, seed, model: model.name, date, winner, policy, order: [...run.tree.returned()] },
    repliesOf(run),
  );
}
