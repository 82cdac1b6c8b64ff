/** The results of a bench: read from its runs' folders, written as JSON, Markdown and HTML, and printed as tables. */
import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import type { BenchCell, BenchPlan, BenchResults } from "../../domain/bench.ts";
import { UserError } from "../../domain/errors.ts";
import type { Settings } from "../../domain/settings.ts";
import { compareBenches } from "../../report/bench/compare.ts";
import { cellOf } from "../../report/bench/cell.ts";
import { benchHtml } from "../../report/bench/page.ts";
import { benchMarkdown, tablesText } from "../../report/bench/render.ts";
import { variantsOf } from "../../report/bench/summary.ts";
import { comparisonTables, tablesOf } from "../../report/bench/table.ts";
import { artifactsOf } from "../../config/publish.ts";
import { readPlan, readResults, runsUnder } from "../../run/bench-folder.ts";
import { readIfThere, writeWhole } from "../../tools/system/files.ts";
import { openRun } from "../../run/run-folder.ts";
import { isLocked } from "../../run/lock.ts";
import { commandLine } from "../../config/config-file.ts";
import { recordIfBegun } from "../../operations/read-run.ts";

/** The cell of one run of a bench, as its folder has it now. */
export function cellIn(folder: string, { variant, task, run: name }: Omit<BenchPlan["runs"][number], "weight">): BenchCell {
  const run = openRun(join(folder, name));
  const { settings, task: about } = run.about;
  return cellOf({ variant, task, run: name, source: about.source, settings, record: recordIfBegun(run), running: isLocked(run), artifacts: artifactsOf(run) });
}

/** Writes the results of a bench into its folder, and returns their cells. */
export const writeResults = (folder: string): BenchCell[] => written(folder).cells;

/** Writes the results of a bench into its folder, prints them, and returns their cells. */
export function showResults(folder: string, flags: { json?: boolean }): BenchCell[] {
  const results = written(folder);
  print(results, flags);
  if (!flags.json) console.log(`\nResults: ${["json", "md", "html"].map((end) => join(folder, `results.${end}`)).join(", ")}`);
  return results.cells;
}

function written(folder: string): BenchResults {
  const plan = readPlan(folder);
  const results: BenchResults = { version: 1, command: plan.command, at: new Date().toISOString(), cells: plan.runs.map((one) => cellIn(folder, one)) };
  write(folder, results);
  return results;
}

/** `kernelwright bench report FOLDER…`: prints the tables of a bench, or of any runs in the folders. Of several runs of one task and variant, the latest counts. */
export function reportBench(folders: string[], flags: { json?: boolean; output?: string }): void {
  const [first = "", ...more] = folders;
  if (more.length === 0 && flags.output === undefined && readIfThere(join(first, "bench.json")) !== undefined) return void showResults(first, flags);
  const runs = folders.flatMap((folder) => runsUnder(folder)).map((path) => openRun(path));
  if (runs.length === 0) throw new UserError(`there are no runs in ${folders.join(", ")}`, "name the folder of a bench, or of runs");
  const differ = (of: (settings: Settings) => unknown): boolean => new Set(runs.map(({ about }) => of(about.settings))).size > 1;
  const [several, seeded] = [differ(({ model }) => model.name), differ(({ seed }) => seed)];
  const latest = new Map<string, { cell: BenchCell; at: string }>();
  for (const run of runs) {
    const { settings, task } = run.about;
    const record = recordIfBegun(run);
    const variant = [settings.policy.strategy, several && settings.model.name, seeded && `seed ${settings.seed}`].filter(Boolean).join(" ");
    const cell = cellOf({
      variant,
      task: task.name,
      run: run.path,
      source: task.source,
      settings,
      record,
      running: isLocked(run),
      artifacts: artifactsOf(run),
    });
    const [key, at] = [`${variant} ${cell.source}`, record?.started.at ?? ""];
    if (at >= (latest.get(key)?.at ?? "")) latest.set(key, { cell, at });
  }
  const cells = [...latest.values()].map(({ cell }) => cell);
  const results: BenchResults = { version: 1, command: commandLine(), at: new Date().toISOString(), cells };
  if (flags.output !== undefined) write(flags.output, results);
  print(results, flags);
}

/** `kernelwright bench compare A [B]`: shows which differences between two results, or between the variants of one, are real. */
export function compareBench(first: string, second: string | undefined, flags: { json?: boolean }): void {
  const [one, two] = [first, second ?? first].map((path) => ({ path, cells: readResults(path).cells.filter((cell) => cell.degenerate === null) })) as [
    Side,
    Side,
  ];
  const comparisons = pairsOf(one, two, second === undefined).map(([left, right]) => compareBenches(left, right));
  if (comparisons.length === 0) throw new UserError(`${first} has one variant`, "name a second file to compare it with");
  process.stdout.write(flags.json ? `${JSON.stringify(comparisons, null, 2)}\n` : tablesText(comparisonTables(comparisons)));
}

interface Side {
  path: string;
  cells: BenchCell[];
}
interface Named {
  name: string;
  cells: BenchCell[];
}

/** Pairs variants of the same name, or the only variants of two results. Within one result, pairs each variant with the first. */
function pairsOf(one: Side, two: Side, within: boolean): [Named, Named][] {
  const named = ({ path, cells }: Side): (Named & { variant: string })[] =>
    variantsOf(cells).map((variant) => ({ variant, name: within ? variant : `${variant} (${path})`, cells: cells.filter((cell) => cell.variant === variant) }));
  const [left, right] = [named(one), named(two)];
  if (within) return left.slice(1).map((other) => [left[0]!, other]);
  const same = left.flatMap((a): [Named, Named][] => {
    const b = right.find(({ variant }) => variant === a.variant);
    return b ? [[a, b]] : [];
  });
  if (same.length > 0) return same;
  if (left.length === 1 && right.length === 1) return [[left[0]!, right[0]!]];
  const list = (side: readonly { variant: string }[]): string => side.map(({ variant }) => variant).join(", ");
  throw new UserError(
    `${one.path} has ${list(left)}, and ${two.path} has ${list(right)}: there is nothing to pair`,
    "compare results with a variant of the same name",
  );
}

function write(folder: string, results: BenchResults): void {
  writeWhole(join(folder, "results.json"), `${JSON.stringify(results, null, 2)}\n`);
  writeWhole(join(folder, "results.md"), benchMarkdown(results));
  writeWhole(
    join(folder, "results.html"),
    benchHtml(results, (run) => reportBeside(folder, run)),
  );
}

/** The address of a run's report from a page in `folder`; null where there is no report yet. */
function reportBeside(folder: string, run: string): string | null {
  const report = join(resolve(folder, run), "report.html");
  return existsSync(report) ? relative(resolve(folder), report).split(sep).map(encodeURIComponent).join("/") : null;
}

function print(results: BenchResults, { json }: { json?: boolean }): void {
  process.stdout.write(json ? `${JSON.stringify(results, null, 2)}\n` : `\n${tablesText(tablesOf(results))}`);
}
