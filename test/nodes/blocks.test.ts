/** Building blocks in whole searches: shown where the plan names one, credited, demoted, recorded, and left out on request. */
import { describe, expect, it } from "@jest/globals";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { notesOf } from "../../src/report/run/notes.ts";
import { renderInspection } from "../../src/report/terminal/inspection.ts";
import { outcomeOf } from "../../src/report/run/outcome.ts";
import { blockLibrary } from "../../src/tools/model/block-library.ts";
import { affineAgents, affineBundle } from "../support/affine.ts";
import { scratch } from "../support/command.ts";
import type { Asked, Script } from "../support/model-server.ts";
import { search } from "../support/search.ts";
import { okVerdict } from "../support/verdicts.ts";

const BLOCK = "gated_elementwise-cpp";
const verdict = { block: BLOCK, hash: "", hardware: "scripted", status: "ok", speedup: { median: 1.3, low: 1.2, high: 1.4 }, errorShare: 0.1 };
const blocks = blockLibrary().map((one) => ({ ...one, verdicts: one.id === BLOCK ? [verdict] : [] }));
const { text } = blocks.find((one) => one.id === BLOCK)!;
const agents = affineAgents();

/** The nth plan names the block's technique where `fits` says so; the coder then takes the block over. */
const agentsThatTake = (fits: (nth: number) => boolean): Script => {
  let plans = 0;
  return (asked, count) => {
    const reply = agents(asked, count);
    if (typeof reply !== "string") return reply;
    if (asked.role === "planner") return JSON.stringify({ ...JSON.parse(reply), strategy: fits(plans++) ? "fused vector loop" : `other: ${count}` });
    if (asked.role !== "coder" || !asked.prompt.includes("# Proven building blocks")) return reply;
    const [native, model] = affineBundle(count);
    return JSON.stringify({ explanation: "from the block", files: [{ ...native, text: `#include <immintrin.h>\n${text}\n${native!.text}` }, model] });
  };
};
const coders = (answered: readonly Asked[]): string[] => answered.filter((one) => one.role === "coder").map((one) => one.prompt);
const withBlock = (prompts: readonly string[]): number => prompts.filter((one) => one.includes("# Proven building blocks")).length;
const items = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json")) : [];

describe("a building block", () => {
  it("is shown to the coder whose plan names its technique, and the report credits it", async () => {
    const { answered, record, run } = await search(
      agentsThatTake(() => true),
      {},
      undefined,
      {},
      { blocks },
    );
    expect(coders(answered)[0]).toMatch(/# Proven building blocks[\s\S]*`gated_elementwise`: any elementwise function[\s\S]*On scripted: 1\.3 times/);
    const [first] = record.attempts.filter((one) => one.role === "coder");
    expect(first?.blocks).toEqual({ shown: [BLOCK], used: [BLOCK] });
    const inspected = { attempt: first!, why: "", files: [], verdict: null, promotion: null, exchanges: [] };
    expect(renderInspection(inspected, null)).toContain(`=== building blocks ===\nshown: ${BLOCK}\nbuilt from: ${BLOCK}\n`);
    const outcome = outcomeOf(record, (hash) => run.get(hash));
    expect(notesOf(record, outcome).join("\n")).toMatch(`Built from proven building blocks (docs/search.md): ${BLOCK}.`);
  });

  it("is not shown for other plans, without guidance, and with --no-blocks", async () => {
    const none = [
      await search(
        agentsThatTake(() => false),
        {},
        undefined,
        {},
        { blocks },
      ),
      await search(
        agentsThatTake(() => true),
        { policy: { attempts: 1, guidance: false } },
        undefined,
        {},
        { blocks },
      ),
      await search(
        agentsThatTake(() => true),
        { policy: { attempts: 1, blocks: false } },
        undefined,
        {},
        { blocks },
      ),
    ];
    for (const { answered, record } of none) {
      expect(withBlock(coders(answered))).toBe(0);
      expect(record.attempts.every((one) => one.blocks === undefined)).toBe(true);
    }
  });

  it("that loses twice is no longer shown, in this run and in later runs with its record", async () => {
    const policy = { attempts: 12, breadth: 4, epsilon: 0, earlyStop: false, repairs: 0, tune: 0 };
    const slow = (job: { candidate: { files: readonly { text: string }[] } }) =>
      okVerdict("search", job.candidate.files.some((file) => file.text.includes("_mm256_stream_ps")) ? 1.1 : 2);
    const blockRecord = join(scratch(), "record");
    const first = await search(
      agentsThatTake((nth) => nth % 2 === 0),
      { policy, blockRecord },
      slow,
      {},
      { blocks },
    );
    const shown = first.record.attempts.filter((one) => one.blocks?.shown.length);
    expect(shown.length).toBeGreaterThanOrEqual(2);
    expect(new Set(shown.map((one) => one.round))).toEqual(new Set([1]));
    expect(items(blockRecord)).toHaveLength(1);
    const later = await search(
      agentsThatTake(() => true),
      { blockRecord },
      slow,
      {},
      { blocks },
    );
    expect(withBlock(coders(later.answered))).toBe(0);
    const apart = await search(
      agentsThatTake(() => true),
      {},
      slow,
      {},
      { blocks },
    );
    expect(withBlock(coders(apart.answered))).toBe(1);
  });
});
