/** A comparison end to end: scripted replies and verdicts, which say nothing of any model. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { compare, type Comparison } from "../../evals/search/real/compare.ts";
import { outcomeOf, type Row, speedupOf } from "../../evals/search/real/row.ts";
import { recordedWorker, Store } from "../../evals/search/real/store.ts";
import { tablesOf } from "../../evals/search/real/tables.ts";
import { measuredTogether, type Round } from "../../evals/search/real/together.ts";
import { variantOf } from "../../evals/search/real/variant.ts";
import type { Candidate } from "../../src/domain/candidate.ts";
import { UserError } from "../../src/domain/errors.ts";
import type { Job, Reply } from "../../src/domain/protocol.ts";
import type { Settings } from "../../src/domain/settings.ts";
import { recordOf } from "../../src/run/events.ts";
import type { Judge } from "../../src/tools/judge/client.ts";
import { affineAgents } from "../support/affine.ts";
import { scratch } from "../support/command.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { affineTask, scriptedJudge } from "../support/places.ts";
import { search } from "../support/search.ts";
import { okVerdict } from "../support/verdicts.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer(affineAgents({ speed: 2 })); // each kernel passes, whatever a prompt says
  process.env["OPENAI_BASE_URL"] = server.url;
});
afterAll(async () => {
  delete process.env["OPENAI_BASE_URL"];
  await server.close();
});

const comparison = (record: string, more: Partial<Comparison> = {}): Comparison => ({
  tasks: [affineTask],
  strategies: ["sampling", "refine"],
  seeds: [0, 1],
  attempts: 4,
  tokens: 600,
  finalists: 1,
  together: 0,
  flags: { target: "cpu", model: "scripted", worker: scriptedJudge, tune: false },
  record,
  parallel: 1,
  ...more,
});
interface Line {
  question: { role: string; childIndex: number; messages: { content: string }[] };
  value: { text: string };
}
const linesIn = (path: string): Line[] =>
  gunzipSync(readFileSync(path))
    .toString("utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
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

  it("names one missing reply where several are missing at the same time", async () => {
    delete process.env["OPENAI_BASE_URL"];
    try {
      const { failed } = await compare(comparison(join(scratch(), "record"), { strategies: ["sampling"], seeds: [0], tokens: null }));
      expect(failed.map(({ error }) => error)).toEqual([expect.any(UserError)]);
      expect(failed[0]!.error).toMatchObject({
        message: expect.stringContaining("the record holds no reply"),
        remedy: expect.stringContaining("OPENAI_API_KEY"),
      });
    } finally {
      process.env["OPENAI_BASE_URL"] = server.url;
    }
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
    expect(variantOf("beam:no-profiles:async")).toEqual({ strategy: "beam", set: { profiles: false, async: true } });
    expect(() => variantOf("refine:no-luck")).toThrow("refine:no-luck: there is no ablation no-luck");
  });

  it("runs each ablation to its end, from other first kernels where it changes them", async () => {
    const strategies = ["refine", "refine:planned", "refine:no-approaches", "refine:no-first-round", "refine:whole-prompts", "refine:async"];
    const record = join(scratch(), "record");
    const { rows, failed } = await compare(comparison(record, { strategies, attempts: 6, tokens: null, seeds: [0] }));
    expect(failed).toEqual([]);
    const callsOf = (name: string) => rows.find((row) => row.strategy === name)?.calls;
    expect(callsOf("refine")).toMatchObject({ solo: 6, planner: 0 }); // four first kernels, and two changes
    expect(callsOf("refine:planned")).toMatchObject({ solo: 4 });
    expect(callsOf("refine:planned")!.planner).toBeGreaterThanOrEqual(2);
    expect(callsOf("refine:no-approaches")).toMatchObject({ solo: 6 });
    expect(callsOf("refine:no-first-round")!.planner).toBeGreaterThanOrEqual(3);
    const starts = linesIn(join(record, "replies.jsonl.gz")).filter(({ question }) => question.role === "solo" && question.childIndex === 1);
    expect(starts.map(({ question }) => question.messages[1]!.content.includes("# Where to begin"))).toEqual(expect.arrayContaining([true, false]));
  });

  it("asks for a first kernel once, whichever of sampling, best-of-n and refine wants it", async () => {
    const record = join(scratch(), "record");
    await compare(comparison(record, { strategies: ["sampling", "best-of-n", "refine"], attempts: 6, tokens: null, seeds: [0] }));
    const firsts = linesIn(join(record, "replies.jsonl.gz")).filter(({ question }) => question.role === "solo" && question.messages.length === 2);
    const numbers = firsts
      .filter(({ question }) => !/failed|The source to change|The attempt to improve/.test(question.messages[1]!.content))
      .map(({ question }) => question.childIndex);
    expect(numbers.toSorted((one, other) => one - other)).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 5]); // 1 to 3 twice: refine's writers begin from other starting points
  });

  it("keeps the rows of all other runs if one fails, and the events of each run", async () => {
    const bad = join(scratch(), "bad.py");
    writeFileSync(bad, `${readFileSync(affineTask, "utf8")}\n# degenerate\n`);
    const record = join(scratch(), "record");
    const { rows, failed } = await compare(comparison(record, { tasks: [bad, affineTask], strategies: ["sampling"], tokens: null, seeds: [0] }));
    expect(rows.map((row) => row.task)).toEqual(["affine"]);
    expect(failed.map(({ name, error }) => `${name}: ${String(error)}`)).toEqual([expect.stringMatching(/^attempts sampling bad seed 0: .*cannot be judged/)]);
    expect(readdirSync(join(record, "runs")).toSorted()).toEqual(["attempts-sampling-affine-seed-0.json.gz", "attempts-sampling-bad-seed-0.json.gz"]);
    const kept = JSON.parse(gunzipSync(readFileSync(join(record, "runs", "attempts-sampling-affine-seed-0.json.gz"))).toString("utf8"));
    expect(kept.row).toEqual(rows[0]);
    expect(outcomeOf(recordOf(kept.events))).toMatchObject({ attempts: 4, kept: rows[0]!.kept });
    expect(readdirSync(join(record, "open"))).toEqual([]);
  });

  it("keeps a run within its tokens, from the first known cost", async () => {
    const { rows } = await compare(comparison(join(scratch(), "record"), { strategies: ["refine"], attempts: null, tokens: 8000, seeds: [0] }));
    expect(rows[0]?.tokens).toBeLessThanOrEqual(8000);
    expect(rows[0]?.written).toBeGreaterThan(0);
    expect(rows[0]?.written).toBeLessThan(rows[0]?.tokens ?? 0);
    expect(rows[0]?.attempts).toBeGreaterThan(0);
  });
});

describe("all winners of a task, measured again together", () => {
  const files = (text: string) => ({ language: "cpp" as const, files: [{ name: "model_new.py", text }] });
  const winner = (kept: number, text: string) => ({
    row: { kept, together: null } as Row,
    candidate: files(text),
    task: { name: "t", source: "" },
    settings: { target: "cpu", precision: "fp32", library: "library-allowed", require: [] } as unknown as Settings,
  });

  it("have a turn in each round, backward in every other, equal kernels one between them", async () => {
    const asked: string[] = [];
    const said: string[] = [];
    const winners = [winner(9, "a"), winner(3, "b"), winner(4, "a"), winner(5, "refused"), winner(6, "deadly")];
    const judgeOf = ({ together, nth }: Round) =>
      ({
        evaluate: async ({ candidate }: { candidate: Candidate }) => {
          const { text } = candidate.files[0]!;
          asked.push(`${nth}${text}`);
          expect(together).toHaveLength(4);
          if (text === "deadly") throw new Error("no judge survives it");
          return text === "refused" ? { status: "unstable" } : okVerdict("promotion", text === "a" ? 2 : 4 ** (nth + 1));
        },
        close: async () => {},
      }) as unknown as Judge;
    const rows = await measuredTogether([...winners.map(({ row }) => row), { kept: 1, together: null } as Row], winners, 2, judgeOf, (line) => said.push(line));
    expect(asked).toEqual(["0a", "0b", "0refused", "0deadly", "1deadly", "1refused", "1b", "1a"]);
    expect(said.filter((line) => /has no speedup: (unstable|no judge survives it)$/.test(line))).toHaveLength(4);
    expect(rows.map(({ together }) => together?.toFixed(3) ?? null)).toEqual(["2.000", "8.000", "2.000", null, null, null]);
    expect(rows.map(speedupOf).map((one) => one.toFixed(3))).toEqual(["2.000", "8.000", "2.000", "5.000", "6.000", "1.000"]);
  });

  it("are measured once for the same winners, and anew beside another", async () => {
    const record = join(scratch(), "record");
    const more = { tokens: null, seeds: [0], together: 2 };
    const first = await compare(comparison(record, more));
    expect(first.rows.map(({ kept, together }) => together ?? kept)).toEqual(first.rows.map(({ kept }) => kept));
    expect(first.rows.filter(({ together }) => together !== null).length).toBeGreaterThan(0);
    const before = await compare(comparison(record, { ...more, together: 0 }));
    expect(before.asked.verdicts).toBe(0);
    expect((await compare(comparison(record, more))).asked.verdicts).toBe(0);
    expect((await compare(comparison(record, { ...more, together: 3 }))).asked.verdicts).toBeGreaterThan(0);
  });
});

describe("the record", () => {
  const ask = (value: string) => async () => value;

  it("keeps each question beside its answer, and loses one answer at most where a kill cut its file", async () => {
    const path = join(scratch(), "record.jsonl.gz");
    const store = new Store<string>(path);
    await store.of({ n: 1 }, ask("one"));
    const whole = readFileSync(path).length;
    await store.of({ n: 2 }, ask("two"));
    const bytes = readFileSync(path);
    for (let length = whole; length < bytes.length; length++) {
      writeFileSync(path, bytes);
      truncateSync(path, length);
      const again = new Store<string>(path);
      expect(await again.of({ n: 1 }, ask("other"))).toBe("one");
      await again.of({ n: 2 }, ask("two"));
      expect(linesIn(path).map(({ question, value }) => [question, value])).toEqual([
        [{ n: 1 }, "one"],
        [{ n: 2 }, "two"],
      ]);
    }
  });

  it("has one verdict of a promotion, with the hardware's counters or without, and asks for no torch.compile", async () => {
    const asked: Job[] = [];
    const judge = {
      submit: async (job: Job): Promise<Reply> => (asked.push(job), { id: job.id, kind: "verdict", verdict: okVerdict("promotion", asked.length) }),
      close: async () => {},
    };
    const worker = recordedWorker(new Store<Reply>(join(scratch(), "verdicts.jsonl.gz")), judge);
    const candidate = { language: "cpp" as const, files: [{ name: "model_new.py", text: "pass" }] };
    const task = { name: "t", source: "" };
    const job = { protocol: 3 as const, kind: "evaluate" as const, task, target: "cpu" as const, precision: "fp32" as const };
    const promotion = { ...job, tier: "promotion" as const, candidate, baselines: ["compile" as const], library: "library-allowed" as const };
    const [one, other] = [await worker.submit({ ...promotion, id: "a" }), await worker.submit({ ...promotion, id: "b", counters: true })];
    expect(asked).toMatchObject([{ baselines: [] }]);
    expect(other).toEqual({ ...one, id: "b" });
  });

  it("asks for a series in one job where it holds none of its candidates, and then only for those that it lacks", async () => {
    const asked: Job[] = [];
    const judge = {
      submit: async (job: Job): Promise<Reply> => {
        asked.push(job);
        if (job.kind !== "series") return { id: job.id, kind: "verdict", verdict: okVerdict("sweep", 5) };
        const verdicts = job.candidates.map((_, at) => (at < 3 ? okVerdict("sweep", 1 + at) : null)); // no time was left for the fourth
        return { id: job.id, kind: "series", verdicts, again: [{ candidate: 2, verdict: okVerdict("search", 3) }] };
      },
      close: async () => {},
    };
    const worker = recordedWorker(new Store<Reply>(join(scratch(), "verdicts.jsonl.gz")), judge);
    const candidates = [1, 2, 3, 4].map((n) => ({ language: "cpp" as const, files: [{ name: "model_new.py", text: `${n}` }] }));
    const about = { protocol: 3 as const, task: { name: "t", source: "" }, target: "cpu" as const, precision: "fp32" as const, baselines: [] };
    const series = { ...about, kind: "series" as const, tier: "sweep" as const, library: "library-allowed" as const, candidates, seconds: 60 };
    const again = { tier: "search" as const, oneIn: 4, most: 1 };
    const [first, same] = await Promise.all(["a", "b"].map(async (id) => await worker.submit({ ...series, again, id })));
    expect(same).toEqual({ ...first, id: "b" });
    expect(asked).toMatchObject([{ kind: "series", candidates }]);
    expect(await worker.submit({ ...series, again, id: "c", candidates: candidates.slice(0, 3) })).toMatchObject({ again: (first as { again: object }).again });
    expect(asked).toHaveLength(1);
    await worker.submit({ ...series, id: "d" });
    expect(asked.slice(1)).toMatchObject([{ kind: "evaluate", tier: "sweep", candidate: candidates[3] }]);
  });
});

describe("a row", () => {
  it("has the speedup of the kernel that the run publishes, not of another finalist that was measured faster", async () => {
    const { record } = await search(affineAgents(), { policy: { attempts: 3 } });
    const promotions = record.promotions.map((one, at) => (at === 0 ? one : { ...one, verdict: okVerdict("promotion", 9) }));
    expect(promotions.length).toBeGreaterThan(1);
    const endedWith = (best: string | null) => ({ ...record, promotions, finished: { type: "finished" as const, at: "", best, report: "" } });
    expect(outcomeOf(endedWith(promotions[0]!.attempt)).kept).toBe(2);
    expect(outcomeOf(endedWith(null)).kept).toBe(1);
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
    together: null,
    best,
    attempts: 4,
    passed: 3,
    tokens: 1000,
    written: 700,
    calls: { planner: 0, coder: 0, repairer: 1, solo: 3 },
    failures: { wrong: 1 },
  });

  it("compare strategies on the same task, with losses and failures by reason", () => {
    const rows = [row("a", "sampling", 2), row("b", "sampling", 4), row("a", "refine", 4), row("b", "refine", 2)];
    const table = tablesOf(rows, "sampling");
    expect(table).toContain("## At equal tokens");
    expect(table).toMatch(
      /`refine` \| 2\.83 \[[^|]*\| 1\.00 \[0\.50, 2\.00\] \|[^|]*\| 1 of 2 \| 1000 \| 700 \| 2 of 2 \| 1000 \| 2 repairer, 6 solo \| 75 % \| 2 wrong \|/,
    );
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
