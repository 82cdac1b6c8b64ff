/** The tables of a whole model: the ranking of its modules, and what their kernels gain. */
import type { GroupResult, MeasuredModel, ModelResults, ModuleGroup, WholeModel } from "../../domain/whole-model.ts";
import type { Table } from "../bench/table.ts";
import { count, duration, percent, plural, ratio, seconds, sentence } from "../format.ts";

/** The rows of a ranking that are printed. */
const MOST_ROWS = 20;

/** The modules by their share of the model's time. `units`: the names of those that can be searched. */
export function rankingTable(model: WholeModel, groups: readonly ModuleGroup[], units: readonly string[]): Table {
  const name = ({ name: first, paths }: ModuleGroup): string => `${first}${paths.length > 1 ? ` and ${paths.length - 1} more` : ""}`;
  return {
    title: `Modules of ${model.class} by time`,
    head: ["modules", "class", "calls", "time", "share", "own share", ""],
    left: 2,
    rows: groups
      .slice(0, MOST_ROWS)
      .map((one) => [
        name(one),
        classOf(one),
        count(one.calls),
        duration(one.seconds * 1e6),
        percent(one.share),
        percent(one.ownShare),
        units.includes(one.name) ? "unit" : "",
      ]),
    notes: [
      `${plural(model.calls, "call")} of the model in the script${model.calls === 1 ? ", repeated for these times" : ""}. Own share: without the modules inside. Modules with equal settings and shapes are one row.`,
      "A unit is searched as a whole: a module whose submodules have no submodules, and that lies in no other unit.",
      ...(groups.length > MOST_ROWS ? [`${plural(groups.length - MOST_ROWS, "further row")} took less time.`] : []),
      ...(model.otherSeconds > 0 ? [`The script also calls other modules, such as a loss, for ${seconds(model.otherSeconds)} in all.`] : []),
      ...(model.trains ? ["The times are of forward passes alone."] : []),
    ],
  };
}

const classOf = ({ class: name }: { class: string }): string => name.split(".").at(-1) ?? name;

/** The result in one sentence; a loss is said as such. */
export function modelHeadline({ model, measured, problem, groups }: ModelResults): string {
  const name = classOf(model);
  if (!measured) return `${name} was not measured: ${problem}`;
  const wrong = measured.parity.find((row) => row.problem !== "");
  if (wrong) return `The kernels change what ${name} computes, on ${wrong.inputs}: ${wrong.problem}`;
  const gained = measured.ratios["original/ours"];
  const used = plural(groups.filter(({ applied }) => applied).length, "kernel");
  if (gained.high < 1) return `${name} became slower with ${used}: ${ratio(gained)} of the original's speed`;
  if (gained.low > 1) return `${name} is ${ratio(gained)} as fast with ${used}`;
  return `${name} is not proven faster with ${used}: ${ratio(gained)}`;
}

/** Whether the model is proven faster with the kernels, and its outputs agree. */
export const isModelFaster = ({ measured }: ModelResults): boolean =>
  measured !== null && measured.parity.every((row) => row.problem === "") && measured.ratios["original/ours"].low > 1;

/** All tables of the results, the model's first. */
export function modelTables(results: ModelResults, ranking: Table): Table[] {
  const { measured, groups, left } = results;
  return [
    ...(measured ? [wholeTable(measured), parityTable(measured)] : []),
    groupTable(groups, measured),
    ...(left.length > 0 ? [leftTable(results)] : []),
    ranking,
  ];
}

function wholeTable({ times, ratios, device, gradients, training, compileNote, callsPerChain }: MeasuredModel): Table {
  const row = (name: string, us: number, over: string): string[] => [name, duration(us), over];
  const compiled = ratios["original/compile"];
  const beside = ratios["ours/compile"];
  return {
    title: "The whole model",
    head: ["way", "time per call", "speed of the original"],
    left: 1,
    rows: [
      row("original", times.original.medianUs, "1"),
      row("with the kernels", times.ours.medianUs, ratio(ratios["original/ours"])),
      ...(times.compile && compiled ? [row("torch.compile", times.compile.medianUs, ratio(compiled))] : []),
    ],
    notes: [
      `On ${device}, in ${training ? "training" : "eval"} mode, ${gradients ? "forward and backward" : "forward alone"}. 95 % intervals over ${plural(ratios["original/ours"].samples, "round")} in turns, ${plural(callsPerChain, "call")} at a time.`,
      ...(beside ? [`torch.compile is ${ratio(beside)} as fast as the model with the kernels.`] : [`torch.compile was not measured: ${compileNote}.`]),
    ],
  };
}

function parityTable({ parity }: MeasuredModel): Table {
  const number = (value: number | null): string => (value === null ? "–" : value.toExponential(1));
  return {
    title: "Outputs with the kernels",
    head: ["inputs", "result", "largest error", "output RMS", "original to float64", "with kernels to float64"],
    left: 2,
    rows: parity.map((row) => [row.inputs, row.problem || "agree", number(row.error), number(row.rms), number(row.originalExact), number(row.oursExact)]),
    notes: ["Largest differences. The last two columns compare with the original computed in float64."],
  };
}

function groupTable(groups: readonly GroupResult[], measured: MeasuredModel | null): Table {
  const answered = ({ paths }: GroupResult, by: "kernel" | "original"): string => {
    const rows = measured?.answered.filter(({ path }) => paths.includes(path)) ?? [];
    return rows.length === 0 ? "–" : count(rows.reduce((sum, row) => sum + row[by], 0));
  };
  return {
    title: "The searched modules",
    head: ["module", "class", "objects", "share", "result", "speed of eager", "kernel's calls", "original's calls"],
    left: 2,
    rows: groups.map((one) => {
      const speed = one.cell.speeds.find(({ against }) => against === "eager");
      const isIdle = one.applied && answered(one, "kernel") === "0";
      const result = isIdle ? "its kernel never answered" : one.applied ? "kernel in use" : one.problem;
      return [
        one.task,
        classOf(one),
        count(one.paths.length),
        percent(one.share),
        result,
        speed ? ratio(speed.speedup) : "–",
        answered(one, "kernel"),
        answered(one, "original"),
      ];
    }),
    notes: ["The speed of eager is that of the module alone, as the judge measured it. The calls are those of the timed runs."],
  };
}

function leftTable({ left }: ModelResults): Table {
  return {
    title: "Modules that were left out",
    head: ["module", "class", "share", "reason"],
    left: 4,
    rows: left.map((one) => [one.name, classOf(one), percent(one.share), sentence(one.reason)]),
    notes: [],
  };
}
