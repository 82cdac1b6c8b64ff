/**
 * The winners of all runs of a task, measured again one after the other. Each run measured its own winner when it ended. Hosts differ from hour
 * to hour, so a ratio of two such speedups also holds what the host did then.
 */
import { type Candidate, normalized } from "../../../src/domain/candidate.ts";
import { rulesOf, type Settings } from "../../../src/domain/settings.ts";
import type { Task } from "../../../src/domain/task.ts";
import { hashOf } from "../../../src/lib/hash.ts";
import { geomean } from "../../../src/report/bench/statistics.ts";
import type { Judge } from "../../../src/tools/judge/client.ts";
import type { Row } from "./row.ts";

/** The row of a run that published a kernel, and what the judge needs to measure it again. */
export interface Winner {
  readonly row: Row;
  readonly candidate: Candidate;
  readonly task: Task;
  readonly settings: Settings;
}

/** A measurement: the hashes of all kernels of the task, and the number of the round. Other winners make another measurement. */
export interface Round {
  readonly together: readonly string[];
  readonly nth: number;
}

/**
 * The rows with the speedup of their winner, measured in `rounds` rounds among all winners of its task. Every other round goes backward. Equal
 * kernels are measured once. The judge may refuse a kernel in a round, or fail. If it does so in all rounds, the row stays as it is.
 */
export async function measuredTogether(
  rows: readonly Row[],
  winners: readonly Winner[],
  rounds: number,
  judgeOf: (round: Round) => Judge,
  say: (line: string) => void = () => {},
): Promise<Row[]> {
  const found = new Map<Row, number>();
  for (const own of Map.groupBy(winners, ({ task }) => hashOf(task.source)).values()) {
    const kernels = Map.groupBy(own, ({ candidate }) => hashOf(normalized(candidate)));
    const speedups = new Map<string, number[]>();
    for (let nth = 0; nth < rounds; nth++) {
      say(`together ${own[0]!.task.name}: round ${nth + 1} of ${rounds}, ${kernels.size} kernels`);
      const judge = judgeOf({ together: [...kernels.keys()].toSorted(), nth });
      for (const hash of nth % 2 === 0 ? kernels.keys() : [...kernels.keys()].toReversed()) {
        const speedup = await measured(judge, kernels.get(hash)![0]!, say);
        if (speedup !== null) speedups.set(hash, [...(speedups.get(hash) ?? []), speedup]);
      }
      await judge.close();
    }
    for (const [hash, all] of speedups) for (const { row } of kernels.get(hash)!) found.set(row, geomean(all).value);
  }
  return rows.map((row) => ({ ...row, together: found.get(row) ?? null }));
}

/** The speedup of a promotion. Null where the judge refuses the kernel or fails: it tells why, and goes on. */
async function measured(judge: Judge, { candidate, task, settings, row }: Winner, say: (line: string) => void): Promise<number | null> {
  const { target, precision } = settings;
  const failed = (why: string): null => (say(`together ${task.name}: the winner of ${row.strategy} has no speedup: ${why}`), null);
  try {
    const verdict = await judge.evaluate({ task, target, precision, candidate, tier: "promotion", baselines: [], ...rulesOf(settings) });
    return verdict.status === "ok" ? verdict.speedup.median : failed(verdict.status);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}
