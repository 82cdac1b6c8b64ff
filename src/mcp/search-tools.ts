/** The tools for searches: start, resume, query and stop a run, and export its winner. */
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { commandOf, configured } from "../config/config-file.ts";
import { settingsFor } from "../config/services.ts";
import { UserError } from "../domain/errors.ts";
import { helpOf, type OptionName } from "../domain/options.ts";
import { StrategyName } from "../domain/settings.ts";
import { exportRun } from "../operations/export.ts";
import { recordIfBegun } from "../operations/read-run.ts";
import { outcomeOf } from "../report/run/outcome.ts";
import { renderSummary, printable } from "../report/terminal/summary.ts";
import { isLocked } from "../run/lock.ts";
import { createRun, stampNow, uniqueName } from "../run/run-file.ts";
import { openRun, type RunFolder } from "../run/run-folder.ts";
import { summaryOf } from "../search/context/summary.ts";
import { readTask } from "../tools/tasks/task-file.ts";
import { requireFlag, rules } from "./judge-tools.ts";
import { expectBelow } from "./places.ts";
import type { ServerContext } from "./context.ts";
import { type Answer, type Call, type ListedTool, tool } from "./tool.ts";

const amount = (name: OptionName) => z.number().positive().optional().describe(helpOf(name));
const run = z.string().min(1).describe("a run's folder, as start_search returned it");

const Start = z.strictObject({
  ...rules,
  task: rules.task.optional(),
  resume: run.optional().describe("in place of a task: the folder of a stopped run to go on with"),
  attempts: z.number().int().min(1).optional().describe(helpOf("attempts")),
  strategy: StrategyName.optional().describe(helpOf("strategy")),
  model: z.string().min(1).optional().describe(helpOf("model")),
  seed: z.number().int().min(0).optional().describe(helpOf("seed")),
  maxCost: amount("maxCost"),
  maxTokens: amount("maxTokens"),
  maxMinutes: amount("maxMinutes"),
  maxGpuSeconds: amount("maxGpuSeconds"),
  targetSpeedup: z.number().gt(1).optional().describe(helpOf("targetSpeedup")),
});

const Export = z.strictObject({
  run,
  output: z.string().min(1).describe("where to write it, below the folder where the server was started"),
  format: z.enum(["file", "folder", "patch"]).default("file").describe("one Python file, a folder, or a patch for git apply"),
  attempt: z.string().min(1).optional().describe("another attempt than the winner"),
  module: z.string().min(1).optional().describe("for a patch: the Python file to patch; default: the task's own"),
  class: z.string().min(1).optional().describe("for a patch: the class in it; default: Model"),
});

/** start_search, search_status, stop_search and export. */
export const searchTools = (context: ServerContext): ListedTool[] => [
  tool("start_search", {
    title: "Search for a faster kernel",
    description: "Starts kernelwright's own agents on a task and returns the run's folder at once. They ask a model, which may cost money: set maxCost.",
    input: Start,
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    run: async (given) => await startSearch(context, given),
  }),
  tool("search_status", {
    title: "How a search stands",
    description: "The tree of a run so far, its best attempt, and whether it goes on. waitSeconds waits for its end, with progress.",
    input: z.strictObject({ run, waitSeconds: z.number().min(0).max(3600).default(0).describe("return when the search has ended, or after this long") }),
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: async ({ run: folder, waitSeconds }, call) => {
      if (waitSeconds > 0) await waitFor(context, resolve(folder), waitSeconds, call);
      return standing(context, openRun(folder));
    },
  }),
  tool("stop_search", {
    title: "Stop a search",
    description: "Begins nothing new in a search of this server and waits for what is in flight. start_search with resume goes on with it.",
    input: z.strictObject({ run }),
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    run: async ({ run: folder }) => {
      await context.searches.stop(resolve(folder), "stopped by the MCP client");
      return standing(context, openRun(folder));
    },
  }),
  tool("export", {
    title: "Export a winner",
    description: "Judges the winner of a finished run once more, as exported, and writes it.",
    input: Export,
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    run: async ({ run: folder, ...flags }, { signal, say }) => {
      expectBelow(flags.output);
      const lines: string[] = [];
      const note = (line: string): void => {
        lines.push(line);
        say(line);
      };
      const { attempt, module, class: name, output, format } = flags;
      const given = { output, format, ...(attempt && { attempt }), ...(module && { module }), ...(name && { class: name }) };
      await exportRun(folder, given, { access: { open: context.open, signal }, say: note, print: note });
      return { text: lines.join("\n"), data: { output } };
    },
  }),
];

