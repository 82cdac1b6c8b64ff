/** Sources as a prompt shows them. */
import type { SourceFile } from "../../domain/candidate.ts";

const fence: Record<string, string> = { py: "python", cu: "cuda", cpp: "cpp" };

const languageOf = (name: string): string => fence[name.split(".").at(-1) ?? ""] ?? "";

/** The files in fences, each under its name. */
export function filesText(files: readonly SourceFile[]): string {
  return files.map((file) => `\`${file.name}\`:\n\`\`\`${languageOf(file.name)}\n${file.text.trimEnd()}\n\`\`\``).join("\n\n");
}
