/**
 * A winner as a Python package: a torch.library operator with fake kernel and gradient, a module that calls it where it is proven,
 * its tests and its benchmark.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Candidate, SourceFile } from "../../../domain/candidate.ts";
import type { Precision, Target, Task, TensorSpec } from "../../../domain/task.ts";
import { docstring, folderFiles } from "../single-file.ts";
import type { OperatorFacts } from "./describe.ts";

/** A kernel, where it is proven, and the facts about its task. */
export interface OperatorSource {
  candidate: Candidate;
  about: string;
  task: Task;
  target: Target;
  /** the track on which the kernel was proven: the gates compare on it */
  precision: Precision;
  /** the tensors on which the kernel was proven */
  inputs: readonly TensorSpec[];
  /** those of further shapes on which it was proven */
  shapes?: readonly (readonly TensorSpec[])[];
  facts: OperatorFacts;
  /** the GPU's compute capability; null on a CPU */
  capability: string | null;
  /** the operator's, if it is not the package's name */
  namespace?: string;
  /** how the kernel was found and measured */
  evidence: object;
}

/** The package's name: that of the task, as Python takes it. */
export function packageName({ name }: Task): string {
  return `${name
    .toLowerCase()
    .replace(/\W/g, "_")
    .replace(/^(?=\d)/, "_")}_op`;
}

/** The files of the project folder: pyproject.toml, README.md, and the package. */
export function operatorFiles(source: OperatorSource): SourceFile[] {
  const name = packageName(source.task);
  const inside = packageFiles(source).map((file) => ({ ...file, name: `${name}/${file.name}` }));
  return [{ name: "pyproject.toml", text: project(name, source.about) }, { name: "README.md", text: readme(name, source) }, ...inside];
}

/** The files of the package itself. */
export function packageFiles({
  candidate,
  about,
  task,
  target,
  precision,
  inputs,
  shapes = [],
  facts,
  evidence,
  namespace = packageName(task),
}: OperatorSource): SourceFile[] {
  const kernel = folderFiles(candidate, about).filter(({ name }) => name !== "__init__.py");
  const named = (file: string, what: string, replaced: Record<string, string> = {}): SourceFile => ({
    name: file,
    text: `${docstring(what)}\n${filled(file === "__init__.py" ? "start" : file.slice(0, -3), replaced)}`,
  });
  return [
    named("__init__.py", about),
    { name: "reference.py", text: task.source },
    ...kernel,
    named("kernel_operator.py", "The operator: the kernel on proven calls, the original on all others.", {
      FACTS: factsText({ namespace, target, precision, inputs, shapes, facts }),
    }),
    named("module.py", "The module that calls the operator.", moduleParts(facts)),
    named("tests.py", `The gates of this kernel: python -m ${packageName(task)}.tests`),
    named("benchmark.py", `The cost of guard and dispatch: python -m ${packageName(task)}.benchmark`),
    { name: "evidence.json", text: `${JSON.stringify(evidence, null, 2)}\n` },
  ];
}

