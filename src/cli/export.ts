/** `kernelwright export RUN`: a winner as a file, a folder or a patch, judged again as exported; or the run's replies for a replay. */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { Attempt } from "../domain/attempt.ts";
import type { Candidate, SourceFile } from "../domain/candidate.ts";
import { UserError } from "../domain/errors.ts";
import type { Ratio } from "../domain/measure.ts";
import type { RunRecord } from "../domain/run-record.ts";
import { kernelwright } from "../domain/shell.ts";
import { ratio } from "../report/format.ts";
import { outputOf } from "../tools/process.ts";
import { expectPlace, writeWhole } from "../tools/files.ts";
import { asCandidate, asItStands, patchText, type Swap } from "../tools/patch.ts";
import { openRun, repliesOf, type RunFolder } from "../tools/run-folder.ts";
import { recordingText } from "../tools/recording.ts";
import { folderFiles, singleFile } from "../tools/single-file.ts";
import { recordIfBegun } from "./record.ts";
import { judgeAgain, judgeOriginal } from "./verify.ts";

export interface ExportFlags {
  output?: string;
  format?: string;
  attempt?: string;
  replies?: boolean;
  degraded?: boolean;
  module?: string;
  class?: string;
  verify?: boolean;
  worker?: string;
}

/** An export before it is written: what goes where, and the same as the judge takes it. */
interface Export {
  /** to be written into the output folder, or one text for the output file or standard output */
  files: SourceFile[] | null;
  text: string;
  candidate: Candidate;
  /** the class that a patch swaps, where it is not the task's own */
  original: { name: string; candidate: Candidate } | null;
}

export async function exportRun(folder: string, flags: ExportFlags): Promise<void> {
  if (flags.format !== "patch" && (flags.module ?? flags.class) !== undefined)
    throw new UserError("--module and --class say what a patch swaps the kernel into", "add --format patch, or leave them out");
  if (flags.output !== undefined) expectPlace(flags.output, flags.format === "folder" && !flags.replies ? "folder" : "file");
  const run = openRun(folder);
  if (flags.replies) return write({ files: null, text: repliesText(run) }, flags.output);
  const { candidate, about, speedup, record } = winnerOf(run, flags.attempt, flags.degraded ?? false);
  const made = await formOf(run, record, candidate, about, flags);
  if (flags.verify !== false) {
    const { original } = made;
    if (original) {
      console.error(`the judge checks that ${original.name}, as it stands, does what the task does …`);
      await judgeOriginal(run.about, original.candidate, original.name, flags.worker);
    }
    console.error("the judge checks and times it as exported …");
    console.error(await judgeAgain(run.about, made.candidate, speedup, flags.worker));
  }
  write(made, flags.output);
}

async function formOf(run: RunFolder, record: RunRecord, candidate: Candidate, about: string, flags: ExportFlags): Promise<Export> {
  const { language } = candidate;
  switch (flags.format ?? "file") {
    case "file": {
      const text = singleFile(candidate, about);
      return { files: null, text, candidate: { language, files: [{ name: "model_new.py", text }] }, original: null };
    }
    case "folder": {
      if (flags.output === undefined) throw new UserError("a folder cannot be written to standard output", "name it with -o DIR");
      const files = folderFiles(candidate, about);
      return { files, text: "", candidate: { language, files }, original: null };
    }
    case "patch": {
      const { swap, folder, packaged } = await swapOf(run, record, candidate, about, flags);
      const isOwn = flags.module === undefined && swap.name === "Model";
      const original = isOwn ? null : { name: swap.name, candidate: asItStands(swap) };
      return { files: null, text: patchText(swap, folder, packaged), candidate: asCandidate(swap), original };
    }
    default:
      throw new UserError(`--format ${flags.format} is unknown`, "use one of: file, folder, patch");
  }
}

/** The module to patch, by default the task's own file, named from the root of its repository. */
async function swapOf(run: RunFolder, record: RunRecord, candidate: Candidate, about: string, flags: ExportFlags) {
  const { target, taskFile } = run.about.settings;
  const path = resolve(flags.module ?? taskFile);
  if (!existsSync(path)) throw new UserError(`there is no module at ${path}`, "name the Python file to patch with --module");
  if (flags.module === undefined && readFileSync(path, "utf8") !== run.about.task.source)
    throw new UserError(`${path} is not what it was when the run began`, "name the file to patch with --module; it is then judged as it is now");
  const folder = realpathSync(dirname(path)); // git too tells where a link leads
  const root = (await outputOf(["git", "-C", folder, "rev-parse", "--show-toplevel"])) ?? folder;
  const module = { name: basename(path), text: readFileSync(path, "utf8") };
  const swap: Swap = { candidate, about, target, inputs: record.baselines?.inputs ?? [], module, name: flags.class ?? "Model" };
  return { swap, folder: relative(root, folder), packaged: existsSync(join(folder, "__init__.py")) };
}

function write({ files, text }: Pick<Export, "files" | "text">, output: string | undefined): void {
  if (output === undefined) return void process.stdout.write(text);
  for (const file of files ?? []) writeWhole(join(output, file.name), file.text);
  if (files === null) writeWhole(output, text);
  console.error(`wrote ${output}`);
}

function winnerOf(run: RunFolder, wanted: string | undefined, degraded: boolean) {
  const record = recordIfBegun(run);
  const id = wanted ?? record?.finished?.best;
  if (!id)
    throw new UserError(
      `${run.path} has no winner${record?.finished ? "" : " yet"}`,
      record?.finished ? "nothing was proven faster; name an attempt with --attempt" : `finish it first: ${kernelwright("resume", run.path)}`,
    );
  const kernels = record?.attempts.filter((one) => one.role !== "reference" && one.source !== null) ?? [];
  const attempt = kernels.find((one) => one.id === id);
  if (!record || !attempt)
    throw new UserError(
      `${run.path} has no kernel ${id}`,
      kernels.length === 0 ? "none of its attempts came to one" : `use one of: ${kernels.map((one) => one.id).join(", ")}`,
    );
  const { text, speedup } = resultOf(record, attempt, degraded);
  return { record, candidate: run.candidate(attempt.source), about: `${run.about.task.name}: attempt ${id} of run ${run.about.id}, ${text}`, speedup };
}

/** What was measured, in words too. Throws where that was at a degraded isolation level and nobody asked for it. */
function resultOf(record: RunRecord, { id, speedup: searched }: Attempt, degraded: boolean): { text: string; speedup: Ratio | null } {
  const promoted = record.promotions.find((one) => one.attempt === id)?.verdict;
  const speedup = promoted?.status === "ok" ? promoted.speedup : searched;
  const host = record.baselines?.host;
  if (!speedup || !host) return { text: "not measured", speedup: null };
  const { level } = (promoted ?? host).isolation;
  if (level !== "L3" && !degraded)
    throw new UserError(
      `${id} was measured at isolation ${level}: a hostile candidate could have reached the judge, so its speedup is not for publication`,
      "run the judge as root (npx kernelwright doctor says what is missing), or export it all the same with --degraded",
    );
  return { text: `${ratio(speedup)} against eager PyTorch on ${host.gpu?.name ?? host.cpu}${level === "L3" ? "" : `, isolation ${level} only`}`, speedup };
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
