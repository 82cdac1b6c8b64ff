/** `kernelwright export RUN`: a winner as a file, a folder, a patch, an operator or a wheel of it, judged again as exported; or the run's replies for a replay. */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, parse, relative, resolve } from "node:path";
import type { Attempt } from "../run/attempt.ts";
import type { Candidate, SourceFile } from "../domain/candidate.ts";
import { UserError } from "../domain/errors.ts";
import type { Gate } from "../domain/gate.ts";
import { eagerLabel, type Ratio } from "../domain/measure.ts";
import { asksForGradients, type TensorSpec } from "../domain/task.ts";
import type { RunRecord } from "../run/events.ts";
import { hashOf } from "../lib/hash.ts";
import { kernelwright } from "../lib/shell.ts";
import { ratio } from "../report/format.ts";
import { outputOf } from "../tools/system/process.ts";
import { textOf } from "../tools/tasks/task-file.ts";
import { expectPlace, writeWhole } from "../tools/system/files.ts";
import type { AppliedKernel } from "../tools/export/apply.ts";
import { moduleAt } from "../tools/export/module.ts";
import { asCandidate, asItStands, patchText, type Swap } from "../tools/export/patch.ts";
import { unprovenText, type Verdict } from "../domain/verdict.ts";
import { recordedExpansions } from "../search/selection/follow.ts";
import { openRun, repliesOf, type RunFolder } from "../run/run-folder.ts";
import { recordingText } from "../tools/model/recordings.ts";
import { describeTask } from "../tools/export/operator/describe.ts";
import { hubFiles } from "../tools/export/operator/hub.ts";
import { operatorAsCandidate, operatorFiles, type OperatorSource } from "../tools/export/operator/package.ts";
import { buildWheel } from "../tools/export/operator/wheel.ts";
import { folderFiles, singleFile } from "../tools/export/single-file.ts";
import { type JudgeAccess, withJudge } from "./judging.ts";
import { baselinesOf, strongestOf } from "../report/run/baselines.ts";
import { evidenceOf } from "./operator-evidence.ts";
import { passGates, recordGates } from "./operator-gates.ts";
import { recordIfBegun } from "./read-run.ts";
import { judgeAgain, judgeOriginal, unprovenOf } from "./verify-export.ts";

export interface ExportFlags {
  output?: string;
  format?: string;
  attempt?: string;
  replies?: boolean;
  degraded?: boolean;
  module?: string;
  class?: string;
  verify?: boolean;
  failedGates?: boolean;
  worker?: string;
}

/** The formats that are written into a folder. */
const FOLDERS: readonly string[] = ["folder", "op", "wheel", "hub"];

/** An export before it is written: its files, and the same as a candidate for the judge. */
interface Export {
  /** files for the output folder, or one text for the output file or standard output */
  files: SourceFile[] | null;
  text: string;
  candidate: Candidate;
  /** the class that a patch replaces, if it is not the task's own */
  original: { name: string; candidate: Candidate } | null;
  /** an operator's parts and its files with other evidence; absent for a form without gates */
  operator?: { source: OperatorSource; files: (evidence: object) => SourceFile[] };
  /** what the operator's gates said, where they ran */
  passed?: { attempt: string; gates: readonly Gate[] };
}

/** The functions that an export needs from its caller. */
interface Surroundings {
  access: JudgeAccess;
  /** receives one line per step */
  say(this: void, line: string): void;
  /** receives the text if no output is named */
  print(this: void, text: string): void;
}

