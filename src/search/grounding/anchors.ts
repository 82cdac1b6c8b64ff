/**
 * Grounded instruction (arXiv 2510.16996, section 4.3): the plan marks the places to change. The marks become
 * comments (tags) in the coder's source. There are two ways. The planner quotes the places (quotes.ts), and this file inserts
 * the tags. Or the planner copies the whole source with tags, as published, and this file checks that the rest is unchanged.
 */
import type { Anchor } from "../../run/attempt.ts";
import type { SourceFile } from "../../domain/candidate.ts";

const BEGIN = "<<<IMPROVE BEGIN>>>";
const END = "<<<IMPROVE END>>>";
const TAG = /^\s*(?:\/\/|#+)\s*<<<IMPROVE (BEGIN|END)S?>>>\s*$/;
/** Lines of a difference that are shown to a model. */
const SHOWN = 20;
const comment = (file: string): string => (file.endsWith(".py") ? "##" : "//");
const isComment = (line: string): boolean => /^\s*(\/\/|\/?\*|#(?!\s*(?:include|define|pragma|if|ifdef|ifndef|else|elif|endif|undef|error)\b))/.test(line);
const linesOf = (text: string): string[] => text.trimEnd().split("\n");

/** The files with tags around each anchored range. `advice`, if given, becomes comments in the first range. */
export function anchored(files: readonly SourceFile[], anchors: readonly Anchor[], advice = ""): SourceFile[] {
  const first = anchors[0];
  return files.map((file) => {
    const mark = comment(file.name);
    const lines = file.text.split("\n");
    for (const anchor of anchors.filter((one) => one.file === file.name).toSorted((a, b) => b.from - a.from)) {
      const note = anchor === first && advice !== "" ? advice.split("\n").map((line) => `${mark} ${line}`.trimEnd()) : [];
      lines.splice(anchor.to, 0, `${mark} ${END}`);
      lines.splice(anchor.from - 1, 0, `${mark} ${BEGIN}`, ...note);
    }
    return { ...file, text: lines.join("\n") };
  });
}

/** The files without tag lines. Coders sometimes leave them in. */
export function untagged(files: readonly SourceFile[]): SourceFile[] {
  return files.map((file) => ({
    ...file,
    text: file.text
      .split("\n")
      .filter((line) => !TAG.test(line))
      .join("\n"),
  }));
}

/** The lines outside the tags of a file: one stretch before, between and after its blocks. */
function outside(file: SourceFile): { stretches: string[][]; problem: string | null } {
  const stretches: string[][] = [[]];
  let open = 0;
  for (const [index, line] of linesOf(file.text).entries()) {
    const tag = TAG.exec(line)?.[1];
    const wrong = (what: string) => ({ stretches, problem: `${file.name}:${index + 1} ${what}` });
    if (tag === "BEGIN" && open > 0) return wrong(`opens a block inside the one that line ${open} opened`);
    if (tag === "END" && open === 0) return wrong("closes a block that was never opened");
    if (tag === "BEGIN") open = index + 1;
    else if (tag === "END") [open] = [0, stretches.push([])];
    else if (open === 0) stretches.at(-1)!.push(line);
  }
  return { stretches, problem: open > 0 ? `the block that ${file.name}:${open} opens is never closed` : null };
}

/**
 * Parses the planner's copy of `parent`. Returns the anchors of its tags. If the copy differs from the parent, returns the error
 * with the lines that differ.
 */
export function echoed(parent: readonly SourceFile[], echo: readonly SourceFile[]): { anchors: Anchor[] } | { problem: string } {
  const anchors: Anchor[] = [];
  const stranger = echo.find((file) => parent.every((one) => one.name !== file.name));
  if (stranger) return { problem: `there is no ${stranger.name} in the source; its files are ${parent.map((file) => file.name).join(", ")}` };
  for (const file of parent) {
    const copy = echo.find((one) => one.name === file.name);
    if (!copy) return { problem: `${file.name} is missing: return every file in full` };
    const { stretches, problem } = outside(copy);
    if (problem) return { problem };
    const found = gapsAndStretches(linesOf(file.text), stretches);
    if ("differs" in found) return { problem: `outside the tags ${file.name} must stay exactly as it is; these lines differ:\n${found.differs.join("\n")}` };
    anchors.push(...found.gaps.map(({ from, to }) => ({ file: file.name, from, to })));
  }
  return anchors.length > 0 ? { anchors } : { problem: `no place is marked: put ${BEGIN} and ${END} around what should change` };
}

/** The ranges of lines between the stretches. An empty block marks the line after it. */
function gapsAndStretches(lines: readonly string[], stretches: readonly string[][]): { gaps: { from: number; to: number }[] } | { differs: string[] } {
  const same = (at: number, stretch: readonly string[]): boolean => stretch.every((line, index) => line.trimEnd() === lines[at + index]?.trimEnd());
  const gaps: { from: number; to: number }[] = [];
  let end = 0;
  for (const [index, stretch] of stretches.entries()) {
    const isLast = index === stretches.length - 1;
    const latest = lines.length - stretch.length;
    let at = isLast ? Math.max(end, latest) : end;
    if (index > 0 && !isLast) while (at < latest && !same(at, stretch)) at++;
    if (!same(at, stretch) || (isLast && at !== latest)) return { differs: difference(lines, at, stretch) };
    if (index > 0) gaps.push({ from: Math.min(end + 1, lines.length), to: Math.min(Math.max(at, end + 1), lines.length) });
    end = at + stretch.length;
  }
  return { gaps };
}

function difference(lines: readonly string[], at: number, stretch: readonly string[]): string[] {
  const pairs = stretch.map((line, index) => ({ number: at + index + 1, was: lines[at + index], line }));
  const unlike = pairs.filter(({ was, line }) => was?.trimEnd() !== line.trimEnd());
  const shown = unlike.length > 0 ? unlike : [{ number: at + stretch.length + 1, was: lines[at + stretch.length], line: "" }];
  return shown.slice(0, SHOWN / 2).flatMap(({ number, was, line }) => [`-${number} ${was ?? ""}`, `+${number} ${line}`]);
}

/**
 * The changes of a child outside its parent's tags: missing or moved lines (`-`), and added
 * lines (`+`), except separate declarations such as includes and helper functions. Indentation and blank
 * lines are ignored. Empty if the child changes only tagged lines.
 */
export function strayed(marked: readonly SourceFile[], child: readonly SourceFile[]): string[] {
  return marked.flatMap((file) => {
    const lines = linesOf(child.find((one) => one.name === file.name)?.text ?? "");
    const { stretches } = outside(file);
    const missing = missingFrom(lines, stretches.flat());
    const [before, after] = [stretches[0]!, stretches.at(-1)!];
    const added = missing.length > 0 ? [] : [...addedTo(lines, before), ...addedTo(lines.toReversed(), after.toReversed())];
    return [...missing.map((line) => `-${file.name} ${line}`), ...added.map((line) => `+${file.name} ${line}`)].slice(0, SHOWN);
  });
}

function missingFrom(lines: readonly string[], wanted: readonly string[]): string[] {
  const kept = lines.map((line) => line.trim());
  let from = 0;
  return wanted.flatMap((line) => {
    if (line.trim() === "" || isComment(line)) return []; // a comment that became false may be corrected
    const at = kept.indexOf(line.trim(), from);
    if (at < 0) return [line.trim()];
    from = at + 1;
    return [];
  });
}

/** Lines within a stretch that are outside of top-level declarations. */
function addedTo(lines: readonly string[], stretch: readonly string[]): string[] {
  const wanted = stretch.map((line) => line.trim()).filter((line) => line !== "" && !isComment(line));
  const chunks: string[][] = [[]];
  for (let next = 0, at = 0; next < wanted.length && at < lines.length; at++) {
    const line = lines[at]!;
    if (line.trim() === wanted[next]) [next] = [next + 1, chunks.push([])];
    else if (line.trim() !== "" && !isComment(line)) chunks.at(-1)!.push(line);
  }
  return chunks.filter((chunk) => chunk.length > 0 && chunk.every((line) => /^\s/.test(line))).flat();
}
