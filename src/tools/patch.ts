/**
 * A winner as a patch of the module it replaces: the kernel as a file of its own, a file that swaps it in where it was
 * proven and falls back elsewhere, and two lines at the end of the module. Within the class, super(NAME, self) becomes super(),
 * for NAME is another class from then on.
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createTwoFilesPatch } from "diff";
import type { Candidate, SourceFile } from "../domain/candidate.ts";
import { UserError } from "../domain/errors.ts";
import type { Target, TensorSpec } from "../domain/task.ts";
import { docstring, singleFile } from "./single-file.ts";

const template = join(import.meta.dirname, "..", "..", "judge", "swap.py.txt");

/** What is swapped, and where. */
export interface Swap {
  candidate: Candidate;
  about: string;
  target: Target;
  /** the tensors on which the kernel was proven */
  inputs: readonly TensorSpec[];
  /** the module's file name and text */
  module: SourceFile;
  /** the class in it */
  name: string;
}

/** The module as patched, and the new files beside it. `packaged`: they are imported relatively. Throws UserError where the module has no such class. */
export function patchedFiles(swap: Swap, packaged: boolean): SourceFile[] {
  const { candidate, about, target, inputs, module, name } = swap;
  if (!new RegExp(`^class ${name}\\b`, "m").test(module.text))
    throw new UserError(`${module.name} has no class ${name} at its top level`, "name the module with --module and its class with --class");
  const stem = stemOf(module.name);
  const measured = JSON.stringify(inputs.map(({ shape, dtype }) => [shape, dtype]));
  const guard = readFileSync(template, "utf8")
    .replace("#KERNEL", () => `${stem}_kernel`)
    .replace("#DEVICE", () => target)
    .replace("#MEASURED", () => measured);
  const lines = [
    `# ${name}.forward is swapped for a kernel that kernelwright proved; KERNELWRIGHT_FALLBACK=1 in the environment keeps the class above.`,
    `from ${packaged ? "." : ""}${stem}_swap import swapped  # noqa: E402`,
    "",
    `${name} = swapped(${name})`,
  ];
  const end = module.text.includes("\r\n") ? "\r\n" : "\n";
  return [
    { name: module.name, text: `${withPlainSuper(module.text, name).trimEnd()}${["", "", "", ...lines, ""].join(end)}` },
    { name: `${stem}_swap.py`, text: `${docstring(`Swaps the kernel of ${stem}_kernel.py in for ${name}.`)}\n${guard}` },
    { name: `${stem}_kernel.py`, text: singleFile(candidate, about) },
  ];
}

/** The module with super(NAME, self) written super() in the body of the class of that name. */
function withPlainSuper(text: string, name: string): string {
  const lines = text.split("\n");
  const head = lines.findIndex((line) => new RegExp(`^class ${name}\\b`).test(line));
  const after = lines.findIndex((line, at) => at > head && /^[^\s#)]/.test(line));
  const named = new RegExp(`\\bsuper\\(\\s*${name}\\s*,\\s*self\\s*\\)`, "g");
  return lines.map((line, at) => (at > head && (after < 0 || at < after) ? line.replace(named, "super()") : line)).join("\n");
}

/** The patched module as a candidate that the judge can take: flat, under the name it wants, and failing where the kernel is not loaded. */
export function asCandidate(swap: Swap): Candidate {
  const [module, ...others] = patchedFiles(swap, false) as [SourceFile, ...SourceFile[]];
  const stem = stemOf(swap.module.name);
  const check = `import ${stem}_kernel\n\nassert issubclass(${swap.name}, ${stem}_kernel.ModelNew), "the kernel was not loaded"\nModelNew = ${swap.name}\n`;
  return { language: swap.candidate.language, files: [{ name: "model_new.py", text: `${module.text}\n\n${check}` }, ...others] };
}

/** The class to be patched as a candidate, as it stands: it answers wherever the kernel was not proven. */
export function asItStands({ candidate, module, name }: Swap): Candidate {
  return { language: candidate.language, files: [{ name: "model_new.py", text: `${module.text}\n\nModelNew = ${name}\n` }] };
}

/** The patch as text for `git apply`; `folder` is the module's, from where the patch is applied ("" for right there). */
export function patchText(swap: Swap, folder: string, packaged: boolean): string {
  const part = ({ name, text }: SourceFile): string => {
    const place = join(folder, name);
    const before = name === swap.module.name ? swap.module.text : null;
    const patch = createTwoFilesPatch(before === null ? "/dev/null" : `a/${place}`, `b/${place}`, before ?? "", text, "", "");
    return patch.replace(/^=+\n/, "").replace(/^((?:---|\+\+\+) .*)\t$/gm, "$1");
  };
  return patchedFiles(swap, packaged).map(part).join("");
}

/** A module name for the new files: 40_LayerNorm.py gives _40_LayerNorm. */
function stemOf(file: string): string {
  return basename(file, ".py")
    .replace(/\W/g, "_")
    .replace(/^(?=\d)/, "_");
}