/** Judges the exported form of a run's winner and writes it. Throws UserError if the run lacks a winner, or if the export fails. */
export async function exportRun(folder: string, flags: ExportFlags, { access, say, print }: Surroundings): Promise<void> {
  if (flags.format !== "patch" && (flags.module ?? flags.class) !== undefined)
    throw new UserError("--module and --class say what a patch swaps the kernel into", "add --format patch, or leave them out");
  if (flags.output !== undefined) expectPlace(flags.output, FOLDERS.includes(flags.format ?? "") && !flags.replies ? "folder" : "file");
  const run = openRun(folder);
  const made = flags.replies ? { files: null, text: repliesText(run) } : await judgedExport(run, flags, access, say);
  if (flags.output === undefined) return print(made.text);
  say(`wrote ${flags.format === "wheel" && made.files ? buildWheel(made.files, flags.output) : write(made, flags.output)}`);
  if ("passed" in made && made.passed) recordGates(run, made.passed.attempt, flags.format ?? "", made.passed.gates);
}

async function judgedExport(run: RunFolder, flags: ExportFlags, access: JudgeAccess, say: Surroundings["say"]): Promise<Export> {
  const chosen = winnerOf(run, flags.attempt, flags.degraded ?? false);
  const worker = flags.worker ?? run.about.settings.worker;
  const winner = chosen.unproven === null && flags.verify !== false ? await examined(run, chosen, flags, access, worker, say) : chosen;
  const { speedup } = winner;
  const about = `${winner.about}${openText(winner.unproven)}${flags.verify === false ? "; not judged as exported" : ""}`;
  const made = await formOf(run, { ...winner, about }, flags);
  if (flags.verify === false) return made;
  const { original } = made;
  await withJudge(access, worker, "export", async (judge) => {
    if (original) {
      say(`the judge checks that ${original.name}, as it stands, does what the task does …`);
      await judgeOriginal(run.about, original.candidate, original.name, judge);
    }
    say("the judge checks and times it as exported …");
    say(await judgeAgain(run.about, { kernel: winner.candidate, claimed: speedup, exported: made.candidate }, judge));
  });
  if (!made.operator) return made;
  const { source, files } = made.operator;
  say("the operator's gates run there, confined as a candidate …");
  const gates = await passGates(source, flags.failedGates ?? false, access, worker, say); // its own judge: an open task would hold memory
  return { ...made, files: files({ ...source.evidence, gates }), passed: { attempt: winner.id, gates } };
}

/** The kernel with what is unproven of it: the judge looks now, because a search did not. */
async function examined(run: RunFolder, winner: Winner, flags: ExportFlags, access: JudgeAccess, worker: string, say: Surroundings["say"]): Promise<Winner> {
  await formOf(run, { ...winner, unproven: [] }, flags); // mistakes of the user show before the judge works
  say(`${winner.id} was not promoted: the judge looks for rare conditions on which it is wrong …`);
  const unproven = await withJudge(access, worker, "export", async (judge) => await unprovenOf(run.about, winner.candidate, judge));
  return { ...winner, unproven };
}

async function formOf(run: RunFolder, winner: Winner, flags: ExportFlags): Promise<Export> {
  const { candidate, about } = winner;
  const { language } = candidate;
  if (FOLDERS.includes(flags.format ?? "") && flags.output === undefined)
    throw new UserError(`--format ${flags.format} cannot be written to standard output`, "name a folder with -o DIR");
  switch (flags.format ?? "file") {
    case "file": {
      const text = singleFile(candidate, about);
      return { files: null, text, candidate: { language, files: [{ name: "model_new.py", text }] }, original: null };
    }
    case "folder": {
      const files = folderFiles(candidate, about);
      return { files, text: "", candidate: { language, files }, original: null };
    }
    case "patch": {
      const { swap, folder } = await swapOf(run, winner, flags);
      const isOwn = flags.module === undefined && swap.name === "Model";
      const original = isOwn ? null : { name: swap.name, candidate: asItStands(swap) };
      return { files: null, text: patchText(swap, folder), candidate: asCandidate(swap), original };
    }
    case "op":
    case "wheel":
    case "hub": {
      const source = await operatorOf(run, winner);
      const filesIn = flags.format === "hub" ? hubFiles : operatorFiles;
      const operator = { source, files: (evidence: object) => filesIn({ ...source, evidence }) };
      return { files: filesIn(source), text: "", candidate: operatorAsCandidate(source), original: null, operator };
    }
    default:
      throw new UserError(`--format ${flags.format} is unknown`, "use one of: file, folder, patch, op, wheel, hub");
  }
}

