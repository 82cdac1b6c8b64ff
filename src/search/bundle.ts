/** Whether a coder's reply is a candidate at all, told before anything is built or a device is held. What the code does is for the judge to say. */
import { nativeFile } from "../domain/candidate.ts";
import type { Language } from "../domain/task.ts";
import { tuningProblem } from "../domain/tuning.ts";

/** No kernel that people wrote by hand for one operator comes near this; a reply that does has lost its way. */
const MOST_CHARACTERS = 100_000;

interface File {
  name: string;
  text: string;
}

/** What makes the files of a reply no candidate, in words for the coder; null when nothing does. */
export function bundleProblem(files: readonly File[], language: Language): string | null {
  const native = nativeFile[language];
  const allowed = ["model_new.py", ...(native ? [native] : [])];
  const names = files.map((file) => file.name);
  const odd = names.filter((name) => !allowed.includes(name));
  if (odd.length > 0) return `The candidate may hold only ${allowed.join(" and ")}; it has ${odd.join(", ").slice(0, 200)}.`;
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) return `The candidate has ${twice} twice.`;
  const model = files.find((file) => file.name === "model_new.py");
  if (!model) return "The candidate lacks model_new.py with ModelNew.";
  const empty = files.find((file) => file.text.trim() === "");
  if (empty) return `${empty.name} is empty: return every file in full.`;
  const characters = files.reduce((sum, file) => sum + file.text.length, 0);
  if (characters > MOST_CHARACTERS)
    return `The candidate has ${characters} characters; at most ${MOST_CHARACTERS} are taken. Leave out everything but the code.`;
  if (!/\bModelNew\b/.test(model.text)) return "model_new.py defines no ModelNew.";
  return linkProblem(model, files.find((file) => file.name === native) ?? null, native) ?? tuningProblem(files);
}

function linkProblem(model: File, kernel: File | null, native: string | null): string | null {
  if (!/^\s*(from kernel import|import kernel\b)/m.test(model.text)) return null;
  if (native === null) return "model_new.py imports kernel, but this format has no native file.";
  if (!kernel) return `model_new.py imports from kernel, but ${native} is missing.`;
  return kernel.text.includes('extern "C"') ? null : `${native} has no extern "C" function for model_new.py to call.`;
}

/** The files without a Markdown fence around their text, should a coder have put one there. */
export function unfenced<T extends File>(files: readonly T[]): T[] {
  return files.map((file) => ({ ...file, text: /^\s*```[^\n]*\n([\s\S]*?)\n?```\s*$/.exec(file.text)?.[1] ?? file.text }));
}
