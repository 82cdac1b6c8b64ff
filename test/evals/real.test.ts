/** A comparison end to end: scripted replies and verdicts, which say nothing of any model. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { join } from "node:path";
import { compare, type Comparison, type Row } from "../../evals/search/real/compare.ts";
import { tablesOf } from "../../evals/search/real/tables.ts";
import { variantOf } from "../../evals/search/real/variant.ts";
import { affineAgents } from "../support/affine.ts";
import { removeScratch, scratch } from "../support/command.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { affineTask, scriptedJudge } from "../support/places.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer(affineAgents());
  process.env["OPENAI_BASE_URL"] = server.url;
});
afterAll(async () => {
  delete process.env["OPENAI_BASE_URL"];
  await server.close();
  removeScratch();
});

const comparison = (record: string, more: Partial<Comparison> = {}): Comparison => ({
  tasks: [affineTask],
  strategies: ["sampling", "refine"],
  seeds: [0, 1],
  attempts: 4,
  tokens: 600,
  flags: { target: "cpu", model: "scripted", worker: scriptedJudge, tune: false },
  record,
  parallel: 1,
  ...more,
});
const sorted = (rows: readonly Row[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted();

describe("a comparison of strategies", () => {
  it("sends each request once: a second run sends none and has the same result", async () => {
    const record = join(scratch(), "record");
    const first = await compare(comparison(record));
    expect(first.rows).toHaveLength(2 * 2 * 2);
    expect(first.asked.replies).toBe(server.answered.length);
    const before = server.answered.length;
    const again = await compare(comparison(record));
    expect(server.answered.length).toBe(before);
    expect(again.asked).toEqual({ replies: 0, verdicts: 0 });
    expect(sorted(again.rows)).toEqual(sorted(first.rows));
  });

  it("sends only new requests if a strategy is added", async () => {
    const record = join(scratch(), "record");
    await compare(comparison(record, { strategies: ["sampling"], tokens: null }));
    const before = server.answered.length;
    const joined = await compare(comparison(record, { strategies: ["sampling", "best-of-n"], tokens: null }));
    expect(joined.known.replies).toBeGreaterThan(0);
    expect(server.answered.length - before).toBe(joined.asked.replies);
  });

  it("compares a strategy with an ablation of it, and refuses an unknown one", async () => {
    const strategies = ["refine", "refine:no-blocks"];
    const { rows } = await compare(comparison(join(scratch(), "record"), { strategies, tokens: null, seeds: [0] }));
    expect(rows.map((row) => row.strategy).toSorted()).toEqual(strategies);
    expect(tablesOf(rows, "refine")).toMatch(/\| `refine:no-blocks` \|/);
    expect(variantOf("beam:no-profiles")).toEqual({ strategy: "beam", flags: { profiles: false } });
    expect(() => variantOf("refine:no-luck")).toThrow("refine:no-luck: there is no ablation no-luck");
  });

  it("keeps a run within its tokens, from the first known cost", async () => {
    const { rows } = await compare(comparison(join(scratch(), "record"), { strategies: ["refine"], attempts: null, tokens: 8000, seeds: [0] }));
    expect(rows[0]?.tokens).toBeLessThanOrEqual(8000);
    expect(rows[0]?.attempts).toBeGreaterThan(0);
  });
});

describe("the tables", () => {
  const row = (task: string, strategy: Row["strategy"], best: number): Row => ({
    task,
    strategy,
    seed: 0,
    equal: "tokens",
    model: "scripted",
    kept: Math.max(1, best),
    best,
    attempts: 4,
    passed: 3,
    tokens: 1000,
    failures: { wrong: 1 },
  });

  it("compare strategies on the same task, with losses and failures by reason", () => {
    const rows = [row("a", "sampling", 2), row("b", "sampling", 4), row("a", "refine", 4), row("b", "refine", 2)];
    const table = tablesOf(rows, "sampling");
    expect(table).toContain("## At equal tokens");
    expect(table).toMatch(/`refine` \| 2\.83 \[[^|]*\| 1\.00 \[0\.50, 2\.00\] \|[^|]*\| 1 of 2 \| 1000 \| 75 % \| 2 wrong \|/);
  });

  it("take a winner as it is when measured again, not the luckiest time of the search", () => {
    const table = tablesOf([row("a", "sampling", 2), { ...row("a", "beam", 3), best: 9 }], "sampling");
    expect(table).toMatch(/`beam` \| 3\.00 \[[^|]*\| 1\.50 /);
  });

  it("count a task without a faster kernel as 1, and omit unpaired runs", () => {
    const table = tablesOf([row("a", "sampling", 0), row("a", "refine", 2), row("c", "refine", 8)], "sampling");
    expect(table).toMatch(/`sampling` \| 1\.00/);
    expect(table).toMatch(/`refine` \| 4\.00 \[[^|]*\| 2\.00 \[2\.00, 2\.00\]/);
  });
});
