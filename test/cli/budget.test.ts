/** Limits of a run through the command line: the scripted endpoint counts 110 tokens a call if a test names no more, the scripted judge answers at once. */
import { describe, expect, it } from "@jest/globals";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { recordOf } from "../../src/run/events.ts";
import { affineAgents } from "../support/affine.ts";
import { scratch, start } from "../support/command.ts";
import { counting, type ModelServer } from "../support/model-server.ts";
import { modelServers } from "../support/model-servers.ts";
import { eventsOf } from "../support/run.ts";
import { until } from "../support/until.ts";
import { affineTask as task, scriptedJudge as judge } from "../support/places.ts";

const SEARCH = 180_000;
const serveModels = modelServers();
const serve = async (delayMs = 0, promptTokens = 100): Promise<ModelServer> => await serveModels(counting(affineAgents(), { promptTokens }), delayMs);

const optimize = (run: string, endpoint: string, ...flags: string[]) =>
  start(["optimize", task, "--target", "cpu", "--worker", judge, "--attempts", "4", "--out", run, ...flags], { endpoint });
const recordIn = (run: string) => recordOf(eventsOf(run));
const judgedIn = (run: string): string[] =>
  existsSync(join(run, "judged")) ? readdirSync(join(run, "judged")).filter((name) => name.startsWith("evaluate")) : [];

describe("a run's limits", () => {
  it(
    "on tokens end the attempts in flight unasked and unjudged, with the reason",
    async () => {
      const run = join(scratch(), "run");
      const agents = counting(affineAgents(), { promptTokens: 30_000 });
      const both = Promise.withResolvers<void>(); // a call that arrived after the first reply would be cut before it is answered
      const { url, answered } = await serveModels(async (asked, nth) => {
        if (nth === 1) both.resolve();
        await both.promise;
        return await agents(asked, nth);
      });
      const result = await optimize(run, url, "--strategy", "beam", "--max-tokens", "30000");
      expect(result.exitCode).toBe(3);
      expect(result.all).toMatch(/search ends: [\d,]+ of 30,000 tokens are spent/); // the call that was cut is charged by an estimate
      const record = recordIn(run);
      expect(record.spent.tokens - record.spent.estimatedTokens).toBeLessThanOrEqual(2 * 30_010);
      expect(record.stopped?.reason).toBe("budget");
      expect(record.attempts.map((one) => one.status)).toEqual(["reference", "out_of_budget", "out_of_budget"]);
      expect(answered.map((one) => one.role)).toEqual(["planner", "planner"]);
      expect(judgedIn(run)).toEqual([]);
    },
    SEARCH,
  );

  it(
    "hold across a kill and a resume, what is paid for is judged, and the spending is told",
    async () => {
      const run = join(scratch(), "run");
      const server = await serve(50, 9990);
      const { url, answered } = server;
      server.limit = 2; // those that are on disk at the kill, and no other
      const child = optimize(run, url, "--strategy", "beam", "--max-tokens", "39000", "--price", "1,10");
      await until(() => existsSync(join(run, "replies")) && readdirSync(join(run, "replies")).filter((name) => name.endsWith(".json")).length >= 2);
      child.kill("SIGKILL");
      await child;
      await until(() => server.open() === 0); // it knows that nobody waits for those any more
      server.limit = Infinity;
      const result = await start(["resume", run], { endpoint: url });
      expect(result.all).toMatch(/search ends: 40,000 of 39,000 tokens are spent/);
      expect(answered).toHaveLength(4);
      expect(judgedIn(run).length).toBeGreaterThanOrEqual(2);
      expect(recordIn(run).spent).toMatchObject({ tokens: 40_000, estimatedTokens: 0, costUsd: expect.closeTo((4 * 9990 * 1 + 40 * 10) / 1e6) });
      expect(result.all).toMatch(/^tokens +40,000 of 39,000$/m);
      expect(readFileSync(join(run, "report.html"), "utf8")).toMatch(/40,000 of 39,000/);
    },
    SEARCH,
  );

  it(
    "on GPU seconds leave candidates unjudged once the reference alone took more",
    async () => {
      const run = join(scratch(), "run");
      const { url } = await serve();
      const result = await optimize(run, url, "--max-gpu-seconds", "0.01");
      const record = recordIn(run);
      expect(record.stopped).toMatchObject({ reason: "budget", detail: expect.stringMatching(/device seconds are spent/) });
      expect(record.attempts.filter((one) => one.role !== "reference").every((one) => one.status === "out_of_budget")).toBe(true);
      expect(judgedIn(run)).toEqual([]);
      expect(result.exitCode).toBe(3);
    },
    SEARCH,
  );

  it(
    "on money need a price: without one the message says how to give it",
    async () => {
      const { url } = await serve();
      const result = await optimize(join(scratch(), "run"), url, "--max-cost", "1");
      expect(result.exitCode).toBe(1);
      expect(result.all).toMatch(/--max-cost needs a price, and none is known for the model scripted/);
      expect(result.all).toMatch(/--price IN,OUT/);
    },
    SEARCH,
  );

  it.each([
    ["--max-tokens", "many"],
    ["--max-cost", "-1"],
    ["--target-speedup", "1"],
    ["--price", "3"],
  ])("%s %s is refused with an example", async (flag, value) => {
    const result = await start(["optimize", task, "--target", "cpu", flag, value], { endpoint: "http://127.0.0.1:9/v1" });
    expect(result.exitCode).toBe(1);
    expect(result.all).toMatch(/for example/);
  });
});

it("an estimate is made from the prompts without asking or measuring anything", async () => {
  const { url, answered } = await serve();
  const folder = scratch();
  const result = await start(["optimize", task, "--target", "cpu", "--estimate", "--price", "1.25,10"], { endpoint: url, cwd: folder });
  expect(result.exitCode).toBe(0);
  expect(result.stdout).toMatch(/^12 attempts, up to 12 model calls: [\d,]+ to [\d,]+ tokens in, about [\d,]+ out, \$\d\.\d+ to \$\d\.\d+ \(/);
  expect(answered).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});
