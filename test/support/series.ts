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

async function answerOneByOne(job: Series, ask: (single: Single) => Promise<Reply>): Promise<Reply> {
  const { candidates, seconds = Infinity, again, kind: _, tier, counters, ...rest } = job;
  const judged = async (at: number, single: Pick<Single, "tier" | "counters">): Promise<Verdict> => {
    const reply = await ask({ ...rest, ...single, kind: "evaluate", id: `${job.id}-${at}-${single.tier}`, candidate: candidates[at]! });
    if (reply.kind !== "verdict") throw new Error(`a verdict is due, not ${reply.kind}`);
    return reply.verdict;
  };
  const verdicts: (Verdict | null)[] = [];
  let spent = 0;
  for (const at of candidates.keys()) {
    verdicts.push(spent < seconds ? await judged(at, { tier, ...(counters !== undefined && { counters }) }) : null);
    spent += Object.values(verdicts[at]?.seconds ?? {}).reduce((sum, one) => sum + one, 0);
  }
  const second: Extract<Reply, { kind: "series" }>["again"] = [];
  if (again) for (const at of best(verdicts, again)) second.push({ candidate: at, verdict: await judged(at, { tier: again.tier }) });
  return { id: job.id, kind: "series", verdicts, again: second };
}

function best(verdicts: readonly (Verdict | null)[], { oneIn, most }: NonNullable<Series["again"]>): number[] {
  const gains = verdicts.map((one) => (one?.status === "ok" ? one.speedup.median : 0));
  const judged = verdicts.filter((one) => one !== null).length;
  const faster = [...gains.keys()].filter((at) => at > 0 && gains[at]! > gains[0]!);
  return faster.toSorted((a, b) => gains[b]! - gains[a]!).slice(0, Math.min(most, Math.ceil(judged / oneIn)));
}
