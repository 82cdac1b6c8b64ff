/**
 * `npm run bench:real -- TASK.py ...`: strategies on real tasks with a real model and the real judge, at equal attempts and equal tokens.
 * Replies and verdicts are on record in --record DIR (default runs/record): a strategy that runs again asks new questions alone.
 *
 *   --strategies a,b,c   (default sampling,best-of-n,stark,beam,refine)      --base NAME     the strategy to compare with (sampling)
 *                        refine:no-blocks, :no-profiles, :no-counters, :no-approaches, :no-first-round, :whole-prompts, :planned and :async are variants
 *   --attempts N         equal attempts                                      --tokens N      equal model tokens per run
 *   --seeds 0,1,2        independent repetitions (default 0)                 --parallel N    runs at a time (default 2)
 *   --finalists N        kernels of a run that are measured again (default 3)
 *   --together N         how often all winners of a task are measured again one after the other, after all runs (default 2)
 *   --target, --model, --model-timeout, --worker, --no-tune as optimize has them
 *   --out FILE           the tables; FILE.json.gz holds the rows
 *
 * A run that fails ends no other. Start the same command again: what was answered is on record. DIR/runs keeps the row and the events of each run.
 *
 * Set OPENAI_API_KEY and OPENAI_BASE_URL for any OpenAI-compatible endpoint. Without them, every reply must be on record.
 */
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { Exit, fail } from "../../../src/cli/exit-codes.ts";
import { wholeNumber } from "../../../src/config/flags.ts";
import { UserError } from "../../../src/domain/errors.ts";
import { argumentsIn } from "../../arguments.ts";
import { compare } from "./compare.ts";
import { tablesOf } from "./tables.ts";
import { variantOf } from "./variant.ts";

const text = { type: "string" } as const;
const { values, positionals } = argumentsIn({
  allowPositionals: true,
  options: {
    strategies: { ...text, default: "sampling,best-of-n,stark,beam,refine" },
    base: { ...text, default: "sampling" },
    attempts: text,
    tokens: text,
    seeds: { ...text, default: "0" },
    parallel: { ...text, default: "2" },
    target: text,
    model: text,
    worker: text,
    "model-timeout": text,
    "no-tune": { type: "boolean" },
    finalists: text,
    together: text,
    record: { ...text, default: "runs/record" },
    out: text,
  },
});

/** A variant's name, checked. Throws UserError for an unknown one. */
function variantNamed(text: string): string {
  const name = text.trim();
  variantOf(name);
  return name;
}

try {
  if (positionals.length === 0) throw new UserError("no task is named", "for example npm run bench:real -- evals/tasks/row_softmax.py --attempts 6");
  const { target, model, worker } = values;
  const attempts = wholeNumber(values.attempts, "--attempts") ?? null;
  const tokens = wholeNumber(values.tokens, "--tokens") ?? null;
  if (attempts === null && tokens === null) throw new UserError("no budget is named", "add --attempts N, --tokens N, or both");
  const comparison = {
    tasks: positionals,
    strategies: values.strategies.split(",").map(variantNamed),
    seeds: values.seeds.split(",").map((seed) => wholeNumber(seed, "--seeds") ?? 0),
    attempts,
    tokens,
    finalists: wholeNumber(values.finalists, "--finalists") ?? null,
    together: wholeNumber(values.together, "--together") ?? 2,
    flags: { target, model, worker, modelTimeout: values["model-timeout"], ...(values["no-tune"] && { tune: false }) },
    record: values.record,
    parallel: wholeNumber(values.parallel, "--parallel") ?? 2,
  };
  const { rows, failed, asked, known } = await compare(comparison, (line) => console.error(line));
  const counts = `${asked.replies} replies asked, ${known.replies} on record; ${asked.verdicts} verdicts asked, ${known.verdicts} on record; model ${[...new Set(rows.map((row) => row.model))].join(", ")}.`;
  const missing = failed.length === 0 ? "" : `\nRuns without a result: ${failed.map(({ name }) => name).join("; ")}.\n`;
  const page = `${tablesOf(rows, variantNamed(values.base))}\n\n${counts}\n${missing}`;
  console.log(page);
  if (values.out !== undefined) {
    writeFileSync(values.out, page);
    writeFileSync(`${values.out}.json.gz`, gzipSync(JSON.stringify(rows)));
  }
  for (const { error } of failed) fail(error);
  if (failed.length > 0) process.exitCode = Exit.failed;
} catch (error) {
  fail(error);
}
