/**
 * A winner as a git patch of the module that it speeds up. The patch adds a kernel file, and a swap file with a table of proven kernels.
 * It adds a few lines at the end of the module. The class stays the same object. A further winner adds a row and a kernel file.
 */
import { basename, join } from "node:path";
import { createTwoFilesPatch } from "diff";
import type { Candidate, SourceFile } from "../../domain/candidate.ts";
import { UserError } from "../../domain/errors.ts";
import type { Target, TensorSpec } from "../../domain/task.ts";
import { type Mode, type ProvenCall, provenCalls, withDispatch } from "./dispatch.ts";
import { docstring, singleFile } from "./single-file.ts";

/** The user's module, with the Python files that its import needs. Paths are relative to `root`. */
export interface Module {
  /** where it lies below the folder that a Python path would hold: `src/blocks.py` */
  path: string;
  text: string;
  /** the other files of its package, by path */
  siblings: readonly SourceFile[];
}

/** The class to replace, and its place. */
export interface Swap {
  candidate: Candidate;
  about: string;
  target: Target;
  /** the tensors on which the kernel was proven */
  inputs: readonly TensorSpec[];
  /** those of further shapes on which it was proven */
  shapes?: readonly (readonly TensorSpec[])[];
  /** the only mode of the module in which it was proven; null: both */
  mode: Mode | null;
  /** whether its gradients were proven, so that it also answers calls that need them */
  gradients?: boolean;
  module: Module;
  /** the class in it */
  name: string;
}

/**
 * The patched module, then the swap file, then the new kernel's file; names are paths. An existing swap file keeps its rows.
 * A row for the same shapes and device is replaced. Throws UserError for an unknown class and for a swap file without a table.
 */
export function patchedFiles({ candidate, about, target, inputs, shapes = [], mode, gradients, module, name }: Swap): SourceFile[] {
  if (!new RegExp(`^class ${name}\\b`, "m").test(module.text))
    throw new UserError(`${module.path} has no class ${name} at its top level`, "name the module with --module and its class with --class");
  const [stem, folder] = [stemOf(module.path), module.path.slice(0, -basename(module.path).length)];
  const swapFile = `${folder}${stem}_swap.py`;
  const table = tableOf(swapFile, module.siblings.find((file) => file.name === swapFile)?.text);
  const kernel = kernelName(stem, module, table);
  const rows = provenCalls(kernel, { target, mode, shapes: [inputs, ...shapes], ...(gradients && { gradients }) });
  const callOf = (one: ProvenCall): string => JSON.stringify([one.device, one.inputs]);
  const isNew = (other: ProvenCall): boolean => rows.every((row) => callOf(other) !== callOf(row));
  table[name] = [...(table[name] ?? []).filter(isNew), ...rows];
  const guard = withDispatch("swap", "KERNELS", table);
  return [
    { name: module.path, text: withSwap(module.text, stem, name) },
    { name: swapFile, text: `${docstring(`Lets classes of ${basename(module.path)} use proven kernels.`)}\n${guard}` },
    { name: `${folder}${kernel}.py`, text: singleFile(candidate, about) },
  ];
}

/** The table of the swap file that an earlier patch wrote, else an empty one. */
function tableOf(file: string, text: string | undefined): Record<string, ProvenCall[]> {
  if (text === undefined) return {};
  const found = /^_KERNELS = (\{[\s\S]*?^\})$/m.exec(text)?.[1];
  if (found === undefined)
    throw new UserError(`${file} holds no table of kernels`, "it was written by another release or by hand: move it away, then export again");
  return JSON.parse(found) as Record<string, ProvenCall[]>;
}

/** An unused module name for the kernel. */
function kernelName(stem: string, { path, siblings }: Module, table: Record<string, ProvenCall[]>): string {
  const folder = path.slice(0, -basename(path).length);
  const taken = new Set([
    ...Object.values(table).flatMap((rows) => rows.map((row) => row.kernel)),
    ...siblings.map((file) => file.name.slice(folder.length, -3)),
  ]);
  for (let at = 1; ; at++) {
    const name = at === 1 ? `${stem}_kernel` : `${stem}_kernel_${at}`;
    if (!taken.has(name)) return name;
  }
}

