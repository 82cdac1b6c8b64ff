/** Runs STARK's 30 attempts through the real graph, client and wire, and compares the trace with the file beside this one. Replies and verdicts are scripted. */
import { expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { affineAgents, numberOf } from "../support/affine.ts";
import { start } from "../support/command.ts";
import { startModelServer } from "../support/model-server.ts";
import { eventsOf, makeRun, treeOf } from "../support/run.ts";

/** The facts that determine a scripted reply: the current attempt, the plan, and the attempts shown to the role. The wording of prompts has no effect. */
function shown(prompt: string): number {
  const at = /(?:attempt to improve|source to change|broken attempt): (\w+)/.exec(prompt)?.[1];
  const history = [...prompt.matchAll(/^## (\w+) \(grown from/gm)].map(([, id]) => id);
  return numberOf([at, /write variant \d+/.exec(prompt)?.[0], ...history].join(" "));
}

it("grows the same tree of 30 attempts by STARK's rules, attempt by attempt", async () => {
  const server = await startModelServer(affineAgents({ fingerprint: shown }));
  const run = makeRun("stark", server.url);
  const result = await start(["resume", run], { endpoint: server.url });
  await server.close();
  expect(result.all).toContain("all 30 attempts are spent");
  const why = new Map(eventsOf(run).flatMap((one) => (one.type === "selected" ? one.expansions.map((e) => [e.attempt, e.why] as const) : [])));
  const trace = treeOf(run).map((line) => `${line} (${why.get(line.split(" ")[0]!)})`);
  expect(trace).toEqual(
    readFileSync(join(import.meta.dirname, "stark.golden.txt"), "utf8")
      .trim()
      .split("\n"),
  );
});
