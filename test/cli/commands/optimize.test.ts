/** Whole searches through the command line, with the real client, graph, compiler and judge. The model's replies are scripted. So are verdicts that do not matter. */
import { describe, expect, it } from "@jest/globals";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { recordOf } from "../../../src/run/events.ts";
import { affineAgents } from "../../support/affine.ts";
import { scratch, start } from "../../support/command.ts";
import { modelServers } from "../../support/model-servers.ts";
import { eventsOf, filesOf, treeOf } from "../../support/run.ts";
import { until } from "../../support/until.ts";
import { affineTask as task, scriptedJudge } from "../../support/places.ts";

const SEARCH = 480_000; // two promotions and four exports: each takes a minute where two judges share two cores
const serve = modelServers();

/** An eighth of the task: the real judge checks it in less time. */
const small = join(scratch(), "affine.py");
writeFileSync(small, readFileSync(task, "utf8").replace("256, 4096", "64, 2048"));

const optimize = (run: string, endpoint: string, attempts = 6, ...flags: string[]) =>
  start(["optimize", small, "--target", "cpu", "--attempts", String(attempts), "--out", run, ...flags], { endpoint });
/** A scripted judge for tests that ignore the verdicts. */
const scripted = ["--worker", scriptedJudge];
/** How a search ends that ends: whether its kernel is proven to be faster is a matter of how busy the machine is. */
const ENDED = [0, 3];

describe("optimize", () => {
  it("gives searches of one task that start in the same second folders of their own", async () => {
    const { url } = await serve(affineAgents());
    const cwd = scratch();
    const search = () => start(["optimize", task, "--target", "cpu", "--attempts", "1", ...scripted], { endpoint: url, cwd });
    const ends = await Promise.all([search(), search(), search()]);
    expect(ends.map(({ exitCode }) => ENDED.includes(exitCode ?? -1))).toEqual([true, true, true]);
    expect(readdirSync(join(cwd, "runs"))).toHaveLength(3);
  });

  it(
    "searches in rounds, repairs what is broken, and ends with what it proved, a report and an export that the judge accepts",
    async () => {
      const run = join(scratch(), "run");
      const { url } = await serve(affineAgents({ brokenFirst: true, fingerprint: () => 1 })); // one program, so one promotion: each takes 20 s of processor time
      const result = await optimize(run, url, 6);
      expect(result.all).toContain("Report:");
      const record = recordOf(eventsOf(run));
      const broken = record.attempts.filter((one) => one.status === "build_failed");
      expect(broken.length).toBeGreaterThan(0);
      expect(broken[0]?.problem).toMatch(/nonsense/);
      expect(record.attempts.some((one) => one.role === "repairer" && one.status === "ok")).toBe(true);
      expect(Math.max(...record.attempts.map((one) => one.round))).toBeGreaterThanOrEqual(2);
      expect(record.attempts.filter((one) => one.role !== "reference").length).toBeLessThanOrEqual(6);
      const best = record.promotions.find((one) => one.attempt === record.finished?.best)?.verdict;
      const isProven = best?.status === "ok" && best.speedup.low > 1;
      expect(result.exitCode).toBe(isProven ? 0 : 3);
      expect(readFileSync(join(run, "report.html"), "utf8")).toContain("<html");
      expect(existsSync(join(run, "best", "kernel.cpp"))).toBe(isProven);

      const kernel = ["--attempt", record.finished?.best ?? record.attempts.find((one) => one.role !== "reference" && one.status === "ok")?.id ?? ""];
      const module = join(run, "models", "blocks", "affine.py");
      mkdirSync(dirname(module), { recursive: true });
      writeFileSync(join(run, "models", "scale.py"), "TWO = 2.0\n");
      writeFileSync(
        module,
        `${readFileSync(task, "utf8").replace("class Model(", "class Affine(")}\n\nfrom ..scale import TWO\n\n\nclass Other(nn.Module):\n    def forward(self, x):\n        return x * TWO\n`,
      );
      const swap = async (name: string) => start(["export", run, ...kernel, "--format", "patch", "--module", module, "--class", name, "--degraded"]);
      expect(await swap("Affine")).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining("+    _swap_kernels(Affine)"),
        stderr: expect.stringContaining("judged as exported: ok"),
      });
      expect(await swap("Other")).toMatchObject({
        exitCode: 1,
        stdout: "",
        stderr: expect.stringMatching(/Other, as it stands, is not the operator of the task: wrong/),
      });

      const log = join(run, "events.jsonl");
      writeFileSync(log, readFileSync(log, "utf8").replaceAll('"level":"L3"', '"level":"L2"'));
      const refused = await start(["export", run, ...kernel]);
      expect([refused.exitCode, refused.all]).toEqual([1, expect.stringContaining("isolation L2")]);
      expect((await start(["export", run, ...kernel, "--degraded", "--no-verify"])).all).toContain("isolation L2 only");
    },
    SEARCH,
  );

  it(
    "killed at any moment and resumed, asks for no reply and no verdict twice",
    async () => {
      const whole = join(scratch(), "run");
      const undisturbed = await serve(affineAgents());
      const { exitCode } = await optimize(whole, undisturbed.url, 4, ...scripted);
      expect(ENDED).toContain(exitCode);

      const killed = join(scratch(), "run");
      const server = await serve(affineAgents(), 50);
      server.limit = 0;
      let child = optimize(killed, server.url, 4, ...scripted);
      for (const { replies, judged } of [
        { replies: 1, judged: 1 },
        { replies: 2, judged: 1 },
        { replies: 3, judged: 2 },
      ]) {
        server.limit = replies; // all that were given are on disk at the kill
        await until(() => filesOf(killed, "replies").length >= replies && filesOf(killed, "judged").length >= judged);
        child.kill("SIGKILL");
        await child;
        await until(() => server.open() === 0);
        child = start(["resume", killed], { endpoint: server.url });
      }
      server.limit = Infinity;
      expect((await child).exitCode).toBe(exitCode);
      expect(server.answered.length).toBe(undisturbed.answered.length);
      expect(filesOf(killed, "judged").length).toBe(filesOf(whole, "judged").length);
      expect(treeOf(killed)).toEqual(treeOf(whole));
    },
    SEARCH,
  );

  it(
    "stops when the endpoint refuses the key, says what to do, and goes on when it is mended",
    async () => {
      const run = join(scratch(), "run");
      let refuse = true;
      const agents = affineAgents();
      const { url } = await serve((asked, count) => (refuse ? { status: 401, message: "bad key" } : agents(asked, count)));
      const refused = await optimize(run, url, 2, ...scripted);
      expect(refused.exitCode).toBe(4);
      expect(refused.all).toMatch(/refused the key \(401\)/);
      expect(refused.all).toMatch(/kernelwright resume/);
      expect(refused.all).not.toMatch(/\n\s+at /);
      refuse = false;
      expect(ENDED).toContain((await start(["resume", run], { endpoint: url })).exitCode);
      const again = await start(["resume", run], { endpoint: url });
      expect(again.all).toContain("This run is finished");
    },
    SEARCH,
  );

  it(
    "sends malformed replies back at most twice and survives a model that never makes sense",
    async () => {
      const run = join(scratch(), "run");
      const server = await serve(() => "I would rather talk about the weather.");
      const result = await optimize(run, server.url, 2, ...scripted);
      expect(result.exitCode).toBe(3);
      expect(recordOf(eventsOf(run)).stopped?.reason).toBe("no_reply");
      const asked = server.answered.length;
      expect(asked % 3).toBe(0);
      expect(server.answered[1]?.prompt).toContain("not JSON");
    },
    SEARCH,
  );
});

