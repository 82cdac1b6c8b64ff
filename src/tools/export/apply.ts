/** Winners as a Python package with `apply(model)`: it lets the modules of a model use their kernels, and returns an undo. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceFile } from "../../domain/candidate.ts";
import { repository } from "../../lib/repository.ts";
import { type ProvenFor, provenCalls, withDispatch } from "./dispatch.ts";
import type { OperatorFacts } from "./operator/describe.ts";
import { docstring } from "./single-file.ts";

/** A kernel and the modules that use it. */
export interface AppliedKernel {
  /** a name for its files */
  name: string;
  /** the kernel as one Python file with ModelNew */
  kernel: string;
  /** the task file's text */
  task: string;
  /** the modules' names in the model */
  paths: readonly string[];
  /** the fingerprints of these modules: they differ where the modules hold their places in the model */
  fingerprints: readonly string[];
  proven: ProvenFor;
  facts: Pick<OperatorFacts, "parameters" | "values">;
}

/** The package's files. `about` is its docstring. */
export function applyFiles(about: string, kernels: readonly AppliedKernel[]): SourceFile[] {
  const table = kernels.map(({ name, paths, fingerprints, proven, facts }) => ({
    kernel: `${name}_kernel`,
    task: `${name}_task`,
    paths,
    fingerprints,
    arguments: facts.parameters.slice(0, facts.values.length).map(([parameter]) => parameter),
    proven: provenCalls(`${name}_kernel`, proven).map((row) => ({ ...row, values: facts.values.map((value) => value ?? "torch.Tensor") })),
  }));
  return [
    { name: "__init__.py", text: `${docstring(about)}\n${withDispatch("apply", "MODULES", table)}` },
    { name: "settings.py", text: readFileSync(join(repository, "judge", "capture", "settings.py"), "utf8") },
    ...kernels.flatMap(({ name, kernel, task }) => [
      { name: `${name}_kernel.py`, text: kernel },
      { name: `${name}_task.py`, text: task },
    ]),
  ];
}
