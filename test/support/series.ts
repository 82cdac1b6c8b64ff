/** A series for workers that know single candidates alone: scripted ones, and records of verdicts. It follows judge/server/series.py. */
import type { Job, Reply } from "../../src/domain/protocol.ts";
import type { Verdict } from "../../src/domain/verdict.ts";
import type { Worker } from "../../src/tools/judge/process-worker.ts";

type Series = Extract<Job, { kind: "series" }>;
type Single = Extract<Job, { kind: "evaluate" }>;

/** The worker, to which a series comes as its candidates, one after the other. */
export const withSeries = (worker: Worker): Worker => ({
  ...worker,
  submit: async (job, stop, asker) =>
    job.kind === "series" ? await answerOneByOne(job, async (single) => await worker.submit(single, stop, asker)) : await worker.submit(job, stop, asker),
});

/** The job of one candidate of a series: its first look, or its second at another tier. */
export function singleOf(job: Series, at: number, second?: Single["tier"]): Single {
  const { candidates, seconds: _, again: __, kind: ___, tier, counters, ...rest } = job;
  const look = second ? { tier: second } : { tier, ...(counters !== undefined && { counters }) };
  return { ...rest, ...look, kind: "evaluate", id: `${job.id}-${at}-${look.tier}`, candidate: candidates[at]! };
}

/** A series as its candidates, one after the other. */
export async function answerOneByOne(job: Series, ask: (single: Single) => Promise<Reply>): Promise<Extract<Reply, { kind: "series" }>> {
  const { candidates, seconds = Infinity, again } = job;
  const judged = async (at: number, second?: Single["tier"]): Promise<Verdict> => {
    const reply = await ask(singleOf(job, at, second));
    if (reply.kind !== "verdict") throw new Error(`a verdict is due, not ${reply.kind}`);
    return reply.verdict;
  };
  const verdicts: (Verdict | null)[] = [];
  let spent = 0;
  for (const at of candidates.keys()) {
    verdicts.push(spent < seconds ? await judged(at) : null);
    spent += Object.values(verdicts[at]?.seconds ?? {}).reduce((sum, one) => sum + one, 0);
  }
  const second: Extract<Reply, { kind: "series" }>["again"] = [];
  if (again) for (const at of best(verdicts, again)) second.push({ candidate: at, verdict: await judged(at, again.tier) });
  return { id: job.id, kind: "series", verdicts, again: second };
}

function best(verdicts: readonly (Verdict | null)[], { oneIn, most }: NonNullable<Series["again"]>): number[] {
  const gains = verdicts.map((one) => (one?.status === "ok" ? one.speedup.median : 0));
  const judged = verdicts.filter((one) => one !== null).length;
  const faster = [...gains.keys()].filter((at) => at > 0 && gains[at]! > gains[0]!);
  return faster.toSorted((a, b) => gains[b]! - gains[a]!).slice(0, Math.min(most, Math.ceil(judged / oneIn)));
}
