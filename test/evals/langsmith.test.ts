/** Datasets and experiments: a bench pushed through LangSmith's real client to a LangSmith on loopback, and the same evaluation without one. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { execa } from "execa";
import { Client } from "langsmith";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exampleOf, pushDataset } from "../../evals/langsmith/dataset.ts";
import { affineAgents } from "../support/affine.ts";
import { scratch, start } from "../support/command.ts";
import { type LangSmith, startLangSmith } from "../support/langsmith.ts";
import { startModelServer } from "../support/model-server.ts";
import { affineTask, repository, scriptedJudge } from "../support/places.ts";
import { baselines } from "../support/verdicts.ts";

const affine = readFileSync(affineTask, "utf8");
let to: LangSmith;
let bench = "";
const traced = () => ({ LANGSMITH_TRACING: "true", LANGSMITH_API_KEY: "lsv2_pt_0123456789abcdef0123456789abcdef", LANGSMITH_ENDPOINT: to.url });
const evals = async (args: string[], env: Record<string, string> = {}, cwd = scratch()) =>
  await execa(process.execPath, ["--disable-warning=ExperimentalWarning", join(repository, "evals", "langsmith", "main.ts"), ...args], {
    cwd,
    reject: false,
    all: true,
    env: { NODE_OPTIONS: "", LANGSMITH_TRACING: "", ...env },
  });
/** A git repository with one commit by this author. */
async function repositoryOf(author: string): Promise<string> {
  const cwd = scratch();
  const who = ["-c", "user.name=someone", "-c", `user.email=${author}`];
  for (const args of [["init"], [...who, "commit", "--allow-empty", "--message", "one"]]) await execa("git", args, { cwd });
  return cwd;
}

beforeAll(async () => {
  to = await startLangSmith();
  const model = await startModelServer(affineAgents());
  const suite = scratch();
  for (const name of ["one", "two"]) writeFileSync(join(suite, `${name}.py`), `${affine}# ${name}\n`);
  bench = join(scratch(), "bench");
  const args = ["bench", suite, "--target", "cpu", "--worker", scriptedJudge, "--strategies", "beam,sampling", "--attempts", "3", "--no-tune", "--out", bench];
  const { all } = await start(args, { endpoint: model.url, env: traced() });
  await model.close();
  if (!all.includes("Results:")) throw new Error(all);
});
afterAll(async () => {
  await to.close();
});

