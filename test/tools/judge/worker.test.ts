/** Every kind of worker answers the same questions the same way. */
import { describe, expect, it } from "@jest/globals";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { workerEnv } from "../../../src/config/environment.ts";
import type { Charge } from "../../../src/domain/budget.ts";
import { PROTOCOL, type Question } from "../../../src/domain/protocol.ts";
import { artifactsIn } from "../../../src/run/artifacts.ts";
import { whyLeftOut } from "../../../src/domain/incumbent.ts";
import { createJudge } from "../../../src/tools/judge/client.ts";
import { readIncumbents } from "../../../src/tools/tasks/candidate-files.ts";
import { spoolWorker } from "../../../src/tools/judge/spool-worker.ts";
import { processWorker } from "../../../src/tools/judge/process-worker.ts";
import { affineBundle } from "../../support/affine.ts";
import { scratch } from "../../support/command.ts";
import { affineTask, repository } from "../../support/places.ts";
import { until } from "../../support/until.ts";

const task = { name: "affine", source: readFileSync(affineTask, "utf8") };
const candidate = (body?: string) => ({ language: "cpp" as const, files: affineBundle(1, body) });
const question = (body?: string) => ({
  task,
  target: "cpu" as const,
  precision: "fp32" as const,
  candidate: candidate(body),
  tier: "search" as const,
  baselines: [],
  library: "library-allowed" as const,
});
const drain = (folder: string) => execa(process.env["KERNELWRIGHT_PYTHON"] ?? "python3", ["-m", "judge", "--spool", folder], { cwd: repository });
/** The processes that this one started and that are still there. */
const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
/** The allowed statuses of a right candidate on a busy machine: other work can delay its hand-over. */
const RIGHT = ["ok", "timing_disagrees"];

describe("a worker", () => {
  it("behind a command prefix judges with code that travelled with the first line, incumbents like candidates", async () => {
    const folder = scratch();
    writeFileSync(join(folder, "library.py"), "import torch\n\n\nclass Model(torch.nn.Module):\n    def forward(self, x):\n        return x - 2.5\n");
    writeFileSync(join(folder, "ends.py"), "import os\n\n\nclass ModelNew:\n    def __init__(self):\n        os.abort()\n");
    const incumbents = readIncumbents([join(folder, "library.py"), join(folder, "ends.py")], "cpu");
    const judge = createJudge(processWorker(["env", "--chdir=/"], workerEnv()), "test");
    const { candidate: _, library: __, baselines: ___, ...asked } = question();
    const [broken, right, library, ends] = await Promise.all([
      judge.evaluate(question("out[i] = nonsense;")),
      judge.evaluate(question()),
      ...incumbents.map(async (one) => await judge.incumbent(one, asked)),
    ]);
    expect(broken).toMatchObject({ status: "build_failed", compiler: "g++" });
    expect(RIGHT).toContain(right.status);
    expect(RIGHT).toContain(library?.verdict?.status);
    expect(whyLeftOut(ends!)).toMatch(/ends\.py is left out \(crashed\): crashed during start: /);
    await judge.close();
  });

  it("that is closed answers its jobs and accepts no more, even after Ctrl-C on its terminal", async () => {
    const started = children();
    const judge = createJudge(processWorker([], workerEnv()), "test");
    await judge.probe();
    const asked = judge.evaluate(question("out[i] = nonsense;"));
    for (const pid of children().filter((one) => !started.includes(one))) process.kill(pid, "SIGINT");
    const closed = judge.close();
    expect((await asked).status).toBe("build_failed");
    await expect(judge.evaluate(question("out[i] = x[i];"))).rejects.toThrow("the run is stopping");
    await closed;
  });

  it("that cannot be started is a broken host with a remedy, not a hang", async () => {
    const judge = createJudge(processWorker(["false"], workerEnv()), "test");
    await expect(judge.probe()).rejects.toMatchObject({
      name: "BrokenHost",
      remedy: "does this work: false python3 --version? If so: npx kernelwright doctor --worker false",
    });
    await judge.close();
  });

  it("gets no keys in its environment", () => {
    process.env["OPENAI_API_KEY"] = "secret";
    expect(JSON.stringify(workerEnv())).not.toContain("secret");
    delete process.env["OPENAI_API_KEY"];
  });
});

