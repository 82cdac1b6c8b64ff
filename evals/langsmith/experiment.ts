/** A finished bench as LangSmith experiments: one per way of searching, over one dataset, with a run, its scores and its trace per task. */
import type { Client } from "langsmith";
import { evaluate } from "langsmith/evaluation";
import type { BenchCell } from "../../src/domain/bench.ts";
import { type Scores, summaryScores } from "./scores.ts";

/** What one run of a bench came to. */
export interface Scored {
  cell: BenchCell;
  scores: Scores;
  /** where a person sees the run's own trace */
  trace: string | null;
}

/** Makes the experiment of one variant and returns its name. Examples without a run of this variant are left out. */
export async function pushExperiment(client: Client, dataset: string, variant: string, runs: readonly Scored[]): Promise<string> {
  const own = runs.filter(({ cell }) => cell.variant === variant);
  const runOf = (source: unknown): Scored | undefined => own.find(({ cell }) => cell.source === source);
  const data = [];
  for await (const example of client.listExamples({ datasetName: dataset })) if (runOf(example.metadata?.["source"])) data.push(example);
  const byTask = (task: unknown): Scored => own.find(({ cell }) => cell.task === task)!;
  const summary = summaryScores(
    variant,
    own.map(({ cell }) => cell),
  );
  const [first] = own;
  const results = await evaluate(
    function search({ task }: { task: string }) {
      const { cell, trace } = byTask(task);
      const { status, kernel, speeds, shareOfFloor, attempts, passed, problem } = cell;
      return { status, kernel, speeds, shareOfFloor, attempts, passed, problem, trace };
    },
    {
      client,
      data,
      experimentPrefix: `${dataset} ${variant}`,
      maxConcurrency: 4,
      evaluators: [({ inputs }: { inputs: Record<string, unknown> }) => evaluationsOf(byTask(inputs["task"]).scores)],
      summaryEvaluators: [() => evaluationsOf(summary)],
      metadata: {
        variant,
        strategy: first?.cell.strategy,
        model: first?.cell.model,
        machine: first?.cell.machine,
        torch: first?.cell.torch,
        attempts: first?.cell.limit,
      },
    },
  );
  return results.experimentName;
}

const evaluationsOf = (scores: Scores) => Object.entries(scores).map(([key, score]) => ({ key, score }));
