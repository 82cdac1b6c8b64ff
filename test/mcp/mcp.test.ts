/** `kernelwright mcp` under the official client. The judge is scripted; docs/results/mcp.md is the same with the real one. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { helpOf } from "../../src/domain/options.ts";
import { kernelwright } from "../../src/lib/shell.ts";
import { connect } from "../support/mcp-client.ts";
import { affineAgents, affineBundle } from "../support/affine.ts";
import { scratch } from "../support/command.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { affineTask, scriptedJudge } from "../support/places.ts";
import { until } from "../support/until.ts";

let folder: string;
let session: Awaited<ReturnType<typeof connect>>;
const models: ModelServer[] = [];

const begin = async (env: Record<string, string> = {}, worker = scriptedJudge): Promise<void> => {
  session = await connect({ cwd: folder, args: ["--worker", worker], env });
};
const on = { task: affineTask, target: "cpu" };

/** A candidate of one Python file. */
function candidate(comment: string): string {
  const path = join(folder, "model.py");
  writeFileSync(path, `${affineBundle(1)[1]!.text}\n${comment}\n`);
  return path;
}

beforeEach(() => {
  folder = scratch();
});
afterEach(async () => {
  await session.close();
  await Promise.all(models.splice(0).map(async (one) => one.close()));
  expect(session.broken).toEqual([]);
});

