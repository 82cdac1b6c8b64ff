/** The commands that look at runs, over a run of the real search with scripted replies and verdicts. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { affineAgents } from "../../support/affine.ts";
import { start } from "../../support/command.ts";
import { startModelServer } from "../../support/model-server.ts";
import { eventsOf, makeRun } from "../../support/run.ts";

let run: string;
beforeAll(async () => {
  const server = await startModelServer(affineAgents());
  run = makeRun("beam", server.url, { attempts: 4 });
  await start(["resume", run], { endpoint: server.url });
  await server.close();
});

describe("list", () => {
  it("names the runs of a folder, as a table or as JSON", async () => {
    const table = await start(["list", "--runs", dirname(run)]);
    expect(table.stdout).toMatch(/run +affine +cpu +beam +4\/4 /);
    const [row] = JSON.parse((await start(["list", "--runs", dirname(run), "--json"])).stdout);
    expect(row).toMatchObject({ run, task: "affine", attempts: 4, limit: 4 });
  });

  it("skips a damaged run with a message, and lists the others", async () => {
    const damaged = join(dirname(run), "damaged");
    mkdirSync(damaged);
    writeFileSync(join(damaged, "run.json"), '{"version": 2}');
    const result = await start(["list", "--runs", dirname(run)]);
    rmSync(damaged, { recursive: true });
    expect(result.stderr).toMatch(/passed over: .*damaged/);
    expect(result.stdout).toContain(run);
  });

  it("reports a missing folder", async () => {
    const result = await start(["list", "--runs", "nowhere"]);
    expect([result.exitCode, result.stderr]).toEqual([1, expect.stringContaining("there is no folder")]);
  });
});

describe("report", () => {
  it("writes the page again as the search wrote it, but for the wall clock up to its last event, and prints where", async () => {
    const page = join(run, "report.html");
    const text = () => readFileSync(page, "utf8").replace(/(<dt>wall clock<\/dt>\s*<dd>)[^<]*/, "$1");
    const before = text();
    rmSync(page);
    expect((await start(["report", run])).stdout).toBe(page);
    expect(text()).toBe(before);
  });

  it("does not overwrite a page if another release wrote part of the log", async () => {
    const log = join(run, "events.jsonl");
    renameSync(log, `${log}.kept`);
    writeFileSync(log, `${readFileSync(`${log}.kept`, "utf8")}${JSON.stringify({ type: "promised", at: new Date().toISOString() })}\n`);
    const result = await start(["report", run]);
    renameSync(`${log}.kept`, log);
    expect([result.exitCode, result.stderr]).toEqual([1, expect.stringContaining("events of another release")]);
  });
});

describe("inspect", () => {
  it("shows source, plan, verdict, prompts and replies of one attempt", async () => {
    const { stdout } = await start(["inspect", run, "r1b1"]);
    for (const title of ["plan", "kernel.cpp", "prompt planner.0", "reply planner.0", "prompt coder.0", "reply coder.0"])
      expect(stdout).toContain(`=== ${title} ===`);
    const shown = JSON.parse((await start(["inspect", run, "r1b1", "--json"])).stdout);
    expect(shown.attempt).toEqual(eventsOf(run).findLast((one) => one.type === "attempted" && one.attempt.id === "r1b1")?.["attempt" as never]);
    expect(shown.exchanges.map((one: { call: string }) => one.call)).toEqual(["planner.0", "coder.0"]);
  });

  it("of an unknown attempt lists the known ones", async () => {
    const result = await start(["inspect", run, "r9b9"]);
    expect([result.exitCode, result.stderr]).toEqual([1, expect.stringMatching(/no attempt r9b9\n.*root, .*r1b1/)]);
  });
});

/** Acts while the run's log holds these events instead of its own. */
async function withEvents<T>(events: readonly object[], act: () => Promise<T>): Promise<T> {
  const log = join(run, "events.jsonl");
  const before = readFileSync(log, "utf8");
  writeFileSync(log, events.map((one) => `${JSON.stringify(one)}\n`).join(""));
  return await act().finally(() => writeFileSync(log, before));
}