/** The module's text with the lines that install the kernels, added once. An error in our code never leaves these lines. */
function withSwap(text: string, stem: string, name: string): string {
  if (text.includes(`_swap_kernels(${name})`)) return text;
  const lines = [
    `# ${name}.forward uses the kernels of ${stem}_swap.py where they apply. KERNELWRIGHT_FALLBACK=1 in the environment turns them off.`,
    "try:",
    "    if __package__:",
    `        from .${stem}_swap import swap as _swap_kernels`,
    "    else:",
    `        from ${stem}_swap import swap as _swap_kernels`,
    `    _swap_kernels(${name})`,
    "except Exception as _error:  # the class works without its kernels",
    "    import warnings as _warnings",
    "",
    `    _warnings.warn(f"${name} runs without its kernels: {_error!r}")`,
  ];
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  return `${text.trimEnd()}${["", "", "", ...lines, ""].join(end)}`;
}

/** The ways to import a patched module: as part of its package, in folders without `__init__.py`, or from its own folder. */
const layouts = ["package", "namespace", "script"] as const;

/**
 * The patched module as a candidate that the judge can take. It imports the module in each layout that its imports allow, and fails
 * where the kernels are not loaded in one of them.
 */
export function asCandidate(swap: Swap): Candidate {
  const patched = patchedFiles(swap);
  const names = new Set(patched.map((file) => file.name));
  const files = [...swap.module.siblings.filter((file) => !names.has(file.name)), ...patched];
  const isFlat = !/^\s*from\s+\./m.test(swap.module.text);
  const uses = layouts.filter((layout) => (layout === "script" ? isFlat : swap.module.path.includes("/")));
  return imported(swap, files, uses, `assert getattr(ModelNew.forward, "kernels", 0), "the kernel was not loaded"`);
}

/** The unpatched class as a candidate. It answers all calls for which the kernel is unproven. */
export function asItStands(swap: Swap): Candidate {
  const { module } = swap;
  const files = [...module.siblings, { name: module.path, text: module.text }];
  return imported(swap, files, [module.path.includes("/") ? "package" : "script"], "");
}

/** A candidate that writes the files into separate folders and imports the class from each, once per layout. */
function imported({ candidate, module, name }: Swap, files: readonly SourceFile[], uses: readonly (typeof layouts)[number][], check: string): Candidate {
  const dotted = module.path.slice(0, -3).replaceAll("/", ".");
  const own = basename(module.path, ".py");
  const text = `import importlib
import json
import os
import sys

_FILES = json.loads(${JSON.stringify(JSON.stringify(Object.fromEntries(files.map((file) => [file.name, file.text]))))})


def _imported(layout):
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "layouts", layout)
    for name, text in _FILES.items():
        if layout == "namespace" and os.path.basename(name) == "__init__.py" and text.strip() == "":
            continue
        path = os.path.join(root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", newline="") as file:
            file.write(text)
    for name in [name for name in sys.modules if name.split(".")[0] in {each.split("/")[0].removesuffix(".py") for each in _FILES}]:
        del sys.modules[name]
    folder = os.path.join(root, os.path.dirname(${JSON.stringify(module.path)})) if layout == "script" else root
    sys.path.insert(0, folder)
    importlib.invalidate_caches()
    module = importlib.import_module(${JSON.stringify(own)} if layout == "script" else ${JSON.stringify(dotted)})
    sys.path.remove(folder)
    return module.${name}


for _layout in ${JSON.stringify(uses)}:
    ModelNew = _imported(_layout)
${check === "" ? "" : `    ${check}\n`}`;
  return { language: candidate.language, files: [{ name: "model_new.py", text }] };
}

/** The patch as text for `git apply`; `folder` is that of the module's root, from where the patch is applied ("" for right there). */
export function patchText(swap: Swap, folder: string): string {
  const before = new Map([...swap.module.siblings.map((file) => [file.name, file.text] as const), [swap.module.path, swap.module.text] as const]);
  const part = ({ name, text }: SourceFile): string => {
    const [place, old] = [join(folder, name), before.get(name)];
    if (old === text) return "";
    const patch = createTwoFilesPatch(old === undefined ? "/dev/null" : `a/${place}`, `b/${place}`, old ?? "", text, "", "");
    return patch.replace(/^=+\n/, "").replace(/^((?:---|\+\+\+) .*)\t$/gm, "$1");
  };
  return patchedFiles(swap).map(part).join("");
}

/** A module name for the new files: 40_LayerNorm.py gives _40_LayerNorm. */
function stemOf(file: string): string {
  return basename(file, ".py")
    .replace(/\W/g, "_")
    .replace(/^(?=\d)/, "_");
}