/** The module to patch, by default the task's file. Its path is relative to the repository's root. Without a repository it is relative to the import's root. */
async function swapOf(run: RunFolder, winner: Winner, flags: ExportFlags) {
  const { record, candidate, about } = winner;
  const { target, taskFile } = run.about.settings;
  const path = resolve(flags.module ?? taskFile);
  if (!existsSync(path)) throw new UserError(`there is no module at ${path}`, "name the Python file to patch with --module");
  if (flags.module === undefined && textOf(readFileSync(path)) !== run.about.task.source)
    throw new UserError(`${path} is not what it was when the run began`, "name the file to patch with --module; it is then judged as it is now");
  const folder = realpathSync(dirname(path));
  const top = await outputOf(["git", "-C", folder, "rev-parse", "--show-toplevel"]);
  const { module, root } = moduleAt(path, top ?? parse(folder).root);
  const mode = modeOf(winner);
  const [inputs = [], ...shapes] = shapesOf(record);
  const gradients = record.baselines?.gradients !== undefined;
  const swap: Swap = { candidate, about, target, inputs, shapes, mode, gradients, module, name: flags.class ?? "Model" };
  return { swap, folder: relative(top ?? root, root) };
}

/** The only mode of the module in which a kernel was proven. Null: both. Throws UserError where nobody has looked. */
function modeOf({ id, unproven }: Pick<Winner, "id" | "unproven">): "train" | "eval" | null {
  if (unproven === null)
    throw new UserError(
      `nobody has looked in which modes ${id} is right, because it was not promoted`,
      "export it as --format file or folder, or let the judge look: without --no-verify",
    );
  return unproven.includes("train") ? "eval" : unproven.includes("eval") ? "train" : null;
}

/** The tensors of each proven shape, the first one first. `alike`: the declared shapes that count, by name. */
function shapesOf({ baselines }: RunRecord, alike?: readonly string[]): (readonly TensorSpec[])[] {
  if (!baselines?.workloads) return baselines ? [baselines.inputs] : [];
  return baselines.workloads.filter(({ name }) => alike?.includes(name) ?? true).map(({ inputs }) => inputs);
}

/** The winner as the parts of an operator's package. Throws UserError if the task cannot be an operator. */
async function operatorOf(run: RunFolder, winner: Winner): Promise<OperatorSource> {
  const { id, record, candidate, about } = winner;
  const { task, settings } = run.about;
  if (asksForGradients(task))
    throw new UserError("the kernel is proven forward and backward, and an operator has the original's gradient", "use --format patch, folder or file");
  const facts = await describeTask(task, modeOf(winner));
  const [inputs, ...shapes] = shapesOf(record, facts.alike);
  if (!inputs) throw new UserError("the run has no measured baselines, so the proven shapes are unknown", "let it finish, then export again");
  return {
    candidate,
    about,
    task,
    target: settings.target,
    precision: settings.precision,
    capability: record.baselines?.host.gpu?.capability ?? null,
    inputs,
    shapes,
    facts,
    evidence: evidenceOf(run, record, id, about),
  };
}

/** Where the run's winner is proven, and what a package for a model needs to know of its task. Throws UserError if the run has no winner to use. */
export async function kernelToApply(run: RunFolder, degraded: boolean): Promise<Pick<AppliedKernel, "proven" | "facts">> {
  const winner = winnerOf(run, undefined, degraded);
  const { record } = winner;
  const facts = await describeTask(run.about.task, modeOf(winner), { nests: true });
  const gradients = record.baselines?.gradients !== undefined;
  return { proven: { target: run.about.settings.target, mode: facts.mode, gradients, shapes: shapesOf(record, facts.alike) }, facts };
}

