import { z } from "zod";
import { Language } from "./task.ts";

export const SourceFile = z.object({ name: z.string().regex(/^[\w-]+\.(py|cu|cpp)$/), text: z.string() });
export type SourceFile = z.infer<typeof SourceFile>;

/** A bundle: `model_new.py` with `ModelNew`. For cuda and cpp it usually also has `kernel.cu` or `kernel.cpp`. */
export const Candidate = z.object({ language: Language, files: z.array(SourceFile).min(1) });
export type Candidate = z.infer<typeof Candidate>;

/** The native source file of each language. Triton uses only `model_new.py`. */
export const nativeFile: Record<Language, string | null> = { cuda: "kernel.cu", cpp: "kernel.cpp", triton: null };

/**
 * The source without comments and redundant white space. Two candidates that are equal for
 * a compiler have equal results. It prevents judging a program twice, and is never compiled.
 */
export function normalized(candidate: Candidate): string {
  return candidate.files
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((file) => `${file.name}\n${fold(file)}`)
    .join("\n");
}

/** Python files keep their comments: a line that begins with # may be part of a string with CUDA source. */
function fold(file: SourceFile): string {
  const isPython = file.name.endsWith(".py");
  const lines = (isPython ? file.text : file.text.replace(/\/\*[\s\S]*?\*\//g, "")).split("\n");
  const bare = lines.map((line) => (isPython ? line.trimEnd() : line.replace(/^\s*\/\/.*$/, "").trim()));
  return bare.filter((line) => line.trim() !== "").join("\n");
}