describe("kernelwright mcp", () => {
  it("offers its tools, none of which takes a worker or writes an unjudged export", async () => {
    await begin();
    const { tools } = await session.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["evaluate", "profile", "tune", "start_search", "search_status", "stop_search", "export"]);
    const taken = tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}));
    for (const refused of ["worker", "verify", "degraded", "replay", "config"]) expect(taken).not.toContain(refused);
  });

  it("takes the worker of the configuration file, and stores a command that repeats a search", async () => {
    const model = await startModelServer(affineAgents());
    models.push(model);
    writeFileSync(join(folder, "kernelwright.config.json"), JSON.stringify({ worker: scriptedJudge, maxMinutes: 9 }));
    session = await connect({ cwd: folder, env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "none", KERNELWRIGHT_MODEL: "scripted" } });
    const { text } = await session.call("evaluate", { ...on, candidate: candidate("# fails a hidden test") });
    expect(text).toContain("wrong for hidden inputs drawn from another distribution"); // the scripted judge's words
    const { run } = (await session.call("start_search", { ...on, attempts: 1, maxTokens: 1e6, require: ["nan", "train"] })).data;
    const { command, settings } = JSON.parse(readFileSync(join(String(run), "run.json"), "utf8"));
    const words = kernelwright("--worker", scriptedJudge, "--attempts", "1", "--max-tokens", "1000000", "--max-minutes", "9").replace("npx kernelwright", "");
    expect(command).toBe(`npx kernelwright optimize ${affineTask} --target cpu --require nan,train${words}`);
    expect(settings).toMatchObject({ worker: scriptedJudge, limits: { seconds: 540 } });
    await session.call("search_status", { run, waitSeconds: 50 });
  });

  it("describes an option of a search in the words of the command line", async () => {
    await begin();
    const { tools } = await session.client.listTools();
    const { properties = {} } = tools.find(({ name }) => name === "start_search")!.inputSchema;
    const names = ["attempts", "strategy", "model", "seed", "maxCost", "maxTokens", "maxMinutes", "maxGpuSeconds", "targetSpeedup"] as const;
    for (const name of names) expect(properties[name]).toMatchObject({ description: helpOf(name) });
  });

  it("reports only the fact of a failure on hidden inputs", async () => {
    await begin();
    const { text, data, isError } = await session.call("evaluate", { ...on, candidate: candidate("# fails a hidden test") });
    expect(isError).toBe(false);
    expect(text).toBe("It fails: wrong.\nProblem: wrong for hidden inputs drawn from another distribution");
    expect(JSON.stringify(data)).not.toMatch(/4711|0\.25|draw 3/);
  });

  it("judges a kernel with progress, and shows no numbers of the checks", async () => {
    await begin();
    const verdicts = [];
    for (let variant = 0; variant < 12; variant++) verdicts.push(await session.call("evaluate", { ...on, candidate: candidate(`# variant ${variant}`) }));
    const passed = verdicts.find(({ data }) => data["status"] === "ok")!;
    expect(passed.text).toMatch(/^It passes: .* per call, .* times as fast as the reference\.\nAgainst eager PyTorch: /);
    expect(Object.keys(passed.data).toSorted()).toEqual(["comparison", "eagerMedianUs", "medianUs", "speedup", "status"]);
    expect(passed.progress).toContain("the judge builds, checks and times it");
  });

  it("judges by what the agent requires, and a search keeps it", async () => {
    const model = await startModelServer(affineAgents());
    models.push(model);
    await begin({ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "none", KERNELWRIGHT_MODEL: "scripted" });
    const given = { ...on, candidate: candidate("# wrong on NaN") };
    expect((await session.call("evaluate", given)).text).toContain("Not proven: nan (wrong there, or not checked).");
    const failed = "It fails: wrong.\nProblem: not right on what is required: nan";
    for (const name of ["evaluate", "profile"]) expect((await session.call(name, { ...given, require: ["nan", "train"] })).text).toBe(failed);
    const { run } = (await session.call("start_search", { ...on, attempts: 1, require: ["nan"] })).data;
    expect(JSON.parse(readFileSync(join(String(run), "run.json"), "utf8")).settings.require).toEqual(["nan"]);
    await session.call("search_status", { run, waitSeconds: 50 });
    for (const require of [["odd"], [], "nan"]) {
      const { isError, text } = await session.call("evaluate", { ...given, require });
      expect([isError, text]).toEqual([true, expect.stringMatching(/^the argument require.* does not fit: /)]);
    }
    await model.close();
  });

  it("answers a bad input with one clear error", async () => {
    await begin();
    const given = { ...on, candidate: candidate("") };
    const error = async (name: string, input: Record<string, unknown>): Promise<string> => {
      const { text, isError } = await session.call(name, input);
      expect(isError).toBe(true);
      expect(text).not.toContain("bug");
      return text;
    };
    expect(await error("evaluate", { ...given, candidate: "nowhere.py" })).toMatch(/^there is no candidate at nowhere\.py\n-> name a bundle folder/);
    expect(await error("evaluate", { ...given, task: "nowhere.py" })).toMatch(/^there is no task file at nowhere\.py/);
    expect(await error("evaluate", { task: affineTask })).toMatch(/^the argument candidate does not fit: .*\n-> the tool takes: task, target/);
    expect(await error("evaluate", { ...given, worker: "rm -rf /" })).toMatch(/^there is no argument worker\n-> use only: task/);
    expect(await error("evaluate", { ...given, language: "triton" })).toBe("target cpu does not run triton\n-> use language cpp");
    expect(await error("tune", given)).toMatch(/marks no constant as tunable/);
    expect(await error("tune", { ...given, output: "../elsewhere" })).toMatch(/lies outside of/);
    expect(await error("start_search", {})).toMatch(/^one of task and resume is needed/);
    expect(await error("start_search", { ...on, model: "some-model" })).toMatch(/no server is set for the model some-model\n-> set OPENAI_API_KEY/);
    expect(await error("search_status", { run: "runs/none" })).toMatch(/is not a run/);
    expect(await error("stop_search", { run: "runs/none" })).toMatch(/this server is not working on/);
    expect(await error("export", { run: "runs/none", output: "/etc/winner.py" })).toMatch(/lies outside of/);
    await expect(session.client.callTool({ name: "judge" })).rejects.toThrow(/there is no tool judge; use one of evaluate, profile/);
  });

  it("ends the judge's job when the client cancels, and judges the next candidate", async () => {
    const judge = join(folder, "judge.sh");
    writeFileSync(judge, `#!/bin/sh\necho $$ >> ${folder}/pids\nexec ${scriptedJudge.replaceAll('"', "'")}\n`);
    chmodSync(judge, 0o755);
    await begin({ KERNELWRIGHT_TEST_GATE: folder }, judge);
    const abort = new AbortController();
    const call = session.call("evaluate", { ...on, candidate: candidate("# waits") }, abort.signal);
    call.catch(() => {});
    await until(() => existsSync(join(folder, "asked")));
    const [pid] = readFileSync(join(folder, "pids"), "utf8").split("\n").map(Number);
    abort.abort("enough");
    await expect(call).rejects.toThrow(/enough/);
    await until(() => !isAlive(pid!));
    writeFileSync(join(folder, "open"), "");
    expect((await session.call("evaluate", { ...on, candidate: candidate("# the next") })).isError).toBe(false);
  });

  it("keeps other output out of the protocol", async () => {
    const noise = encodeURIComponent("setInterval(() => { console.log('noise'); process.stdout.write('{}'); }, 20).unref()");
    await begin({ NODE_OPTIONS: `--import=data:text/javascript,${noise}` });
    expect((await session.call("profile", on)).text).toContain("ModelNew");
  });

  it("searches in the background, waits with progress, and stops a search", async () => {
    const model = await startModelServer(affineAgents());
    models.push(model);
    await begin({ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "none", KERNELWRIGHT_MODEL: "scripted", KERNELWRIGHT_TEST_DELAY_MS: "100" });
    model.limit = 0;
    const started = await session.call("start_search", { ...on, attempts: 4 });
    expect(started.data["state"]).toBe("running");
    const { run } = started.data;
    const heard: string[] = [];
    const waited = session.call("search_status", { run, waitSeconds: 50 }, undefined, heard);
    await until(() => model.open() > 0 && heard.length > 0); // now the server has the client's request
    model.limit = Infinity; // the attempts end while the client waits
    const ended = await waited;
    expect(ended.data["state"]).toMatch(/^(won|no win)$/);
    expect(ended.progress.join("\n")).toMatch(/r1b1 .*\n[^]*search ends/);
    expect(ended.text).toContain("4 of 4 attempts");
    const other = await session.call("start_search", { ...on, attempts: 200 });
    expect(other.text).toContain("running");
    const stopped = await session.call("stop_search", { run: other.data["run"] });
    expect(stopped.text).toMatch(/: (stopped|not begun)\./);
    expect(stopped.data["state"]).toMatch(/^(stopped|not begun)$/);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