/** A template beside this file, with `#NAME` replaced. */
function filled(template: string, replaced: Record<string, string>): string {
  const text = readFileSync(join(import.meta.dirname, `${template}.py.txt`), "utf8");
  return text.replace(/#([A-Z]{4,}) ?/g, (whole, name: string) => replaced[name] ?? whole);
}

interface Written extends Pick<OperatorSource, "target" | "precision" | "inputs" | "facts"> {
  namespace: string;
  shapes: readonly (readonly TensorSpec[])[];
}

function factsText({ namespace, target, precision, inputs, shapes, facts }: Written): string {
  const at = facts.tensors.map((is, position) => (is ? facts.tensors.slice(0, position).filter(Boolean).length : -1));
  const given = facts.tensors.map((is, position) => (is ? `tensors[${at[position]}]` : facts.values[position]!));
  const taken = [...inputs.map((_, number) => `Tensor x${number}`), ...facts.state.map((_, number) => `Tensor s${number}`), "SymInt handle", "bool checked"];
  const returned = facts.outputs === 1 ? "Tensor" : `(${Array.from({ length: facts.outputs }, () => "Tensor").join(", ")})`;
  const modelDtype = facts.state.length > 0 ? inputs.find(({ dtype }) => /float/.test(dtype))?.dtype : undefined;
  const training = facts.mode === null ? "None" : facts.mode === "train" ? "True" : "False";
  const rows = [inputs, ...shapes].map((one) => `    (${training}, [${one.map(specText).join(", ")}]),\n`);
  return `NAMESPACE = ${JSON.stringify(namespace)}
SCHEMA = ${JSON.stringify(`(${taken.join(", ")}) -> ${returned}`)}
DEVICE = ${JSON.stringify(target)}
ALLOWS_TF32 = ${precision === "tf32" ? "True" : "False"}  # the arithmetic of the original in the gates
COUNT = ${inputs.length}  # tensors among the arguments
OUTPUTS = ${facts.outputs}
STATE = ${JSON.stringify(facts.state.map(([name]) => name))}  # the operator's further tensors
MODEL_DTYPE = ${modelDtype === undefined ? "None" : `torch.${modelDtype}`}
# The proven calls: the mode (True: training, None: both), and shape and dtype of each tensor.
PROVEN = [
${rows.join("")}]


def arguments(tensors):
    """The arguments of forward, from the operator's tensors."""
    return (${given.join(", ")}${given.length === 1 ? "," : ""})`;
}

/** "((64, 512), torch.float32)" */
const specText = ({ shape, dtype }: TensorSpec): string => `((${shape.join(", ")}${shape.length === 1 ? "," : ""}), torch.${dtype})`;

/** The parts of the module that follow from the task's signature. */
function moduleParts({ parameters, tensors, values, state, structure }: OperatorFacts): Record<string, string> {
  const names = parameters.map(([name]) => name);
  const tuple = (items: readonly string[]): string => `${items.join(", ")}${items.length === 1 ? "," : ""}`;
  const passed = parameters.map(([name, otherwise]) => (otherwise === null ? name : `${name}=${otherwise}`));
  const conditions = names.flatMap((name, at) => {
    const expected = tensors[at] === undefined ? parameters[at]![1] : values[at];
    if (tensors[at] || expected === null || expected === undefined) return [];
    return [expected === "None" ? `${name} is None and ` : `type(${name}) is type(${expected}) and ${name} == ${expected} and `];
  });
  return {
    PARAMETERS: passed.join(", "),
    TENSORS: tuple(names.filter((_, at) => tensors[at])),
    CONDITION: conditions.join(""),
    STATE: tuple(state.map(([, place]) => `self${place}`)),
    RETURNED: structure === "leaves[0]" ? "leaves" : structure.includes("leaves[1]") ? structure : structure.replace("leaves[0]", "leaves"),
    ARGUMENTS: names.join(", "),
  };
}

function project(name: string, about: string): string {
  return `[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = ${JSON.stringify(name.replaceAll("_", "-"))}
version = "0.1.0"
description = ${JSON.stringify(about)}
readme = "README.md"
requires-python = ">=3.10"
dependencies = ["torch>=2.4"]

[tool.setuptools]
packages = [${JSON.stringify(name)}]

[tool.setuptools.package-data]
"*" = ["*.cpp", "*.cu", "*.json"]
`;
}

/** The package's readme; an indented block shows its use. */
export function readme(name: string, { about, target, inputs, shapes = [] }: OperatorSource): string {
  const rows = [inputs, ...shapes].map((row) => row.map((one) => `${one.name} ${one.dtype} [${one.shape.join(", ")}]`).join("; "));
  return `# ${name}

${about}.

    from ${name} import Model      # in place of the original class: same arguments, same state_dict
    python -m ${name}.tests        # the gates: parity, opcheck, torch.compile, gradient, other layouts${target === "cuda" ? ", streams, CUDA graphs" : ""}
    python -m ${name}.benchmark    # microseconds of guard and dispatch

The kernel answers calls without gradients and autocast, with contiguous ${target} tensors of these shapes: ${rows.join("; or ")}.
The original module answers all other calls. \`KERNELWRIGHT_FALLBACK=1\` turns the kernel off.
The operator is \`torch.ops.${name}.forward\`. Its gradient is the original's: it computes the original's forward again.
The first import builds the kernel with ${target === "cuda" ? "nvcc" : "g++"} and keeps it in the user's cache folder.
\`evidence.json\` holds hashes, verdicts, hardware, versions, and the plans and diffs that led to the kernel.
`;
}

/** The package as a candidate for the judge. It fails where the kernel is not loaded. */
export function operatorAsCandidate(source: OperatorSource): Candidate {
  const files = Object.fromEntries(operatorFiles(source).map((file) => [file.name, file.text]));
  const name = packageName(source.task);
  const text = `import importlib
import json
import os
import sys

_FILES = json.loads(${JSON.stringify(JSON.stringify(files))})
_ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "exported")
for _name, _text in _FILES.items():
    os.makedirs(os.path.dirname(os.path.join(_ROOT, _name)), exist_ok=True)
    with open(os.path.join(_ROOT, _name), "w", newline="") as _file:
        _file.write(_text)
sys.path.insert(0, _ROOT)
ModelNew = importlib.import_module("${name}").Model
assert importlib.import_module("${name}.kernel_operator").KERNEL, "the kernel was not loaded"
`;
  return { language: source.candidate.language, files: [{ name: "model_new.py", text }] };
}
