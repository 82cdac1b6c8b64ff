/** Exports a candidate as Python that needs only torch and the compiler: one file, or a folder with its native source beside a loader. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Candidate, SourceFile } from "../../domain/candidate.ts";
import { repository } from "../../lib/repository.ts";

const judgeFolder = join(repository, "judge");

/** The file's text, headed by `about`. Its native part is built on import, once per source and machine. */
export function singleFile(candidate: Candidate, about: string): string {
  const { model, native } = partsOf(candidate);
  if (!native) return `${docstring(about)}\n${model}`;
  return `${docstring(about)}\n${loader(native.name, JSON.stringify(native.text))}\n${model.replace(/^from kernel import lib.*$/m, "")}`;
}

/**
 * The same as a folder: `model_new.py`, the native source as it is, and the loader that builds it on import. Imported as a
 * package it offers ModelNew; its files also work from the search path.
 */
export function folderFiles(candidate: Candidate, about: string): SourceFile[] {
  const { model, native } = partsOf(candidate);
  const start = { name: "__init__.py", text: `${docstring(about)}\nfrom .model_new import ModelNew\n\n__all__ = ["ModelNew"]\n` };
  if (!native) return [start, { name: "model_new.py", text: model }];
  const found = "try:\n    from .load_kernel import lib\nexcept ImportError:  # not in a package\n    from load_kernel import lib";
  return [
    start,
    { name: "model_new.py", text: model.replace(/^from kernel import lib.*$/m, found) },
    { name: "load_kernel.py", text: loader(native.name, "open(os.path.join(os.path.dirname(os.path.abspath(__file__)), _NAME)).read()") },
    native,
  ];
}

/** A Python docstring that says where the file comes from. */
export function docstring(about: string): string {
  return `"""${about.replaceAll("\\", "\\\\").replaceAll('"', "'")}\nWritten by kernelwright."""\n`;
}

function partsOf({ files }: Candidate): { model: string; native: SourceFile | undefined } {
  return { model: files.find((file) => file.name === "model_new.py")?.text ?? "", native: files.find((file) => file.name !== "model_new.py") };
}

/** Python that builds the native source, given by an expression, and calls its functions. */
function loader(name: string, source: string): string {
  const template = readFileSync(join(import.meta.dirname, "export.py.txt"), "utf8");
  const lib = /^class Lib:[\s\S]*?(?=^_folder)/m.exec(readFileSync(join(judgeFolder, "runner", "kernel.py"), "utf8"))?.[0].trimEnd() ?? "";
  return template
    .replace("#LIB", () => lib)
    .replace('"#SOURCE"', () => source)
    .replace('"#NAME"', () => JSON.stringify(name));
}