async function startSearch(context: ServerContext, { task: path, resume, attempts, seed, ...given }: z.output<typeof Start>): Promise<Answer> {
  if ((path === undefined) === (resume === undefined))
    throw new UserError("one of task and resume is needed", "name a task to start with, or a run to go on with");
  if (path === undefined) return goOn(context, resolve(resume ?? ""));
  const numbers = { attempts, seed, maxCost: given.maxCost, maxTokens: given.maxTokens, maxMinutes: given.maxMinutes, maxGpuSeconds: given.maxGpuSeconds };
  const texts = Object.fromEntries(
    Object.entries({ ...numbers, targetSpeedup: given.targetSpeedup }).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const { target, language, precision, library, strategy, model } = given;
  const named = { target, language, precision, library, ...requireFlag(given.require), strategy, model };
  const asked = { ...named, ...texts, ...(context.worker !== undefined && { worker: context.worker }) };
  const { flags, set } = configured({ ...asked, ...(context.config !== undefined && { config: context.config }) });
  const task = readTask(path);
  const settings = { ...(await settingsFor(path, flags, asked)), approve: [] };
  const command = commandOf(["optimize", path], { ...asked, ...set, approve: undefined }); // nobody watches
  const folder = createRun(`runs/${uniqueName(`${task.name}-${stampNow()}`)}`, settings, task, command);
  context.searches.drive(folder);
  return standing(context, openRun(folder));
}

function goOn(context: ServerContext, folder: string): Answer {
  const opened = openRun(folder);
  if (!recordIfBegun(opened)?.finished) context.searches.drive(folder);
  return standing(context, opened);
}

/** Waits for the end of a search of this server, and reports its steps. */
async function waitFor({ searches }: ServerContext, folder: string, seconds: number, { signal, say }: Call): Promise<void> {
  const search = searches.find(folder);
  if (!search || !searches.isAtWork(folder)) return;
  search.listeners.add(say);
  const over = new AbortController();
  try {
    await Promise.race([search.ended, sleep(seconds * 1000, undefined, { signal: AbortSignal.any([signal, over.signal]) }).catch(() => {})]);
  } finally {
    search.listeners.delete(say);
    over.abort();
  }
}

type State = "running" | "won" | "no win" | "stopped" | "failed" | "not begun";

/** The state of a run, in the same words as in its agents' prompts. */
function standing({ searches }: ServerContext, opened: RunFolder): Answer {
  const record = recordIfBegun(opened);
  const failure = searches.find(opened.path)?.failure ?? null;
  const state = stateOf();
  const best = record ? outcomeOf(record, () => undefined) : null;
  const isOver = state === "won" || state === "no win";
  const text = [
    `Run ${opened.path}: ${state}.`,
    state === "failed" && `Problem: ${failure}`,
    record?.baselines && summaryOf(opened.about, opened.tree.without([])),
    isOver && record && renderSummary(record),
    nextStep[state],
  ];
  const speedup = best?.speedup ?? null;
  return {
    text: printable(text.filter(Boolean).join("\n")),
    data: {
      run: opened.path,
      state,
      best: best?.best?.id ?? null,
      speedup: speedup && { median: speedup.median, low: speedup.low, high: speedup.high },
      failure,
    },
  };

  function stateOf(): State {
    if (record?.finished) return record.finished.best === null ? "no win" : "won";
    if (searches.isAtWork(opened.path) || isLocked(opened)) return "running";
    if (failure !== null) return "failed";
    return record ? "stopped" : "not begun";
  }
}

const nextStep: Record<State, string> = {
  running: "Next: search_status with waitSeconds.",
  won: "Next: export.",
  "no win": "Nothing is proven faster. Next: start_search with more attempts, or evaluate a kernel of your own.",
  stopped: "Next: start_search with resume.",
  failed: "Next: solve the problem, then start_search with resume.",
  "not begun": "Next: start_search with resume.",
};
