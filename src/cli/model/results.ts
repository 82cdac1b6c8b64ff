/** After the searches: the kernels' package, the measurement of the whole model, and the report. */
import { basename, join } from "node:path";
import { Interrupted, UserError } from "../../domain/errors.ts";
import type { ChosenGroup, GroupResult, ModelPlan, ModelResults } from "../../domain/whole-model.ts";
import type { BenchCell } from "../../domain/bench.ts";
import { exportRun, kernelToApply } from "../../operations/export.ts";
import { ownJudge } from "../../operations/judging.ts";
import { tablesMarkdown, tablesText } from "../../report/bench/render.ts";
import type { Table } from "../../report/bench/table.ts";
import { modelHeadline, modelTables, rankingTable } from "../../report/model/tables.ts";
import { openRun } from "../../run/run-folder.ts";
import { groupsOf, unitsOf } from "../../search/whole-model/units.ts";
import { applyFiles, type AppliedKernel } from "../../tools/export/apply.ts";
import { makeFolder, readIfThere, writeWhole } from "../../tools/system/files.ts";
import { measuredModel } from "../../tools/tasks/whole-model.ts";
import { runOf } from "./search.ts";

type Say = (line: string) => void;

/** Writes the package, measures the model with it, and writes the report. Throws UserError only for an unreadable folder. */
export async function finishModel(folder: string, plan: ModelPlan, cells: readonly BenchCell[], say: Say): Promise<ModelResults> {
  const kernels = join(folder, packageName(plan.script));
  const applied: AppliedKernel[] = [];
  const groups: GroupResult[] = [];
  for (const one of plan.chosen) {
    const cell = cells.find(({ task }) => task === one.task)!;
    const found = cell.status === "proven" ? await kernelOf(folder, kernels, one, plan, say) : whyNone(cell);
    if (typeof found !== "string") applied.push(found);
    groups.push({ ...one, cell, applied: typeof found !== "string", problem: typeof found === "string" ? found : "" });
  }
  if (applied.length > 0)
    for (const file of applyFiles(`Kernels for ${plan.model.class} of ${basename(plan.script)}.`, applied)) writeWhole(join(kernels, file.name), file.text);
  const measured = applied.length > 0 ? await measure(plan, kernels, say) : "no module has a kernel that is proven faster";
  const isMeasured = typeof measured !== "string";
  const results: ModelResults = {
    version: 1,
    command: plan.command,
    at: new Date().toISOString(),
    model: plan.model,
    groups,
    left: plan.left,
    package: applied.length > 0 ? kernels : null,
    measured: isMeasured ? measured : null,
    problem: isMeasured ? "" : measured,
  };
  writeResults(folder, results);
  return results;
}

/** The package's name: that of the script, as Python takes it. */
const packageName = (script: string): string =>
  `${basename(script, ".py")
    .replace(/\W/g, "_")
    .replace(/^(?=\d)/, "_")}_kernels`;

const whyNone = ({ status, problem }: BenchCell): string => (status === "correct" ? "no kernel is proven faster" : `${status}${problem ? `: ${problem}` : ""}`);

/** The winner of a group's run, judged as one file. A text says why it is not used. */
async function kernelOf(folder: string, kernels: string, one: ChosenGroup, { degraded }: ModelPlan, say: Say): Promise<AppliedKernel | string> {
  const run = join(folder, runOf(one.task));
  const name = one.task.toLowerCase();
  const file = join(kernels, `${name}_kernel.py`);
  return await orReason(async () => {
    makeFolder(kernels);
    if (readIfThere(file) === undefined) await exportRun(run, { output: file, format: "file", degraded }, { access: ownJudge, say, print: say });
    const { proven, facts } = await kernelToApply(openRun(run), degraded);
    return { name, kernel: readIfThere(file) ?? "", task: openRun(run).about.task.source, paths: one.paths, fingerprints: one.fingerprints, proven, facts };
  });
}

/** The measurement, or why there is none. */
async function measure({ script, args, python, model }: ModelPlan, kernels: string, say: Say): Promise<(ModelResults["measured"] & {}) | string> {
  say("measuring the whole model: as it is, with the kernels, and under torch.compile …");
  return await orReason(async () => measuredModel({ script, args, python }, model, kernels));
}

/** What `make` gives, or the message of its UserError. */
async function orReason<T>(make: () => Promise<T>): Promise<T | string> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof UserError) || error instanceof Interrupted) throw error;
    return error.message;
  }
}

/** The ranking of a plan's model. */
export const rankingOf = (model: ModelPlan["model"]): Table => {
  const units = unitsOf(model, new Set()).map(({ name }) => name);
  return rankingTable(model, groupsOf(model), units);
};

/** The results as text for the terminal. */
export const resultsText = (results: ModelResults): string => `${modelHeadline(results)}\n\n${tablesText(modelTables(results, rankingOf(results.model)))}`;

function writeResults(folder: string, results: ModelResults): void {
  writeWhole(join(folder, "model-results.json"), `${JSON.stringify(results, null, 2)}\n`);
  const head = [`# ${modelHeadline(results)}`, `\`\`\`\n${results.command}\n\`\`\``];
  const use =
    results.package === null
      ? []
      : [`Use: \`from ${basename(results.package)} import apply\`, then \`undo = apply(model)\`. \`undo()\` puts the original modules back.`];
  writeWhole(join(folder, "model.md"), `${[...head, ...use, ...tablesMarkdown(modelTables(results, rankingOf(results.model)))].join("\n\n")}\n`);
}