/** Writes an export and returns its place. */
function write({ files, text }: Pick<Export, "files" | "text">, output: string): string {
  for (const file of files ?? []) writeWhole(join(output, file.name), file.text);
  if (files === null) writeWhole(output, text);
  return output;
}

/** A kernel to export, with what was measured and what was not proven of it. */
interface Winner {
  id: string;
  record: RunRecord;
  candidate: Candidate;
  about: string;
  speedup: Ratio | null;
  /** null if nobody has looked */
  unproven: readonly string[] | null;
}

function winnerOf(run: RunFolder, wanted: string | undefined, degraded: boolean): Winner {
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
      kernels.length === 0 ? "no attempt produced a kernel" : `use one of: ${kernels.map((one) => one.id).join(", ")}`,
    );
  const promoted = record.promotions.find((one) => one.attempt === id)?.verdict;
  const verdict = promoted?.status === "ok" ? promoted : attempt.verdict === null ? null : run.verdict(attempt.verdict);
  // A search does not look for rare conditions. Promotions of early releases did not either, and count as if nothing was found.
  const unproven = verdict?.status === "ok" ? (verdict.unproven ?? (promoted?.status === "ok" ? [] : null)) : null;
  const { text, speedup } = resultOf(record, attempt, promoted, degraded);
  const about = `${run.about.task.name}: attempt ${id} of run ${run.about.id}, ${text}`;
  return { id, record, candidate: run.candidate(attempt.source), about, speedup, unproven };
}

/** The rare conditions that are open, for the header of an exported file. */
function openText(unproven: readonly string[] | null): string {
  if (unproven === null) return "; rare conditions such as NaN were not examined";
  return unproven.length === 0 ? "" : `; not proven: ${unprovenText(unproven)}`;
}

/** The measurement as data and as text. Throws UserError if the isolation was degraded without the user's permission. */
function resultOf(
  record: RunRecord,
  { id, speedup: searched }: Attempt,
  promoted: Verdict | undefined,
  degraded: boolean,
): { text: string; speedup: Ratio | null } {
  const speedup = promoted?.status === "ok" ? promoted.speedup : searched;
  const host = record.baselines?.host;
  if (!speedup || !host) return { text: "not measured", speedup: null };
  const { level } = (promoted ?? host).isolation;
  if (level !== "L3" && !degraded)
    throw new UserError(
      `${id} was measured at isolation ${level}: a hostile candidate could have reached the judge, so its speedup is not for publication`,
      "run the judge as root (npx kernelwright doctor says what is missing), or export it all the same with --degraded",
    );
  const lead = promoted?.status === "ok" ? strongestOf(baselinesOf(promoted, record.started.precision, record.incumbents)) : null;
  const first = lead && lead.kind !== "eager" ? `${ratio(lead.speedup)} against ${lead.label}, the strongest baseline, and ` : "";
  return {
    text: `${first}${ratio(speedup)} against ${eagerLabel[record.started.precision]} on ${host.gpu?.name ?? host.cpu}${level === "L3" ? "" : `, isolation ${level} only`}`,
    speedup,
  };
}

function repliesText(run: RunFolder): string {
  const { task, settings } = run.about;
  const record = recordIfBegun(run);
  const date = record?.started.at.slice(0, 10) ?? "";
  const winner = record?.attempts.find((one) => one.id === record.finished?.best)?.normalized ?? null;
  const { target, seed, policy, model } = settings;
  const expansions = record ? recordedExpansions(record) : [];
  return recordingText(
    {
      task: task.name,
      source: hashOf(task.source),
      target,
      attempts: policy.attempts,
      seed,
      model: model.name,
      date,
      winner,
      policy,
      expansions,
      order: [...run.tree.returned()],
    },
    repliesOf(run),
  );
}