describe("export", () => {
  it("of an attempt without a kernel lists attempts with kernels", async () => {
    const emptied = eventsOf(run).map((one) =>
      one.type === "attempted" && one.attempt.id === "r1b2" ? { ...one, attempt: { ...one.attempt, source: null } } : one,
    );
    const result = await withEvents(emptied, async () => start(["export", run, "--attempt", "r1b2"]));
    expect([result.exitCode, result.stderr]).toEqual([1, expect.stringMatching(/has no kernel r1b2\n {2}-> use one of: r1b1(?!.*r1b2)/)]);
  });

  it("asks the judge for rare conditions where no promotion has looked, or where it refused the kernel", async () => {
    const events = eventsOf(run);
    const promoted = events.find((one) => one.type === "promoted" && one.verdict.status === "ok");
    const passed = events.find((one) => one.type === "attempted" && one.attempt.status === "ok");
    if (promoted?.type !== "promoted" || passed?.type !== "attempted") throw new Error("the run has no winner");
    const { id } = passed.attempt;
    const others = events.filter((one) => one.type !== "promoted");
    const refused = { status: "wrong", inputs: "hidden", problem: "scripted", seconds: {}, isolation: promoted.verdict.isolation };
    const logs = {
      proven: [...others, { ...promoted, attempt: id, verdict: { ...promoted.verdict, unproven: ["inf"] } }],
      refused: [...others, { ...promoted, attempt: id, verdict: refused }],
      unpromoted: others,
    };
    const unjudged = ["export", run, "--attempt", id, "--degraded", "--no-verify"];
    const looks = "was not promoted: the judge looks for rare conditions";
    for (const [name, own] of Object.entries(logs)) {
      const [judged, file, patch] = await withEvents(own, async () => [
        await start(["export", run, "--attempt", id, "--degraded"]),
        await start(unjudged),
        await start([...unjudged, "--format", "patch"]),
      ]);
      expect([name, judged.stderr.includes(looks)]).toEqual([name, name !== "proven"]); // the scripted judge may refuse the exported form
      expect(file.stdout.includes("not proven: inf")).toBe(name === "proven");
      expect(file.stdout.includes("rare conditions such as NaN were not examined")).toBe(name !== "proven");
      if (name !== "proven")
        expect([patch.exitCode, patch.stderr]).toEqual([
          1,
          expect.stringMatching(/nobody has looked in which modes .* is right.*\n {2}-> export it as --format file/),
        ]);
    }
  });
});

describe("compare", () => {
  it("finds a run equal to itself within the noise, with equal settings", async () => {
    const result = JSON.parse((await start(["compare", run, run, "--json"])).stdout);
    expect(result).toMatchObject({ notComparable: [], settings: [] });
    expect(["same", "not comparable"]).toContain(result.speeds[0].finding);
    expect((await start(["compare", run, run])).stdout).toContain("Both runs have the same settings.");
  });
});

describe("prune", () => {
  it("lists old runs, deletes them with --force, and keeps younger ones and, with --without-win, winners", async () => {
    const copy = join(dirname(run), "..", "old", "run");
    cpSync(run, copy, { recursive: true });
    const prune = async (...more: string[]) => (await start(["prune", "--runs", dirname(copy), ...more])).stdout;
    expect(await prune()).toContain("Would remove 0 runs");
    expect(await prune("--older-than", "0", "--without-win", "--force")).toContain("Removed 0 runs");
    expect(await prune("--older-than", "0")).toMatch(/would remove .*old.run: affine, won, .*\nWould remove 1 run,.* Remove them with --force/s);
    expect(existsSync(copy)).toBe(true);
    expect(await prune("--older-than", "0", "--force")).toContain("Removed 1 run");
    expect(existsSync(copy)).toBe(false);
  });

  it("explains an invalid age", async () => {
    const result = await start(["prune", "--older-than", "old"]);
    expect([result.exitCode, result.stderr]).toEqual([1, expect.stringContaining("--older-than is old")]);
  });
});