it("a bench becomes a dataset and an experiment for each way of searching, with scores and traces; made again, nothing is made twice", async () => {
  const runs = [...to.runs.values()];
  expect(runs.filter((one) => one.parent_run_id === undefined)).toHaveLength(4); // one trace per run of the bench

  const [before, here] = [to.received.length, await repositoryOf("someone@example.test")];
  const first = await evals(["experiment", bench, "--suite", "own"], { ...traced(), LANGSMITH_NOTE: "of-this-machine" }, here);
  expect([first.exitCode, first.all]).toEqual([0, expect.stringContaining("2 of 2 examples are new")]);
  const [dataset] = [...to.datasets.values()];
  const examples = [...to.examples.values()];
  expect(to.datasets.size).toBe(1);
  expect(dataset?.["name"]).toMatch(/^own@[0-9a-f]{8}$/);
  expect(examples.map((one) => (one["inputs"] as { task: string }).task).toSorted()).toEqual(["one", "two"]);
  expect(examples[0]).toMatchObject({
    inputs: { source: expect.stringContaining("class Model") },
    outputs: { target: "cpu", eagerUs: 1000, floorUs: expect.any(Number), alternativesUs: {} },
    metadata: { suite: "own" },
  });
  const experiments = [...to.projects.values()].filter((one) => one["reference_dataset_id"] === dataset?.id);
  expect(experiments.map((one) => String(one["name"]).replace(/-[^-]*$/, "")).toSorted()).toEqual([
    `${String(dataset?.["name"])} beam`,
    `${String(dataset?.["name"])} sampling`,
  ]);
  const targets = [...to.runs.values()].filter((one) => one.name === "search");
  expect(targets).toHaveLength(4);
  expect(targets.every((one) => /^http:\/\/localhost:3000\/.*\/r\//.test(String(one.outputs?.["trace"])))).toBe(true);
  const counted = Map.groupBy(to.feedback, (one) => String(one["key"]));
  for (const key of ["correct", "tokens", "judge_seconds"]) expect(counted.get(key)?.length).toBeGreaterThanOrEqual(4);
  for (const key of ["fast_0", "fast_1_eager", "tokens"])
    expect(counted.get(key)?.some((one) => one["run_id"] === null || one["run_id"] === undefined)).toBe(true);

  const sent = to.received.slice(before).join("\n");
  for (const own of ["someone@example.test", "of-this-machine", tmpdir(), process.version]) expect(sent).not.toContain(own);

  const again = await evals(["experiment", bench, "--suite", "own"], traced());
  expect(again.all).toContain("0 of 2 examples are new");
  expect([to.datasets.size, to.examples.size]).toEqual([1, 2]);
});

it("the same evaluation without LangSmith writes the same table and the same scores", async () => {
  const before = to.calls.get("POST /feedback");
  const { all, exitCode } = await evals(["experiment", bench, "--suite", "own"]);
  const report = await start(["bench", "report", bench]);
  const written = JSON.parse(readFileSync(join(bench, "evaluation.json"), "utf8"));
  expect([exitCode, to.calls.get("POST /feedback")]).toEqual([0, before]);
  expect(all).toContain("nothing was sent");
  expect(report.stdout).toContain(all.slice(0, all.indexOf("\nScores:")).trim());
  expect(Object.keys(written.summaries)).toEqual(["beam", "sampling"]);
  expect(written.runs).toHaveLength(4);
  expect(written.runs[0].scores).toMatchObject({ correct: expect.any(Number), tokens: expect.any(Number), judge_seconds: expect.any(Number) });
});

it("a dataset is the same for the same content, and another for a changed task or another target; what was not measured yet is filled in", async () => {
  const client = new Client({ apiUrl: to.url, apiKey: "test" });
  const push = async (source: string, target: "cpu" | "cuda" = "cpu", eager: typeof baselines | null = null) => {
    const example = exampleOf("mine", { task: { name: "task", source }, baselines: eager, target, precision: "fp32" });
    return { id: example.id, ...(await pushDataset(client, "mine", [example])) };
  };
  const [one, same, measured, again] = [await push(affine), await push(affine), await push(affine, "cpu", baselines), await push(affine)];
  const [other, elsewhere] = [await push(`${affine}# changed\n`), await push(affine, "cuda")];
  expect([one, same, measured, again, other, elsewhere].map(({ created }) => created)).toEqual([1, 0, 0, 0, 1, 1]);
  expect([same.id, same.name]).toEqual([one.id, one.name]);
  expect(to.examples.get(one.id)?.["outputs"]).toMatchObject({ target: "cpu", eagerUs: baselines.eager.medianUs });
  expect(new Set([one, other, elsewhere].flatMap(({ id, name }) => [id, name])).size).toBe(6);
});

it("a dataset of task files is written to disk, and a file that is not there is named", async () => {
  const out = join(scratch(), "out.jsonl");
  const task = join(scratch(), "task.py");
  writeFileSync(task, affine);
  const [made, missing] = await Promise.all([evals(["dataset", "mine", task, "--out", out]), evals(["dataset", "mine", "nowhere.py"])]);
  expect([made.exitCode, JSON.parse(readFileSync(out, "utf8"))]).toMatchObject([0, { inputs: { task: "task", source: affine }, outputs: {} }]);
  expect([missing.exitCode, missing.all]).toEqual([1, expect.stringMatching(/no task file at nowhere\.py/)]);
});
