/** A candidate as one Python file that runs with torch and the compiler alone: the export format. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Candidate } from "../domain/candidate.ts";

const judgeFolder = join(import.meta.dirname, "..", "..", "judge");

/** The file's text, headed by `about`. Its native part is built on import, once per source and machine. */
export function singleFile(candidate: Candidate, about: string): string {
  const model = candidate.files.find((file) => file.name === "model_new.py")?.text ?? "";
  const native = candidate.files.find((file) => file.name !== "model_new.py");
  const heading = `"""${about.replaceAll('"', "'")}\nWritten by kernelwright."""\n`;
  if (!native) return `${heading}\n${model}`;
  const template = readFileSync(join(judgeFolder, "export.py.txt"), "utf8");
  const lib = /^class Lib:[\s\S]*?(?=^_folder)/m.exec(readFileSync(join(judgeFolder, "kernel.py"), "utf8"))?.[0].trimEnd() ?? "";
  const loader = template
    .replace("#LIB", () => lib)
    .replace('"#SOURCE"', () => JSON.stringify(native.text))
    .replace('"#NAME"', () => JSON.stringify(native.name));
  return `${heading}\n${loader}\n${model.replace(/^from kernel import lib.*$/m, "")}`;
}
