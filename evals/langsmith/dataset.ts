/** Datasets: tasks as examples, with the times of their references. The name is a content hash. Creating a dataset twice changes nothing. */
import type { Client } from "langsmith";
import { hashOf } from "../../src/lib/hash.ts";
import { type Baselines, rivalTimes } from "../../src/domain/protocol.ts";
import type { Precision, Target, Task } from "../../src/domain/task.ts";

/** The baselines of a task, measured when the dataset was made. */
interface Reference {
  target: Target;
  precision: Precision;
  machine: string | null;
  eagerUs: number;
  /** torch.compile and its like; those that could not run are left out */
  alternativesUs: Record<string, number>;
  floorUs: number;
}
export interface TaskExample {
  id: string;
  inputs: { task: string; source: string };
  outputs: Reference | Record<string, never>;
  metadata: { source: string; suite: string };
}

/** A dataset's tasks; `baselines` is null where nothing was measured. */
export interface Measured {
  task: Task;
  baselines: Baselines | null;
  target: Target;
  precision: Precision;
}

/** The example of a task. Its id is made from its content: the same task for the same target and precision is the same example, a changed one another. */
export function exampleOf(suite: string, { task, baselines, target, precision }: Measured): TaskExample {
  const source = hashOf(task.source);
  return {
    id: uuidOf(`${suite} ${task.name} ${source} ${target} ${precision}`),
    inputs: { task: task.name, source: task.source },
    outputs: baselines ? referenceOf(baselines, target, precision) : {},
    metadata: { source, suite },
  };
}

function referenceOf(baselines: Baselines, target: Target, precision: Precision): Reference {
  const { eager, floorUs, host } = baselines;
  const alternativesUs = Object.fromEntries(rivalTimes(baselines).map(({ name, time }) => [name, time.medianUs]));
  return { target, precision, machine: (target === "cuda" ? host.gpu?.name : host.cpu) ?? null, eagerUs: eager.medianUs, alternativesUs, floorUs };
}

/** The name of a dataset says which content it has: another task, or a changed one, makes another dataset. */
export function datasetName(suite: string, examples: readonly TaskExample[]): string {
  return `${suite}@${hashOf(
    examples
      .map((one) => one.id)
      .toSorted()
      .join(" "),
  ).slice(0, 8)}`;
}

/** Creates the dataset if it is missing. Adds missing examples and measurements. Keeps existing measurements. */
export async function pushDataset(client: Client, suite: string, examples: readonly TaskExample[]): Promise<{ name: string; created: number; filled: number }> {
  const name = datasetName(suite, examples);
  const dataset = (await client.hasDataset({ datasetName: name }))
    ? await client.readDataset({ datasetName: name })
    : await client.createDataset(name, {
        description: `${examples.length} tasks of ${suite}, by kernelwright`,
        metadata: { suite, content: name.split("@")[1] },
      });
  const known = new Map<string, boolean>();
  for await (const { id, outputs } of client.listExamples({ datasetId: dataset.id })) known.set(id, isMeasured({ outputs }));
  const missing = examples.filter((one) => !known.has(one.id));
  const filled = examples.filter((one) => known.get(one.id) === false && isMeasured(one));
  if (missing.length > 0) await client.createExamples(missing.map((one) => ({ ...one, dataset_id: dataset.id })));
  if (filled.length > 0) await client.updateExamples(filled.map(({ id, outputs }) => ({ id, dataset_id: dataset.id, outputs })));
  return { name, created: missing.length, filled: filled.length };
}

const isMeasured = ({ outputs }: { outputs?: object | null | undefined }): boolean => Object.keys(outputs ?? {}).length > 0;

/** A UUID of version 8 (made by a rule of ours) for a text. */
function uuidOf(text: string): string {
  const hex = (hashOf(text) + hashOf(`${text} again`))
    .replace(/[^0-9a-f]/g, "")
    .padEnd(32, "0")
    .slice(0, 32);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
