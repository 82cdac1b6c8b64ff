/** Benches through the command line: the real graph over recorded or scripted replies; the judge's verdicts are scripted. */
import { describe, expect, it } from "@jest/globals";
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { BenchResults } from "../../../src/domain/bench.ts";
import { affineAgents } from "../../support/affine.ts";
import { interrupt, scratch, start } from "../../support/command.ts";
import { gated } from "../../support/gated.ts";
import { startModelServer } from "../../support/model-server.ts";
import { until } from "../../support/until.ts";
import { affineTask as affine, repository, scriptedJudge } from "../../support/places.ts";

const tasks = join(repository, "evals", "tasks");

const resultsIn = (folder: string): BenchResults => BenchResults.parse(JSON.parse(readFileSync(join(folder, "results.json"), "utf8")));
const bench = (args: string[], options: Parameters<typeof start>[1] = {}) => start(["bench", ...args, "--target", "cpu", "--worker", scriptedJudge], options);

/** Small tasks that the scripted agents know how to answer; the judge rejects one that is named degenerate. */
function suite(...names: string[]): string {
  const folder = scratch();
  for (const name of names) writeFileSync(join(folder, `${name}.py`), `${readFileSync(affine, "utf8")}# ${name}\n`);
  return folder;
}

/** The files that a process has open. */
function filesOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      return []; // closed meanwhile
    }
  });
}

/** Replies of the model that are on disk. */
const repliesIn = (folder: string): number =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => /replies\/[^/]*\.json$/.test(path)).length : 0;

