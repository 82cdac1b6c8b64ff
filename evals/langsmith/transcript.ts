/**
 * `npm run evals:transcript -- [FILE]`: runs a whole evaluation against a stand-in for LangSmith on loopback. The stand-in records what LangSmith's
 * real client sends. The transcript is Markdown (docs/results/langsmith.md). Two strategies search two small tasks with scripted replies. The judge
 * is real and runs on this machine's CPU, or on --worker. Nothing leaves the machine.
 */
import { execa } from "execa";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { affineAgents } from "../../test/support/affine.ts";
import { type LangSmith, startLangSmith, type TracedRun } from "../../test/support/langsmith.ts";
import { startModelServer } from "../../test/support/model-server.ts";
import { argumentsIn } from "../arguments.ts";

const repository = join(import.meta.dirname, "..", "..");
const { values, positionals } = argumentsIn({ allowPositionals: true, options: { worker: { type: "string", default: "" } } });
const folder = mkdtempSync(join(tmpdir(), "kernelwright-transcript-"));
const model = await startModelServer(affineAgents());
const to = await startLangSmith();
const env = {
  OPENAI_BASE_URL: model.url,
  OPENAI_API_KEY: "none",
  KERNELWRIGHT_MODEL: "scripted",
  LANGSMITH_TRACING: "true",
  LANGSMITH_API_KEY: "lsv2_pt_0123456789abcdef0123456789abcdef",
  LANGSMITH_ENDPOINT: to.url,
};
const pages: string[] = [];

/** Runs a command in the scratch folder and writes down what it printed and what LangSmith was asked meanwhile. */
async function shown(title: string, program: string, args: string[]): Promise<void> {
  const before = new Map(to.calls);
  const { all, exitCode } = await execa(process.execPath, ["--disable-warning=ExperimentalWarning", join(repository, program), ...args], {
    cwd: folder,
    env,
    all: true,
    reject: false,
  });
  if (exitCode !== 0 && exitCode !== 3) throw new Error(all);
  const asked = [...to.calls].flatMap(([route, count]) => {
    const times = count - (before.get(route) ?? 0);
    return times > 0 ? [`${String(times).padStart(4)}  ${route}`] : [];
  });
  const told = all.slice(Math.max(0, all.indexOf("\nScores:"))).trim(); // an experiment prints the bench's tables again
  pages.push(`$ ${title}\n${told}\n\nLangSmith was asked:\n${asked.join("\n") || "   nothing"}`);
}

const short = (text: string): string =>
  text
    .replaceAll(/([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "$1…")
    .replaceAll(/(\d\.\d{3})\d+/g, "$1")
    .replaceAll(`${folder}/`, "");
const json = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === "string" && one.length > 90 ? `${one.slice(0, 80)}… (${one.length} characters)` : one), 1);

/** The spans of one trace, one per line. Each line shows only attributes that differ from the span above. */
function traceText(runs: readonly TracedRun[], above?: TracedRun, depth = 0): string[] {
  const here = runs.filter((one) => one.parent_run_id === above?.id).toSorted((a, b) => a.dotted_order.localeCompare(b.dotted_order));
  return here.flatMap((one) => {
    const own = Object.entries(one.extra.metadata).filter(([name, fact]) => above?.extra.metadata[name] !== fact && name !== "node");
    const files = Object.keys(one.files).map((name) => `+${name}`);
    const line = [`${"  ".repeat(depth)}${one.name} (${one.run_type})`, ...own.map(([name, fact]) => `${name}=${String(fact)}`), ...files].join(" ");
    return [line.slice(0, 240), ...traceText(runs, one, depth + 1)];
  });
}

/** The scores of an experiment, and of its result for each task. */
function scoresText({ feedback, runs, projects }: LangSmith): string[] {
  const experiments = [...projects.values()].filter((one) => one["reference_dataset_id"]);
  return experiments.flatMap(({ id, name }) => {
    const results = [...runs.values()].filter((one) => one.name === "search" && one.session_name === name);
    const of = (run: string | null) => feedback.filter((one) => (run === null ? !one["run_id"] && one["session_id"] === id : one["run_id"] === run));
    const line = (what: string, run: string | null) =>
      `  ${what}: ${of(run)
        .map((one) => `${String(one["key"])}=${Number(Number(one["score"]).toPrecision(4))}`)
        .join(" ")}`;
    return [String(name), ...results.map((one) => line(String(one.inputs["task"]), one.id)), line("experiment", null)];
  });
}

try {
  const affine = readFileSync(join(repository, "test", "fixtures", "affine.py"), "utf8");
  writeFileSync(join(folder, "affine.py"), affine);
  writeFileSync(join(folder, "affine_wide.py"), affine.replace("256, 4096", "512, 4096"));
  const worker = values.worker === "" ? [] : ["--worker", values.worker];
  const bench = ["bench", "affine.py", "affine_wide.py", "--strategies", "beam,sampling", "--attempts", "2", "--target", "cpu", "--no-tune", "--out", "bench"];
  await shown(`kernelwright ${bench.join(" ")}`, "src/cli/main.ts", [...bench, ...worker]);
  const evals = [
    ["dataset", "own", "affine.py", "affine_wide.py"],
    ["experiment", "bench", "--suite", "own"],
    ["experiment", "bench", "--suite", "own"],
  ];
  for (const args of evals) await shown(`npm run evals -- ${args.join(" ")}`, "evals/langsmith/main.ts", args);
  const runs = [...to.runs.values()];
  const root = runs.find((one) => one.parent_run_id === undefined && one.name !== "search");
  const experiments = [...to.projects.values()].filter((one) => one["reference_dataset_id"]);
  const fenced = (text: string): string => `\`\`\`\n${short(text)}\n\`\`\``;
  const page =
    `# An evaluation as LangSmith receives it

You can see here what LangSmith receives of an evaluation. To make this page again:

    npm run evals:transcript

Date: ${new Date().toISOString().slice(0, 10)}. Machine: ${cpus().length} cores of ${cpus()[0]?.model ?? "a processor"}, busy with other work, so the times say little.
LangSmith's real client sent everything to a local stand-in (\`test/support/langsmith.ts\`). Replies and their tokens are scripted. ${worker.length === 0 ? "The judge" : "The worker"} built and measured the kernels.
Ids are cut to eight digits, numbers to three decimals, long texts to eighty characters.

${pages.map(fenced).join("\n\n")}

## What it keeps

Datasets: ${to.datasets.size}, examples: ${to.examples.size}, experiments: ${experiments.length}, scores: ${to.feedback.length}, runs: ${runs.length} in ${new Set(runs.map((one) => one.trace_id)).size} traces.

${fenced([...to.datasets.values(), ...to.examples.values()].map(json).join("\n"))}

Scores, of each task's result and of each experiment:

${fenced(scoresText(to).join("\n"))}

The trace of one search; of each span what the span above does not say, ` +
    ` before what is attached:

${fenced(
  traceText(
    runs.filter((one) => one.trace_id === root?.trace_id),
    undefined,
  ).join("\n"),
)}
`;
  writeFileSync(positionals[0] ?? join(repository, "docs", "results", "langsmith.md"), page);
} finally {
  await model.close();
  await to.close();
  rmSync(folder, { recursive: true });
}
