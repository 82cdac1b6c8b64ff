/** Every strategy through the command line, over a scripted model and judge: the tree follows from the seed alone, kills included. */
import { describe, expect, it } from "@jest/globals";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { recordOf } from "../../src/run/events.ts";
import type { StrategyName } from "../../src/domain/settings.ts";
import { strategies } from "../../src/search/selection/strategies.ts";
import { affineAgents } from "../support/affine.ts";
import { start } from "../support/command.ts";
import { startModelServer } from "../support/model-server.ts";
import { eventsOf, filesOf, makeRun, treeOf } from "../support/run.ts";
import { until } from "../support/until.ts";

const names = Object.keys(strategies) as StrategyName[];
const slow = { KERNELWRIGHT_TEST_DELAY_MS: "100" };

/** Kills do not depend on the strategy. These are killed when the tree has so many lines. */
const killedAfter: Partial<Record<StrategyName, number>> = { beam: 1, refine: 2, mcts: 3 };

describe("the seed decides the tree, with one call at a time and with eight at a time and perhaps a kill", () => {
  it.each(names)("%s", async (strategy) => {
    const server = await startModelServer(affineAgents());
    const calm = makeRun(strategy, server.url, { attempts: 6, parallel: 1 });
    expect((await start(["resume", calm], { endpoint: server.url })).all).toContain("search ends");
    const asked = server.answered.length;

    const hasty = await startModelServer(affineAgents(), 20);
    const killed = makeRun(strategy, hasty.url, { attempts: 6, parallel: 8 });
    const lines = killedAfter[strategy];
    if (lines !== undefined) {
      const child = start(["resume", killed], { endpoint: hasty.url, env: slow });
      await until(() => existsSync(join(killed, "events.jsonl")) && treeOf(killed).length >= lines);
      child.kill("SIGKILL");
      await child;
    }
    expect((await start(["resume", killed], { endpoint: hasty.url, env: slow })).all).toMatch(/Report:/);
    expect(treeOf(killed)).toEqual(treeOf(calm));
    expect(hasty.answered.length - asked).toBeLessThanOrEqual(6); // only what a kill cut off is asked again
    expect(filesOf(killed, "replies")).toEqual(filesOf(calm, "replies"));
    await Promise.all([server.close(), hasty.close()]);
  });
});

describe("async mode", () => {
  it("starts a branch as soon as one returns, and a replay of the log makes the same tree", async () => {
    const server = await startModelServer(affineAgents());
    const run = makeRun("beam", server.url, { attempts: 12, async: true });
    expect((await start(["resume", run], { endpoint: server.url, env: { KERNELWRIGHT_TEST_DELAY_MS: "400" } })).all).toContain("all 12 attempts are spent");
    const events = eventsOf(run);
    const returned = events.flatMap((one) => (one.type === "returned" ? [one.branch] : []));
    const begun = events.flatMap((one) => (one.type === "selected" ? one.expansions.map((e) => e.attempt) : []));
    expect(returned.toSorted()).toEqual(begun.toSorted());
    expect(returned).not.toEqual(begun); // some branch overtook another, or the test shows nothing

    const recording = join(run, "recording.jsonl");
    await start(["export", run, "--replies", "-o", recording]);
    const again = makeRun("beam", server.url, { attempts: 12, async: true, recording });
    expect((await start(["resume", again], { env: { KERNELWRIGHT_TEST_DELAY_MS: "50" } })).all).toContain("REPLAYING");
    expect(treeOf(again)).toEqual(treeOf(run));
    await server.close();
  });

  it("keeps the branches' order of return after a kill and a resume", async () => {
    const server = await startModelServer(affineAgents(), 20);
    const run = makeRun("beam", server.url, { attempts: 12, async: true });
    const child = start(["resume", run], { endpoint: server.url, env: slow });
    await until(() => existsSync(join(run, "events.jsonl")) && eventsOf(run).filter((one) => one.type === "returned").length >= 3);
    child.kill("SIGKILL");
    await child;
    const before = eventsOf(run).flatMap((one) => (one.type === "returned" ? [one.branch] : []));
    expect((await start(["resume", run], { endpoint: server.url, env: slow })).all).toContain("all 12 attempts are spent");
    const after = eventsOf(run).flatMap((one) => (one.type === "returned" ? [one.branch] : []));
    expect(after.slice(0, before.length)).toEqual(before);
    expect(new Set(after).size).toBe(after.length);
    await server.close();
  });
});

it("equal kernels of parallel branches are judged once, and all but the first are closed", async () => {
  const server = await startModelServer(affineAgents());
  const run = makeRun("sampling", server.url, { attempts: 8 });
  await start(["resume", run], { endpoint: server.url });
  await server.close();
  const { attempts } = recordOf(eventsOf(run));
  expect(attempts.filter((one) => one.status === "duplicate").map((one) => one.problem)).toEqual(Array.from({ length: 7 }, () => "the same program as r1b1"));
  expect(filesOf(run, "judged").filter((name) => name.startsWith("evaluate")).length).toBeLessThanOrEqual(2); // the search's and the promotion's
});
