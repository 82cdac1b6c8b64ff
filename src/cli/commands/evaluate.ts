import { type Flags, valueOf } from "../../config/flags.ts";
import { BrokenHost, Refused, UserError } from "../../domain/errors.ts";
import { gpuFor } from "../../domain/hardware.ts";
import type { Incumbent, JudgedIncumbent } from "../../domain/incumbent.ts";
import type { Precision } from "../../domain/task.ts";
import { type OkVerdict, problemOf, unprovenText, type Verdict } from "../../domain/verdict.ts";
import { judgeIncumbents, judgeSubject, libraryCallsOf, ownJudge, readSubject, readTaskUnderRules, type Subject, withJudge } from "../../operations/judging.ts";
import { ratio, time } from "../../report/format.ts";
import { alternativeNotes, type Baseline, baselinesOf, incumbentNotes, strongestOf } from "../../report/run/baselines.ts";
import { forwardText } from "../../report/run/forward.ts";
import { kernelBenchSays } from "../../report/run/kernelbench.ts";
import { shapeText, unseenText } from "../../report/run/shapes.ts";
import { checksText } from "../../report/terminal/checks.ts";
import { explanationText } from "../../report/terminal/explanation.ts";
import { printable } from "../../report/terminal/summary.ts";
import { diagnosisText } from "../../search/context/attempt-text.ts";
import type { Judge } from "../../tools/judge/client.ts";
import { renderPrompt } from "../../tools/model/prompt.ts";
import { diagnose } from "../../search/diagnosis/diagnosis.ts";
import { readIncumbents } from "../../tools/tasks/candidate-files.ts";
import { Exit } from "../exit-codes.ts";

interface EvaluateFlags {
  full?: boolean;
  explain?: boolean;
  json?: boolean;
  config?: string;
  listChecks?: boolean;
}

/** `kernelwright evaluate TASK CANDIDATE`: prints one verdict on standard output, or with `--list-checks` what the judge varies for the task. */
export async function evaluate(taskFile: string, path: string | undefined, given: Flags & EvaluateFlags): Promise<void> {
  if (given.listChecks) return await listChecks(taskFile, path, given);
  if (path === undefined) throw new UserError("no candidate is named", "npx kernelwright evaluate TASK.py KERNEL; --list-checks alone takes none");
  const subject = await readSubject(taskFile, path, given);
  const against = readIncumbents(valueOf(given, "against") ?? [], subject.on.target);
  if (!given.json) console.error("the judge builds, checks and times it …");
  await withJudge(ownJudge, subject.worker, "evaluate", async (judge) => {
    const full = given.full ?? false;
    const tier = full ? "promotion" : "search";
    const verdict = await judgeSubject(judge, subject, tier, { counters: !full, rareChecks: true, ...(given.explain && { explain: true }) });
    const wanted = full && verdict.status === "ok" && subject.libraryCalls;
    const found = wanted ? await libraryCallsFound(judge, subject) : [];
    const incumbents = verdict.status === "ok" ? await judgeIncumbents(judge, subject, [...against, ...found], tier) : [];
    if (given.json)
      console.log(
        JSON.stringify(against.length + found.length > 0 ? { ...verdict, incumbents: asJson(verdict, subject.on.precision, incumbents) } : verdict, null, 2),
      );
    else if (verdict.status !== "ok") console.log(printable(`${verdict.status}: ${problemOf(verdict)}`));
    else {
      printVerdict(verdict, subject.on.precision, incumbents);
      const told = diagnosisText(renderPrompt, diagnose(renderPrompt, verdict, null, gpuFor(subject.on.target, await judge.probe())));
      console.log(printable(told.replaceAll(/^/gm, "    ")));
    }
    if (given.explain && !given.json) console.log(printable(explanationText(verdict.explanation)));
    process.exitCode = verdict.status === "ok" ? Exit.done : Exit.notFaster;
  });
}

/** The library calls of the task. None, with a note, where the judge cannot look for them: the verdict stands without them. */
async function libraryCallsFound(judge: Judge, subject: Subject): Promise<Incumbent[]> {
  try {
    return await libraryCallsOf(judge, subject);
  } catch (error) {
    if (!(error instanceof Refused || error instanceof BrokenHost)) throw error;
    console.error(printable(`no library call is compared: ${error.message}`));
    return [];
  }
}

/** Opens the task in a judge and prints what it found to vary. */
async function listChecks(taskFile: string, path: string | undefined, given: Flags & EvaluateFlags): Promise<void> {
  if (path !== undefined) throw new UserError(`--list-checks lists the checks of a task, and ${path} is a candidate`, "leave one of them out");
  const { task, on, worker } = await readTaskUnderRules(taskFile, given);
  if (!given.json) console.error("the judge opens the task …");
  await withJudge(ownJudge, worker, "checks", async (judge) => {
    const { target, precision } = on;
    const { admission, checks, timedOn, inputs, gradients, workloads } = await judge.prepare({ task, target, precision, baselines: [] });
    const shown = { inputs, timedOn, admission, ...(gradients && { gradients }), ...(checks && { checks }), ...(workloads && { workloads }) };
    console.log(given.json ? JSON.stringify(shown, null, 2) : printable(checksText(shown)));
  });
}

/** The incumbents with their verdicts, and the kernel's speedup over those that are right. */
function asJson(verdict: Verdict, precision: Precision, incumbents: readonly JudgedIncumbent[]): object[] {
  const baselines = verdict.status === "ok" ? baselinesOf(verdict, precision, incumbents) : [];
  return incumbents.map((one) => ({ ...one, speedup: baselines.find(({ kind, label }) => kind === "incumbent" && label === one.name)?.speedup ?? null }));
}

function printVerdict(verdict: OkVerdict, precision: Precision, incumbents: readonly JudgedIncumbent[]): void {
  const baselines = baselinesOf(verdict, precision, incumbents);
  const lead = strongestOf(baselines);
  const others = baselines.filter((one) => one !== lead);
  const over = ({ label, speedup, time: taken }: Baseline): string => `${ratio(speedup)} against ${label}${taken ? ` (${time(taken)})` : ""}`;
  if (lead) console.log(printable(`ok: ${time(verdict.candidate)}, ${over(lead)}${others.length > 0 ? ", the strongest baseline" : ""}`));
  for (const one of others) console.log(printable(`    ${over(one)}`));
  for (const one of verdict.shapes ?? []) console.log(printable(`    shape ${one.name}: ${shapeText(one)}`));
  const forward = forwardText(verdict);
  if (forward) console.log(`    forward alone: ${forward}`);
  const unseen = unseenText(verdict);
  if (unseen) console.log(printable(`    ${unseen}`));
  for (const note of [...alternativeNotes(baselines), ...incumbentNotes(incumbents, verdict)]) console.log(printable(`    ${note}`));
  console.log(
    `    ${verdict.checkedCalls} calls checked, largest error ${(100 * verdict.errorShare).toPrecision(2)} % of its budget, isolation ${verdict.isolation.level}`,
  );
  if (verdict.unproven?.length) console.log(`    unproven: ${unprovenText(verdict.unproven)}`);
  if (verdict.kernelbench) console.log(`    KernelBench's evaluator ${kernelBenchSays(verdict.kernelbench)}`);
}
