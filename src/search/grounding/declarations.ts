/**
 * Replies with only the changed declarations of a CUDA or C++ file. The program merges them into the parent's source.
 * A declaration is a function, a type, a constant or a preprocessor line at the top level or in a namespace.
 */
import type { SourceFile } from "../../domain/candidate.ts";
import { codeLines } from "./code.ts";

/** A file from a coder: whole, or only the changed declarations if `partial` is set. */
export interface ReturnedFile extends SourceFile {
  readonly partial?: boolean | undefined;
}

interface Declaration {
  /** empty for declarations without a unique name */
  readonly name: string;
  readonly signature: string;
  /** line numbers from 0, inclusive, with the comments above it */
  readonly from: number;
  readonly to: number;
}

/** The whole files after a reply's changes to `parent`; omitted files stay. Or the error, as a message for the coder. */
export function completed(parent: readonly SourceFile[], reply: readonly ReturnedFile[]): { files: SourceFile[] } | { problem: string } {
  const files: SourceFile[] = [];
  for (const { name, text, partial } of reply) {
    const before = parent.find((one) => one.name === name);
    if (!partial || !before || name.endsWith(".py")) {
      files.push({ name, text });
      continue;
    }
    const merged = mergedText(before, text);
    if ("problem" in merged) return merged;
    files.push({ name, text: merged.text });
  }
  const kept = parent.filter((one) => one.name !== "reference.py" && reply.every(({ name }) => name !== one.name));
  return { files: [...kept, ...files] };
}

/** An edit: `lines` replace `count` lines from line `from`. */
interface Edit {
  readonly from: number;
  readonly count: number;
  readonly lines: readonly string[];
}

function mergedText(before: SourceFile, text: string): { text: string } | { problem: string } {
  const known = declarationsIn(before);
  const edits: Edit[] = [];
  for (const name of deletionsIn(text)) {
    const targets = known.filter((one) => one.name === name);
    if (targets.length !== 1) return { problem: `${before.name} has ${targets.length} declarations named ${name}: send the file in full` };
    edits.push(replacing(targets[0]!, []));
  }
  const after = { name: before.name, text: withoutDeletions(text) };
  const lines = after.text.split("\n");
  let fresh: string[] = [];
  let last: Declaration | undefined;
  for (const one of declarationsIn(after)) {
    const own = lines.slice(one.from, one.to + 1);
    const place = placeOf(one, known);
    if (place === "ambiguous")
      return { problem: `${before.name} has several declarations named ${one.name}, none of them with these parameters: send the file in full` };
    if (place) edits.push(replacing(place, [...fresh, ...own]));
    else if (one.name.startsWith("#include")) edits.push({ from: 0, count: 0, lines: own });
    else fresh.push(...own, "");
    if (place) [fresh, last] = [[], place];
  }
  // New declarations stand before the one that follows them in the reply; the last ones after the one before them.
  const end = last?.to ?? known.at(-1)?.to ?? before.text.split("\n").length - 1;
  if (fresh.length > 0) edits.push({ from: end + 1, count: 0, lines: ["", ...fresh] });
  return { text: edited(before.text.split("\n"), edits).join("\n") };
}

const replacing = ({ from, to }: Declaration, lines: readonly string[]): Edit => ({ from, count: to - from + 1, lines });

function edited(lines: readonly string[], edits: readonly Edit[]): string[] {
  const text = [...lines];
  for (const { from, count, lines: own } of edits.toSorted((a, b) => b.from - a.from)) text.splice(from, count, ...own);
  return text;
}

const DELETE = /^\s*\/\/\s*delete:\s*(\w+)\s*$/;
const deletionsIn = (text: string): string[] => text.split("\n").flatMap((line) => DELETE.exec(line)?.[1] ?? []);
const withoutDeletions = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !DELETE.test(line))
    .join("\n");

/** The declaration that another one replaces. Undefined for a new one. */
function placeOf(one: Declaration, known: readonly Declaration[]): Declaration | "ambiguous" | undefined {
  if (one.name === "") return known.find(({ signature }) => signature === one.signature);
  const named = known.filter(({ name }) => name === one.name);
  if (named.length <= 1) return named[0];
  const same = named.filter(({ signature }) => signature === one.signature);
  return same.length === 1 ? same[0] : "ambiguous";
}

/** The declarations of a file, in order, each with the comments above it. */
export function declarationsIn(file: SourceFile): Declaration[] {
  const lines = codeLines(file);
  const texts = file.text.split("\n");
  const found: Declaration[] = [];
  let from = 0;
  let scopes = 0; // namespaces and extern "C" blocks that are open: what stands in them is at the top level too
  let words: string[] = []; // the code since the last finished declaration; joined only where it is short or finished, so a long table costs no time per line
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const code = line.code.trim();
    if (code !== "") words.push(code);
    if (words.length === 0) continue; // blanks and comments belong to what follows
    const short = words.length <= MOST_LINES_OF_A_SCOPE ? words.join(" ") : "";
    const opens = SCOPE.test(short);
    if (opens || /^}\s*;?$/.test(short)) {
      scopes = opens ? scopes + 1 : Math.max(0, scopes - 1);
      from = at + 1;
      words = [];
      continue;
    }
    const isDone = words[0]!.startsWith("#") ? !words.at(-1)!.endsWith("\\") : line.after <= scopes && /[;}]$/.test(code);
    if (!isDone) continue;
    while (texts[from]?.trim() === "") from++; // blank lines above stay where they are
    found.push({ ...named(words.join(" ")), from, to: at });
    from = at + 1;
    words = [];
  }
  return found;
}

/** Whether a line opens a namespace or `extern "C"`. Quoted texts are blank here. */
const SCOPE = /^(?:(?:inline\s+)?namespace(?:\s+[\w:]+)?|extern)\s*\{$/;

/** `inline`, `namespace`, its name and the bracket may each have a line of their own. */
const MOST_LINES_OF_A_SCOPE = 4;

function named(opened: string): { name: string; signature: string } {
  const head = opened
    .replace(/\{[\s\S]*$/, "")
    .replace(/\s+/g, " ")
    .trim();
  const bare = head.replace(
    /__launch_bounds__\s*\([^()]*(\([^()]*\)[^()]*)?\)|__align__\s*\([^()]*\)|alignas\s*\([^()]*\)|template\s*<[^<>]*(<[^<>]*>[^<>]*)*>/g,
    " ",
  );
  const macro = /^#\s*define\s+(\w+)/.exec(head)?.[1];
  if (macro) return { name: macro, signature: macro };
  if (/^static_assert\b/.test(bare.trim())) return { name: "", signature: head };
  if (head.startsWith("#")) return { name: /^#\s*include/.test(head) ? head.replace(/\s+/g, "") : "", signature: head };
  const type = /\b(?:struct|class|union|enum(?:\s+class)?)\s+(\w+)\s*(?::[^:].*)?$/.exec(bare)?.[1] ?? /^using\s+(\w+)\s*=/.exec(bare)?.[1];
  if (type) return { name: type, signature: type };
  const call = /(?<![\w~])([\w~]+)\s*\(/.exec(bare.split("=")[0] ?? "");
  if (call) return { name: call[1]!, signature: bare.replace(/\s/g, "") };
  return { name: /(?<!\w)(\w+)\s*(?:\[[^[\]]*\]\s*)*(?:=|;|$)/.exec(bare)?.[1] ?? "", signature: bare };
}