describe("a spool folder", () => {
  it("that disappears during a wait is a broken host, and no timer throws", async () => {
    const folder = scratch();
    const judge = createJudge(spoolWorker(folder), "test");
    const asked = expect(judge.evaluate(question())).rejects.toMatchObject({ name: "BrokenHost", message: expect.stringContaining("is gone") });
    rmSync(folder, { recursive: true });
    await asked;
    await new Promise((resolve) => setTimeout(resolve, 2500)); // longer than a poll: a timer that was left behind throws by then
  });

  it("takes jobs as files, is drained by a batch job, and survives a restart on either side", async () => {
    const folder = scratch();
    const broken = question("out[i] = nonsense;"); // judged in a moment
    const first = createJudge(spoolWorker(folder), "test").evaluate(broken);
    void first.catch(() => {});
    expect(readdirSync(join(folder, "pending"))).toHaveLength(1);
    const again = createJudge(spoolWorker(folder), "test").evaluate(broken); // the search side was restarted
    expect(readdirSync(join(folder, "pending"))).toHaveLength(1);
    await drain(folder);
    expect((await again).status).toBe("build_failed");
    expect(await first).toEqual(await again);
    expect(readdirSync(join(folder, "pending"))).toEqual([]);
    expect((await createJudge(spoolWorker(folder), "test").evaluate(broken)).status).toBe("build_failed"); // answered from the folder
  });

  it("prints one message if no judge takes the jobs", async () => {
    const folder = scratch();
    const told: string[] = [];
    const worker = spoolWorker(folder, (line) => told.push(line), 1);
    const asked = [1, 2].map(async (at) => worker.submit({ protocol: PROTOCOL, id: `job-${at}`, kind: "probe" }).catch(() => {}));
    await until(() => told.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(told).toEqual([`no judge is reading ${join(folder, "pending")} (jobs: 2). On the GPU host, run: python3 -m judge --spool ${folder}`]);
    await worker.close();
    await Promise.all(asked);
  });

  it("waits for a result that is still being copied in", async () => {
    const folder = scratch();
    const asked = createJudge(spoolWorker(folder), "test").evaluate(question());
    const name = readdirSync(join(folder, "pending"))[0] ?? "";
    const whole = JSON.stringify(await spoolAnswer(name.replace(".json", "")));
    writeFileSync(join(folder, "results", name), whole.slice(0, 40));
    await new Promise((resolve) => setTimeout(resolve, 100));
    writeFileSync(join(folder, "results", name), whole);
    expect((await asked).status).toBe("contract_failed");
  });

  it("answers a malformed job with a reason", async () => {
    const folder = scratch();
    mkdirSync(join(folder, "pending"));
    writeFileSync(join(folder, "pending", "odd.json"), '{"id": "odd", "kind": "evaluate"}');
    await drain(folder);
    expect(JSON.parse(readFileSync(join(folder, "results", "odd.json"), "utf8"))).toMatchObject({ kind: "rejected" });
  });
});

describe("the judge's replies", () => {
  it("are stored: the same job is sent once", async () => {
    const folder = scratch();
    let asked = 0;
    const counting = { submit: async (job: { id: string }) => (asked++, await spoolAnswer(job.id)), close: async () => {} };
    const charges: Charge[] = [];
    const ledger = { charge: (one: Charge) => void charges.push(one), exhausted: () => null, over: () => new AbortController().signal, tokensLeft: () => null };
    const run = { folder: join(folder, "judged"), ledger, artifacts: artifactsIn(folder), host: () => null };
    const judge = createJudge(counting, "test", run);
    await Promise.all([judge.evaluate(question()), judge.evaluate(question())]);
    await createJudge(counting, "test", run).evaluate(question());
    expect(asked).toBe(1);
    expect(charges).toHaveLength(1);
    expect(existsSync(join(folder, "judged"))).toBe(true);
  });

  it("that reject a job become an error with the judge's own words", async () => {
    const judge = createJudge(processWorker([], workerEnv()), "test");
    const broken: Extract<Question, { kind: "prepare" }> = {
      kind: "prepare",
      task: { name: "raises", source: task.source.replace("return (x", "raise ValueError('nope') or (x") },
      target: "cpu",
      precision: "fp32",
      baselines: [],
    };
    await expect(judge.prepare(broken)).rejects.toMatchObject({ name: "Refused", message: expect.stringContaining("nope") });
    await expect(judge.prepare({ ...broken, task, target: "cuda" })).rejects.toMatchObject({ name: "Refused", message: expect.stringMatching(/CUDA|GPU/) });
    await judge.close();
  });
});

async function spoolAnswer(id: string) {
  const isolation = {
    level: "L2" as const,
    ownUser: false,
    noNetwork: false,
    noNewPrivileges: false,
    limits: false,
    controlGroup: false,
    freezer: false,
    systemCallFilter: false,
    fileFilter: false,
  };
  return { id, kind: "verdict" as const, verdict: { status: "contract_failed" as const, problem: "none", isolation, seconds: {} } };
}
