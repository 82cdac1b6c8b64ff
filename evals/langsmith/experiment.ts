/** Uploads a finished bench as LangSmith experiments, one per search strategy, over one dataset. Each task has a run with scores and a trace. */
import type { Client, Example } from "langsmith";
import { randomUUID } from "node:crypto";
import type { BenchCell } from "../../src/domain/bench.ts";
import { UserError } from "../../src/domain/errors.ts";
import { type Scores, summaryScores } from "./scores.ts";

/** The result of one run of a bench. */
export interface Scored {
  cell: BenchCell;
  scores: Scores;
  /** where a person sees the run's own trace */
  trace: string | null;
}

/**
 * Makes the experiment of one variant and returns its name. Examples without a run of this variant are left out. By the client's own calls:
 * its `evaluate` adds the remote, the branch and the last author's address of the repository that the command stands in.
 */
export async function pushExperiment(client: Client, dataset: string, variant: string, runs: readonly Scored[]): Promise<string> {
  const own = new Map(runs.filter(({ cell }) => cell.variant === variant).map((one) => [one.cell.source, one]));
  const pairs: { example: Example; scored: Scored }[] = [];
  for await (const example of client.listExamples({ datasetName: dataset })) {
    const scored = own.get(String(example.metadata?.["source"]));
    if (scored) pairs.push({ example, scored });
  }
  const cells = [...own.values()].map(({ cell }) => cell);
  const [first] = pairs;
  if (!first) throw new UserError(`no run of ${variant} is of a task in ${dataset}`, "name the bench that the dataset was made of");
  const { strategy, model, machine, torch, limit: attempts } = first.scored.cell;
  const about = { variant, strategy, model, machine, torch, attempts };
  const versions = pairs.map(({ example }) => example.modified_at ?? example.created_at);
  const project = await client.createProject({
    projectName: `${dataset} ${variant}-${randomUUID().slice(0, 8)}`,
    referenceDatasetId: first.example.dataset_id,
    numExamples: pairs.length,
    metadata: { ...about, num_repetitions: 1, dataset_version: versions.toSorted().at(-1) },
  });
  const name = String(project.name);
  await Promise.all(pairs.map(async (pair) => await pushResult(client, { name, id: project.id }, about, pair)));
  await Promise.all(
    evaluationsOf(summaryScores(variant, cells)).map(async ({ key, score }) => client.createFeedback(null, key, { score, projectId: project.id })),
  );
  await client.updateProject(project.id, { endTime: new Date().toISOString() });
  return name;
}

/** One task's result as a run of the experiment, and its scores as feedback on it. */
async function pushResult(
  client: Client,
  project: { name: string; id: string },
  about: object,
  { example, scored }: { example: Example; scored: Scored },
): Promise<void> {
  const { status, kernel, speeds, solFraction, attempts, passed } = scored.cell; // not `problem`: it may quote what a worker's host said
  const id = randomUUID();
  const now = new Date().toISOString();
  await client.createRun({
    id,
    trace_id: id,
    dotted_order: `${now.slice(0, -1).replace(/[-:.]/g, "")}000Z${id}`,
    name: "search",
    run_type: "chain",
    project_name: project.name,
    reference_example_id: example.id,
    start_time: now,
    end_time: now,
    inputs: example.inputs,
    outputs: { status, kernel, speeds, solFraction, attempts, passed, trace: scored.trace },
    extra: { metadata: { ...about, example_version: example.modified_at ?? example.created_at } },
  });
  await Promise.all(
    evaluationsOf(scored.scores).map(async ({ key, score }) => client.createFeedback(id, key, { score, sessionId: project.id, startTime: now, traceId: id })),
  );
}

const evaluationsOf = (scores: Scores) => Object.entries(scores).map(([key, score]) => ({ key, score }));
