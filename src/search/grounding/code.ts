/** Reads the bracket depth of each line of a source, and whether a statement ends there. It is simpler than a parser, and enough to keep statements whole. */
import type { SourceFile } from "../../domain/candidate.ts";

export interface CodeLine {
  /** the line without comments and quoted texts */
  readonly code: string;
  /** open brackets before the line, after it, and the minimum in between */
  readonly depth: number;
  readonly after: number;
  readonly lowest: number;
  /** whether a statement, a block or a blank stretch ends with this line */
  readonly ends: boolean;
}

/** The lines of a Python, CUDA or C++ file. */
export function codeLines({ name, text }: SourceFile): CodeLine[] {
  const isPython = name.endsWith(".py");
  const bare = isPython ? withoutPythonTexts(text) : withoutTexts(text);
  let depth = 0;
  return bare.split("\n").map((code) => {
    const before = depth;
    let lowest = depth;
    for (const character of code) {
      if ("([{".includes(character)) depth++;
      if (")]}".includes(character)) lowest = Math.min(lowest, --depth);
    }
    const round = isPython ? depth <= before && lowest >= before : false;
    const ends = isPython ? (depth === 0 || round) && !code.trimEnd().endsWith("\\") : endsStatement(code);
    return { code, depth: before, after: depth, lowest: Math.min(lowest, depth), ends };
  });
}

/** A pragma belongs to the statement that follows. */
function endsStatement(code: string): boolean {
  const end = code.trim();
  if (end.startsWith("#")) return !end.startsWith("#pragma") && !end.endsWith("\\");
  return end === "" || /[;{}]$/.test(end);
}

/** The text with comments and the contents of quotes blanked; line breaks stay. */
function withoutTexts(text: string): string {
  return text.replace(/\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'/g, (found) => found.replace(/[^\n]/g, " "));
}

function withoutPythonTexts(text: string): string {
  return text.replace(/"""[\s\S]*?"""|'''[\s\S]*?'''|#[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, (found) => found.replace(/[^\n]/g, " "));
}
