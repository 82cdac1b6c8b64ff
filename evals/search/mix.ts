/**
 * `npm run bench:mix -- DIR`: what first kernels and changes are expected to gain for the same tokens, from recorded runs. DIR has a folder per
 * task, with the event logs of `sampling` and `refine` (docs/results/strategies-h200-2.tar.gz). A change counts as two first kernels.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type Attempt, scoreOf } from "../../src/run/attempt.ts";
import { recordOf, type RunEvent } from "../../src/run/events.ts";
import { ROOT } from "../../src/run/tree.ts";
import { mean } from "../../src/report/bench/statistics.ts";
import { argumentsIn } from "../arguments.ts";
import { tableOf } from "../pages.ts";

/** A task's speedups of first kernels, and the gains of changes over their parents. */
interface Task {
  readonly speeds: number[];
  readonly gains: number[];
}

const CHANGE = 2; // in first kernels
const TOKENS = [4, 6, 8, 10, 12];
const CHANGES = [1, 2, 3, 4];

const { positionals } = argumentsIn({ allowPositionals: true });
const [given = "."] = positionals;
const folders = existsSync(given) ? readdirSync(given).map((name) => join(given, name)) : [];
const tasks = folders.filter((folder) => existsSync(join(folder, "sampling.events.jsonl.gz"))).map(readTask);
if (tasks.length === 0) {
  console.error(`kernelwright: ${given} has no folder with a sampling.events.jsonl.gz\n  -> unpack docs/results/strategies-h200-2.tar.gz, and name its folder`);
  process.exit(2);
}
const cell = (tokens: number, changes: number): string => {
  const firsts = tokens - CHANGE * changes;
  if (firsts < 2) return "";
  const [whole, half] = [1, 0.5].map((share) => Math.exp(expected(firsts, changes, share) - expected(tokens, 0, share)));
  return `${firsts} first: ${whole!.toFixed(2)}, ${half!.toFixed(2)}`;
};
const rows = TOKENS.map((tokens) => [String(tokens), ...CHANGES.map((changes) => cell(tokens, changes))]);
console.log(tableOf(["tokens, in first kernels", ...CHANGES.map((changes) => `changes: ${changes}`)], rows));

/** The mean over tasks of the expected logarithm of the fastest kernel's speed. Draws are with replacement; `share` scales all gains. */
function expected(firsts: number, changes: number, share: number): number {
  const logs = tasks.map(({ speeds, gains }) => {
    const scaled = gains.map((gain) => Math.max(1, 1 + (gain - 1) * share)); // a slower change is not kept
    return bestOf(firsts, speeds.map(Math.log)) + (changes > 0 ? bestOf(changes, scaled.map(Math.log)) : 0);
  });
  return mean(logs);
}

/** The expected largest of `draws` values. */
function bestOf(draws: number, values: readonly number[]): number {
  const share = (place: number): number => (place / values.length) ** draws;
  return values.toSorted((a, b) => a - b).reduce((sum, value, at) => sum + value * (share(at + 1) - share(at)), 0);
}

function readTask(folder: string): Task {
  const speeds = [...attemptsIn(join(folder, "sampling.events.jsonl.gz")).values()].flatMap((one) => scoreOf(one) ?? []);
  const refined = attemptsIn(join(folder, "refine.events.jsonl.gz"));
  const gains = [...refined.values()].flatMap((one) => {
    const parent = refined.get(one.parent ?? "");
    const [before, after] = [parent && scoreOf(parent), scoreOf(one)];
    return before && after ? [after / before] : [];
  });
  return { speeds, gains };
}

/** The attempts of an event log by name, without the reference. */
function attemptsIn(path: string): Map<string, Attempt> {
  const lines = gunzipSync(readFileSync(path)).toString("utf8").split("\n").filter(Boolean);
  const { attempts } = recordOf(lines.map((line) => JSON.parse(line) as RunEvent));
  return new Map(attempts.filter(({ id }) => id !== ROOT).map((one) => [one.id, one]));
}
