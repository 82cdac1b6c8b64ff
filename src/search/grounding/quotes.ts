/**
 * The places that a planner quotes, as ranges of lines. A range is widened to whole statements, because a tag must not split one. Ranges
 * that touch are merged. Line numbers work too: recorded plans have them.
 */
import type { SourceFile } from "../../domain/candidate.ts";
import type { Anchor } from "../../run/attempt.ts";
import { codeLines } from "./code.ts";

/** The first and the last line of a place, quoted from the source, or their numbers. */
export interface Quote {
  readonly file: string;
  readonly from: string | number;
  readonly to: string | number;
}

/** The ranges that the quotes mark, or the error in one of them, as a message for the planner. */
export function placesQuoted(quotes: readonly Quote[], files: readonly SourceFile[]): { anchors: Anchor[] } | { problem: string } {
  if (quotes.length === 0) return { problem: "anchors is empty: quote at least one place, or set whole to true" };
  const found: Anchor[] = [];
  for (const quote of quotes) {
    const file = files.find((one) => one.name === quote.file);
    if (!file) return { problem: `anchors name ${quote.file}; the files are ${files.map((one) => one.name).join(", ")}` };
    const place = rangeOf(quote, file);
    if ("problem" in place) return place;
    found.push({ file: file.name, ...widened(file, place) });
  }
  return { anchors: joined(found, files) };
}

type Range = Pick<Anchor, "from" | "to">;

function rangeOf({ from, to }: Quote, file: SourceFile): Range | { problem: string } {
  const lines = file.text.split("\n");
  const first = lineOf(lines, from, 0, "first");
  if (first === null) return { problem: `${shown(from)} is no line of ${file.name}: quote the first line of the place as it stands` };
  const last = lineOf(lines, to, first, "last");
  if (last === null) return { problem: `${shown(to)} is no line of ${file.name} after ${shown(from)}: quote the last line of the place as it stands` };
  return { from: first + 1, to: last + 1 };
}

const shown = (quote: string | number): string => (typeof quote === "number" ? `line ${quote}` : JSON.stringify(quote.slice(0, 120)));

/** The index of a quoted line, searched from `start`. Of a quote with several lines, its first or last. */
function lineOf(lines: readonly string[], quote: string | number, start: number, which: "first" | "last"): number | null {
  if (typeof quote === "number") return Number.isInteger(quote) && quote > start && quote <= lines.length ? quote - 1 : null;
  const parts = quote.split("\n").filter((line) => line.trim() !== "");
  const wanted = plain((which === "first" ? parts[0] : parts.at(-1)) ?? "");
  if (wanted === "") return null;
  const whole = lines.findIndex((line, index) => index >= start && plain(line) === wanted);
  const part = whole >= 0 ? whole : lines.findIndex((line, index) => index >= start && plain(line).includes(wanted));
  return part >= 0 ? part : null;
}

const plain = (line: string): string => line.replace(/\s+/g, " ").trim();

/** The range, widened to whole statements at both ends. */
function widened(file: SourceFile, { from, to }: Range): Range {
  const lines = codeLines(file);
  const begins = (index: number): boolean => index === 0 || lines[index - 1]!.ends;
  const lowest = (first: number, last: number): number => Math.min(...lines.slice(first, last + 1).map((line) => line.lowest));
  let [first, last] = [from - 1, to - 1];
  while (first > 0 && (!begins(first) || lowest(first, last) < lines[first]!.depth)) first--;
  while (last < lines.length - 1 && (!lines[last]!.ends || lines[last]!.after > lines[first]!.depth)) last++;
  return { from: first + 1, to: last + 1 };
}

/** The ranges, sorted by file and line. Ranges that touch or overlap are merged. */
function joined(anchors: readonly Anchor[], files: readonly SourceFile[]): Anchor[] {
  return files.flatMap(({ name }) => {
    const own = anchors.filter((one) => one.file === name).toSorted((a, b) => a.from - b.from);
    return own.reduce<Anchor[]>((kept, one) => {
      const last = kept.at(-1);
      if (last && one.from <= last.to + 1) kept[kept.length - 1] = { ...last, to: Math.max(last.to, one.to) };
      else kept.push(one);
      return kept;
    }, []);
  });
}
