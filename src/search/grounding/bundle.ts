/** Checks whether a coder's reply is a well-formed candidate, before a build. The judge checks its behaviour. */
import { nativeFile } from "../../domain/candidate.ts";
import type { Language } from "../../domain/task.ts";
import { tuningProblem } from "../tuning/marks.ts";

/** The largest reply. Handwritten kernels for one operator are far smaller; a longer reply is out of control. */
const MOST_CHARACTERS = 100_000;

interface ReplyFile {
  name: string;
  text: string;
}

/** The reason why the files of a reply are not read at all: a wrong name, a name twice, or too much text. Null for files to read. */
export function admissionProblem(files: readonly ReplyFile[], language: Language): string | null {
  const native = nativeFile[language];
  const allowed = ["model_new.py", ...(native ? [native] : [])];
  const names = files.map((file) => file.name);
  const odd = names.filter((name) => !allowed.includes(name));
  if (odd.length > 0) return `The candidate may hold only ${allowed.join(" and ")}; it has ${odd.join(", ").slice(0, 200)}.`;
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) return `The candidate has ${twice} twice.`;
  const characters = files.reduce((sum, file) => sum + file.text.length, 0);
  if (characters <= MOST_CHARACTERS) return null;
  return `The candidate has ${characters} characters; at most ${MOST_CHARACTERS} are taken. Leave out everything but the code.`;
}

/** The reason why the files of a reply are not a candidate, as a message for the coder. Null for a valid candidate. */
export function bundleProblem(files: readonly ReplyFile[], language: Language): string | null {
  const problem = admissionProblem(files, language);
  if (problem !== null) return problem;
  const native = nativeFile[language];
  const model = files.find((file) => file.name === "model_new.py");
  if (!model) return "The candidate lacks model_new.py with ModelNew.";
  const empty = files.find((file) => file.text.trim() === "");
  if (empty) return `${empty.name} is empty: return every file in full.`;
  if (!/\bModelNew\b/.test(model.text)) return "model_new.py defines no ModelNew.";
  return linkProblem(model, files.find((file) => file.name === native) ?? null, native) ?? tuningProblem(files);
}

function linkProblem(model: ReplyFile, kernel: ReplyFile | null, native: string | null): string | null {
  if (!/^\s*(from kernel import|import kernel\b)/m.test(model.text)) return null;
  if (native === null) return "model_new.py imports kernel, but this format has no native file.";
  if (!kernel) return `model_new.py imports from kernel, but ${native} is missing.`;
  return kernel.text.includes('extern "C"') ? null : `${native} has no extern "C" function for model_new.py to call.`;
}

/** The files without Markdown fences around their text. */
export function unfenced<T extends ReplyFile>(files: readonly T[]): T[] {
  return files.map((file) => ({ ...file, text: /^\s*```[^\n]*\n([\s\S]*?)\n?```\s*$/.exec(file.text)?.[1] ?? file.text }));
}
