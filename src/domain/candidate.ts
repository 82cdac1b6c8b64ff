import { z } from "zod";
import { Language } from "./task.ts";

export const SourceFile = z.object({ name: z.string().regex(/^[\w-]+\.(py|cu|cpp)$/), text: z.string() });
export type SourceFile = z.infer<typeof SourceFile>;

/** A bundle: `model_new.py` holding `ModelNew`, and for cuda and cpp usually a `kernel.cu` or `kernel.cpp` beside it. */
export const Candidate = z.object({ language: Language, files: z.array(SourceFile).min(1) });
export type Candidate = z.infer<typeof Candidate>;

/** The native source file that goes with each language; Triton has none. */
export const nativeFile: Record<Language, string | null> = { cuda: "kernel.cu", cpp: "kernel.cpp", triton: null };

/**
 * The source with comments and white space folded away, so that two candidates that differ in nothing
 * a compiler sees compare equal. Used to avoid judging the same program twice; never fed to a compiler.
 */
export function normalized(candidate: Candidate): string {
  return candidate.files
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((file) => `${file.name}\n${fold(file)}`)
    .join("\n");
}

/** Python keeps its comments: a line that begins with # may stand in a string that holds CUDA source. */
function fold(file: SourceFile): string {
  const isPython = file.name.endsWith(".py");
  const lines = (isPython ? file.text : file.text.replace(/\/\*[\s\S]*?\*\//g, "")).split("\n");
  const bare = lines.map((line) => (isPython ? line.trimEnd() : line.replace(/^\s*\/\/.*$/, "").trim()));
  return bare.filter((line) => line.trim() !== "").join("\n");
}
