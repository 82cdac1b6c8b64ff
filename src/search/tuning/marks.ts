/**
 * The tunable constants of a candidate, as its author marks them in comments (`//` in C++ and CUDA, `#` in Python):
 *   constexpr int BLOCK = 128;  // tune: BLOCK = 64 | 128 | 256
 *   // require: BLOCK * ROWS <= 1024
 * This file parses and validates the marks. src/search/tuning/sweep.ts chooses the settings.
 */
import type { SourceFile } from "../../domain/candidate.ts";
import { constraintOf, type Setting } from "./constraint.ts";

export interface Tunable {
  readonly name: string;
  readonly file: string;
  readonly values: readonly number[];
  /** the value in the source, and its position: line and columns, from 0 */
  readonly current: number;
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

export interface Tuning {
  readonly tunables: readonly Tunable[];
  /** whether a setting meets every constraint */
  readonly allows: (setting: Setting) => boolean;
}

/** The largest number of combinations. Marks should offer a few good values. */
const MOST_COMBINATIONS = 4096;

/** The marks of a candidate. Throws SyntaxError with a message for the author if they are invalid. */
export function tuningOf(files: readonly SourceFile[]): Tuning {
  const marks = files.flatMap((file) => marksOf(file, "tune").map((text) => ({ file, text })));
  const tunables = marks.map(({ file, text }) => tunableOf(file, text));
  const names = tunables.map((one) => one.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new SyntaxError(`${twice} has two tune comments; mark it once`);
  const combinations = tunables.reduce((product, one) => product * one.values.length, 1);
  if (combinations > MOST_COMBINATIONS) throw new SyntaxError(`the tune comments allow ${combinations} combinations; at most ${MOST_COMBINATIONS} are taken`);
  const texts = files.flatMap((file) => marksOf(file, "require"));
  const constraints = texts.map((text) => constraintOf(text, names));
  const current = settingOf(tunables);
  const broken = constraints.findIndex((meets) => !meets(current));
  if (broken >= 0) throw new SyntaxError(`the values in the source do not meet "require: ${texts[broken]}"`);
  return { tunables, allows: (setting) => constraints.every((meets) => meets(setting)) };
}

/** Whether a file has a mark, valid or not. */
export const hasMarks = (files: readonly SourceFile[]): boolean => files.some((file) => marksOf(file, "tune").length > 0);

/** The error in the marks, as a message for the author. Null for valid marks. */
export function tuningProblem(files: readonly SourceFile[]): string | null {
  try {
    tuningOf(files);
    return null;
  } catch (error) {
    if (error instanceof SyntaxError) return `A tuning comment cannot be used: ${error.message}.`;
    throw error;
  }
}

/** The values that the source has now. */
export function settingOf(tunables: readonly Tunable[]): Setting {
  return Object.fromEntries(tunables.map((one) => [one.name, one.current]));
}

/** The files with the constants set. All other text is unchanged. */
export function withSetting(files: readonly SourceFile[], { tunables }: Tuning, setting: Setting): SourceFile[] {
  return files.map((file) => {
    const lines = file.text.split("\n");
    const inFile = tunables.filter((one) => one.file === file.name).toSorted((a, b) => b.from - a.from); // right to left: columns stay true
    for (const { name, line, from, to } of inFile) lines[line] = `${lines[line]!.slice(0, from)}${setting[name]}${lines[line]!.slice(to)}`;
    return { ...file, text: lines.join("\n") };
  });
}

/** The differences of two settings, such as `BLOCK 128 → 256`. */
export function changeText(before: Setting, after: Setting): string {
  const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
  return changed.map((name) => `${name} ${before[name]} → ${after[name]}`).join(", ");
}

const commentIn = (file: SourceFile): string => (file.name.endsWith(".py") ? "#" : "//");

/** The texts after `tune:` and `require:` in the comments of a file. */
function marksOf(file: SourceFile, word: "tune" | "require"): string[] {
  const mark = new RegExp(`^(?:.*\\s)?${commentIn(file)}\\s*${word}:(.*)$`);
  return file.text.split("\n").flatMap((line) => mark.exec(line)?.[1]?.trim() ?? []);
}

function tunableOf(file: SourceFile, text: string): Tunable {
  const [, name, list] = /^([A-Za-z_]\w*)\s*=\s*(\d+(?:\s*\|\s*\d+)+)$/.exec(text) ?? [];
  if (name === undefined || list === undefined) throw new SyntaxError(`"tune: ${text}" is not of the form "tune: NAME = 64 | 128 | 256"`);
  const values = list.split("|").map(Number);
  if (new Set(values).size < values.length) throw new SyntaxError(`"tune: ${text}" names a value twice`);
  const [place, other] = definitionsOf(file, name);
  if (!place || other)
    throw new SyntaxError(
      `${file.name} gives ${name} a whole number in ${place ? "more than one place" : "no place"}; define it once, as in ${name} = ${values[0]}`,
    );
  if (!values.includes(place.current)) throw new SyntaxError(`${name} is ${place.current} in the source, which "tune: ${text}" does not list`);
  return { name, file: file.name, values, ...place };
}

/** The places where a file's code gives a name a whole number: `NAME = 1`, `NAME: int = 1` or `#define NAME 1`. */
function definitionsOf(file: SourceFile, name: string): Pick<Tunable, "current" | "line" | "from" | "to">[] {
  const definition = new RegExp(`(?:#\\s*define\\s+${name}\\s+|\\b${name}\\b(?:\\s*:\\s*[\\w.]+)?\\s*=\\s*)(\\d+)(?![\\w.])`, "g");
  return file.text.split("\n").flatMap((whole, line) => {
    const comment = whole.indexOf(commentIn(file));
    return [...(comment < 0 ? whole : whole.slice(0, comment)).matchAll(definition)].map((match) => {
      const to = match.index + match[0].length;
      return { current: Number(match[1]), line, from: to - match[1]!.length, to };
    });
  });
}
