/** Asks the Python of this machine what an operator needs to know of a task. */
import { join } from "node:path";
import { z } from "zod";
import { UserError } from "../../../domain/errors.ts";
import type { Task } from "../../../domain/task.ts";
import { jsonOf } from "../../../lib/json.ts";
import { repository } from "../../../lib/repository.ts";
import { outputOf } from "../../system/process.ts";

const LIMIT_MS = 300_000; // a task without a meta kernel runs once on the CPU

export const OperatorFacts = z.object({
  /** name and default of each parameter of forward, as Python; null: it has no default */
  parameters: z.array(z.tuple([z.string(), z.string().nullable()])),
  /** whether each argument that the task passes is a tensor */
  tensors: z.array(z.boolean()),
  /** the other arguments, as Python; torch.Tensor stands for a tensor in a nest */
  values: z.array(z.string().nullable()),
  /** name and place in the module of each parameter and buffer, as Python: linear.weight is ._modules["linear"]._parameters["weight"] */
  state: z.array(z.tuple([z.string(), z.string()])),
  /** number of output tensors */
  outputs: z.number(),
  /** Python that rebuilds the output from the tuple `leaves` */
  structure: z.string(),
  /** the declared shapes that differ from get_inputs in tensors alone, by name */
  alike: z.array(z.string()),
  /** inputs and buffers that a call writes */
  writes: z.array(z.string()),
  /** the mode of the module to which this applies; null: both */
  mode: z.enum(["train", "eval"]).nullable(),
});
export type OperatorFacts = z.infer<typeof OperatorFacts>;

const Answer = z.union([z.object({ operator: OperatorFacts }), z.object({ problem: z.object({ reason: z.string(), remedy: z.string() }) })]);

/**
 * Describes a task for a kernel that was proven in `mode`, or in both modes (null). A module that writes its buffers in training becomes an
 * operator for eval mode alone. With `nests`, arguments may be nests with tensors, which no operator takes. Throws UserError if the task cannot be an operator, or if the Python here cannot tell.
 */
export async function describeTask(task: Task, mode: OperatorFacts["mode"], { nests }: { nests: boolean } = { nests: false }): Promise<OperatorFacts> {
  const facts = await described(task, [...(mode === null ? [] : [mode]), ...(nests ? ["nests"] : [])]);
  if (facts.writes.length === 0) return facts;
  throw new UserError(
    `the module writes ${facts.writes.slice(0, 4).join(", ")} in a call, and an operator has no such effect`,
    "export it with --format file, folder or patch",
  );
}

async function described(task: Task, words: readonly string[]): Promise<OperatorFacts> {
  const program = join(repository, "judge", "capture", "describe.py");
  const argv = ["sh", "-c", 'exec "${KERNELWRIGHT_PYTHON:-python3}" "$@"', "sh", program, ...words];
  const answer = Answer.safeParse(jsonOf((await outputOf(argv, LIMIT_MS, task.source))?.trim().split("\n").at(-1) ?? ""));
  if (!answer.success)
    throw new UserError(
      `the task ${task.name} does not run here, and an operator is made of it`,
      "python3 with torch 2.4 or newer must run the task file on this machine",
    );
  if ("problem" in answer.data) throw new UserError(answer.data.problem.reason, answer.data.problem.remedy);
  return answer.data.operator;
}
