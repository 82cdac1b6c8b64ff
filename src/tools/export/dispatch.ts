/** The Python that finds the kernel for a call: the same text in a patch's swap file and in a model's package. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Target, TensorSpec } from "../../domain/task.ts";

/** The mode of a module in which alone a kernel was proven. */
export type Mode = "train" | "eval";

/** A proven call as a row of a table, which is read as JSON and as Python. */
export interface ProvenCall {
  kernel: string;
  device: Target;
  mode?: Mode;
  gradients?: "proven";
  inputs: [number[], string][];
}

/** The conditions of all calls that a kernel was proven for. */
export interface ProvenFor {
  target: Target;
  /** null: both */
  mode: Mode | null;
  /** whether its gradients were proven, so that it also answers calls that need them */
  gradients?: boolean;
  /** the tensors of each shape */
  shapes: readonly (readonly TensorSpec[])[];
}

/** A row for each shape. */
export const provenCalls = (kernel: string, { target, mode, gradients, shapes }: ProvenFor): ProvenCall[] =>
  shapes.map((one) => ({
    kernel,
    device: target,
    ...(mode && { mode }),
    ...(gradients && { gradients: "proven" }),
    inputs: one.map(({ shape, dtype }) => [[...shape], dtype]),
  }));

/** A template of this folder with the dispatch and `table`, a Python variable of the upper-case name. */
export function withDispatch(template: string, name: string, table: unknown): string {
  const read = (file: string): string => readFileSync(join(import.meta.dirname, `${file}.py.txt`), "utf8");
  return read(template)
    .replace(`#${name}`, () => `_${name} = ${JSON.stringify(table, null, 4)}`)
    .replace("#DISPATCH\n", () => read("dispatch"));
}