describe("bench", () => {
  it("applies options beside the recording", async () => {
    const folder = join(scratch(), "bench");
    await bench([join(tasks, "row_softmax.py"), "--attempts", "2", "--target-speedup", "1.5", "--no-tune", "--out", folder]);
    const { settings } = JSON.parse(readFileSync(join(folder, "recorded", "row_softmax", "run.json"), "utf8")) as { settings: { policy: object } };
    expect(settings.policy).toMatchObject({ strategy: "beam", attempts: 2, targetSpeedup: 1.5, tune: 0 });
  });

  it("runs every own task from recorded replies, writes three result files, and finds a result equal to itself", async () => {
    const folder = join(scratch(), "bench");
    const result = await bench([tasks, "--no-tune", "--parallel", "4", "--out", folder]);
    expect([result.exitCode, result.stderr]).toEqual([0, ""]);
    const { cells } = resultsIn(folder);
    expect(cells.map(({ task }) => task)).toEqual(readdirSync(tasks).flatMap((name) => (name.endsWith(".py") ? [name.replace(".py", "")] : [])));
    expect(cells.every(({ status, attempts }) => status !== "unfinished" && attempts > 0)).toBe(true);
    expect(result.stdout).toContain("fast_1");
    expect(readFileSync(join(folder, "results.md"), "utf8")).toContain("| row_softmax |");
    expect(readFileSync(join(folder, "results.html"), "utf8")).toContain("<table>");
    const same = JSON.parse((await start(["bench", "compare", folder, join(folder, "results.json"), "--json"])).stdout);
    expect(same[0]).toMatchObject({ tasks: cells.length, notComparable: [], left: [] });
    expect(same[0].pairs.every(({ finding }: { finding: string }) => ["same", "ambiguous", "not comparable"].includes(finding))).toBe(true);
    expect((await start(["bench", "report", join(folder, "recorded")])).stdout).toContain("row_softmax");
  });

  it("gives strategies equal budgets on the same tasks, resumes after a kill without repeating a call, and compares the strategies", async () => {
    const server = await startModelServer(affineAgents(), 100);
    const folder = join(scratch(), "bench");
    const child = bench([suite("degenerate", "one", "two"), "--strategies", "beam,stark", "--attempts", "3", "--no-tune", "--out", folder], {
      endpoint: server.url,
    });
    await until(() => repliesIn(folder) >= 4);
    child.kill("SIGKILL");
    await child;
    await until(() => server.open() === 0); // it has noticed
    const [kept, answered] = [repliesIn(folder), server.answered.length];
    const resumed = await start(["bench", "resume", folder], { endpoint: server.url });
    expect([resumed.exitCode, resumed.stderr]).toEqual([0, ""]);
    const { cells } = resultsIn(folder);
    expect(cells.filter(({ degenerate }) => degenerate !== null).map(({ task, status }) => [task, status])).toEqual([
      ["degenerate", "rejected"],
      ["degenerate", "rejected"],
    ]);
    const judged = cells.filter(({ degenerate }) => degenerate === null);
    expect(judged.map(({ variant, task, limit }) => [variant, task, limit])).toEqual([
      ["beam", "one", 3],
      ["stark", "one", 3],
      ["beam", "two", 3],
      ["stark", "two", 3],
    ]);
    expect(cells.every(({ status }) => status !== "unfinished")).toBe(true);
    expect(server.answered.length - answered).toBe(repliesIn(folder) - kept);
    await server.close();
    expect((await start(["bench", "resume", folder])).stdout).toContain("0 of 6 runs to do");
    expect((await start(["bench", "compare", folder])).stdout).toContain("too few tasks");
  });

  it("spreads tasks over a pool, all variants of a task on one worker, and a lost worker ends only its own runs", async () => {
    const server = await startModelServer(affineAgents());
    const folder = join(scratch(), "bench");
    const result = await bench([suite("one", "two"), "--strategies", "beam,greedy", "--attempts", "2", "--no-tune", "--worker", "false", "--out", folder], {
      endpoint: server.url,
    });
    await server.close();
    expect([result.exitCode, result.stderr]).toEqual([4, `kernelwright: 2 runs did not finish\n  -> go on with: npx kernelwright bench resume ${folder}`]);
    expect(result.stdout).toMatch(/beam one: the judge stopped.*\n {2}-> does this work: false python3 --version\?/);
    const { cells } = resultsIn(folder);
    expect(cells.map(({ task, status }) => [task, status === "unfinished"])).toEqual([
      ["one", true],
      ["one", true],
      ["two", false],
      ["two", false],
    ]);
  });

  it("stopped by Ctrl-C, keeps its results and prints the resume command", async () => {
    const server = await startModelServer(affineAgents());
    server.limit = 3; // no run can end before the stop
    const folder = join(scratch(), "bench");
    const child = bench([suite("one", "two"), "--attempts", "6", "--no-tune", "--out", folder], { endpoint: server.url });
    await until(() => server.answered.length === 3);
    await interrupt(child);
    server.limit = Infinity;
    const stopped = await child;
    await server.close();
    expect([stopped.exitCode, stopped.stderr]).toEqual([130, expect.stringContaining(`npx kernelwright bench resume ${folder}`)]);
    expect(stopped.stderr).not.toMatch(/\n\s+at /);
    expect(resultsIn(folder).cells.map(({ status }) => status)).toEqual(["unfinished", "unfinished"]);
  });

  it("leaves no file open of a run that has ended", async () => {
    const server = await startModelServer(affineAgents());
    const folder = join(scratch(), "bench");
    const judge = gated();
    const args = [suite("degenerate", "one"), "--attempts", "1", "--no-tune", "--parallel", "1", "--out", folder];
    const child = bench(args, { endpoint: server.url, env: judge.env });
    await until(() => judge.asked() > 0); // of the second run; the first was rejected
    const open = filesOf(child.pid!);
    judge.open();
    await child;
    await server.close();
    const runs = open.filter((path) => path.endsWith("checkpoints.db")).map((path) => basename(dirname(path)));
    expect(runs).toEqual(["one"]);
  });

  it("never asks for approval, even if the configuration file does", async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, "kernelwright.config.json"), JSON.stringify({ approve: ["plans", "promotion"] }));
    const server = await startModelServer(affineAgents());
    const result = await bench([suite("one"), "--attempts", "1", "--no-tune"], { endpoint: server.url, cwd });
    await server.close();
    expect([result.exitCode, result.stderr]).toEqual([0, ""]);
  });

  it("ends with the endpoint's refusal, once, when the endpoint refuses the key", async () => {
    const server = await startModelServer(() => ({ status: 401, message: "bad key" }));
    const folder = join(scratch(), "bench");
    const refused = await bench([suite("one", "two"), "--attempts", "3", "--out", folder], { endpoint: server.url });
    await server.close();
    expect(refused.exitCode).toBe(4);
    expect(refused.stderr.match(/refused the key/g)).toHaveLength(1);
    expect(refused.stderr).toContain("kernelwright bench resume");
  });

  it("ends with the error of a run's folder, after the work in flight", async () => {
    const folder = join(scratch(), "bench");
    const agents = affineAgents();
    const server = await startModelServer(async (asked, count) => {
      writeFileSync(join(folder, "refine", "one", "run.json"), "{");
      return agents(asked, count);
    });
    const result = await bench([suite("one"), "--attempts", "2", "--no-tune", "--out", folder], { endpoint: server.url });
    await server.close();
    expect([result.exitCode, result.stderr]).toEqual([1, expect.stringMatching(/^kernelwright: .*run\.json is damaged/)]);
    expect(result.stdout).toContain("refine one: begins");
  });

  it("with --dry-run, prints its plan and the expected cost, without a key", async () => {
    const result = await bench([suite("one", "two"), "--strategies", "beam,sampling", "--models", "gpt-5.1,other", "--dry-run"]);
    expect([result.exitCode, result.stdout]).toEqual([0, expect.stringContaining("8 runs on 2 tasks:\none\ntwo\n")]);
    expect(result.stdout).toMatch(/beam gpt-5.1: 24 attempts, .*\$/);
    expect(result.stdout).toContain("sampling other: 24 attempts");
  });

  it.each([
    [["nowhere.py"], "no task file at nowhere.py"],
    [[], "the suite is empty"],
    [[tasks, affine, affine], "two tasks of the name affine"],
    [[tasks, "--level", "1"], "add --kernelbench DIR"],
    [["--kernelbench", tasks], "needs a level"],
    [["--kernelbench", tasks, "--level", "1"], "no folder KernelBench/level1"],
    [[tasks, "--strategies", "beam,guess"], "--strategy guess is unknown"],
    [[tasks, "--strategies", "beam,beam"], "beam is asked for twice"],
    [[join(tasks, "rms_norm.py"), "--strategies", "beam,sampling"], "rms_norm is answered from recorded replies: they belong to one search"],
    [[join(tasks, "rms_norm.py"), "--models", "gpt-5.1", "--replay", join(repository, "evals", "recorded")], "leave --strategy and --model out"],
    [[join(tasks, "rms_norm.py"), "--models", "gpt-5.1,other"], "no server is set for the model gpt-5.1"],
    [[affine, "--models", "a/b,a_b", "--replay", "none"], "a/b and a_b would share the folder a_b"],
    [[affine], "no replies are recorded for this task"],
  ])("of %j says what is wrong", async (args, problem) => {
    const result = await bench(args);
    expect([result.exitCode, result.stderr]).toEqual([1, expect.stringContaining(problem)]);
  });
});