describe("a run", () => {
  it(
    "stopped by Ctrl-C says how to go on and leaves no process of its judge behind",
    async () => {
      const run = join(scratch(), "run");
      const { url } = await serve(affineAgents(), 50);
      const child = optimize(run, url, 2);
      await until(() => filesOf(run, "judged").length >= 1);
      const family = descendants(child.pid ?? 0);
      expect(family.length).toBeGreaterThan(1);
      child.kill("SIGINT");
      const stopped = await child;
      expect(stopped.exitCode).toBe(130);
      expect(stopped.all).toMatch(/go on with: npx kernelwright resume/);
      await until(() => family.every((pid) => !existsSync(`/proc/${pid}`)));
    },
    SEARCH,
  );

  it("stopped by Ctrl-C and resumed can be replayed without a model once finished", async () => {
    const run = join(scratch(), "run");
    const { url } = await serve(affineAgents(), 50);
    const child = optimize(run, url, 4, ...scripted);
    await until(() => filesOf(run, "judged").length >= 1);
    child.kill("SIGINT");
    expect((await child).exitCode).toBe(130);
    expect(ENDED).toContain((await start(["resume", run], { endpoint: url })).exitCode);
    const recording = join(run, "recording.jsonl");
    expect((await start(["export", run, "--replies", "-o", recording])).exitCode).toBe(0);
    const again = join(scratch(), "run");
    const replay = await start(["optimize", small, "--target", "cpu", "--replay", recording, "--out", again, ...scripted]);
    expect(replay.all).toContain("REPLAYING");
    expect(ENDED).toContain(replay.exitCode);
    const first = (folder: string) => recordOf(eventsOf(folder)).attempts.find((one) => one.id === "r1b1")?.normalized;
    expect(first(again)).toBe(first(run));
  });

  it("on a full disk stops with a message, resumable", async () => {
    const run = scratch();
    symlinkSync("/dev/full", join(run, "events.jsonl"));
    const { url } = await serve(affineAgents());
    const result = await optimize(run, url, 2, ...scripted);
    expect(result.all).toMatch(/the disk is full/);
    expect(result.all).toMatch(/kernelwright resume/);
    expect(result.exitCode).toBe(4);
  });

  it("for a missing GPU reports that", async () => {
    const { url } = await serve(affineAgents());
    const result = await start(["optimize", small, "--target", "cuda", "--attempts", "2", "--out", join(scratch(), "run")], {
      endpoint: url,
      env: { CUDA_VISIBLE_DEVICES: "" },
    });
    expect(result.all).toMatch(/CUDA|GPU/);
    expect(result.exitCode).toBe(1);
  });
});

/** Every living process below `pid`, whichever of its threads started it. */
function descendants(pid: number): number[] {
  const threads = existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`) : [];
  const children = threads.flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number));
  return [...children, ...children.flatMap(descendants)];
}
