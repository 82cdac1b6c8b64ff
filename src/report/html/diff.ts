/**
 * An attempt's changes, side by side: the parent's lines at the left, the attempt's at the right. Changed words are marked. A narrow screen
 * stacks the two. source.ts selects the texts.
 */
import { diffWordsWithSpace, type StructuredPatchHunk, structuredPatch } from "diff";
import { plural } from "../format.ts";
import { markup, type Markup } from "./markup.ts";

/** A diff with more changed lines is not computed: it is slow and explains nothing. */
const MAX_CHANGED_LINES = 3000;
/** In longer lines words are not compared: generated tables are slow and show nothing. */
const MAX_LINE = 400;

/** One line of the table: either side may be missing. Numbers are 1-based. */
interface Row {
  before: { line: number; text: Markup | string } | null;
  after: { line: number; text: Markup | string } | null;
}

/** The change of one file. Null if it is too large to read. `captions` are the file's names on both sides. */
export function renderDiff(captions: readonly [string, string], before: string, after: string): Markup | null {
  const patch = structuredPatch(...captions, before, after, "", "", { context: 3, maxEditLength: MAX_CHANGED_LINES });
  if (patch === undefined) return null;
  const count = (sign: string) => patch.hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.startsWith(sign)).length, 0);
  const counts = `${plural(count("+"), "line")} added, ${count("-")} removed`;
  // Cells and rows are not closed: HTML ends them where the next begins, and a long search has very many of them.
  return markup`<table class="diff"><caption>${captions[1]} <span>against ${captions[0]}: ${counts}</span></caption><col><col><col><col>
<thead class="hidden"><tr><th scope="col">line<th scope="col">${captions[0]}<th scope="col">line<th scope="col">${captions[1]}</thead>
${patch.hunks.map((hunk) => markup`<tbody>${rowsOf(hunk).map(renderRow)}</tbody>`)}</table>`;
}

function renderRow({ before, after }: Row): Markup {
  const kind = before && after ? (before.text === after.text ? "same" : "both") : before ? "old" : "new";
  const side = (cell: Row["before"], name: string) => markup`<td>${cell?.line}<td${cell && kind !== "same" && markup` class="${name}"`}>${cell?.text}`;
  return markup`<tr class="${kind}">${side(before, "del")}${side(after, "add")}\n`;
}

/** A hunk's lines with runs of removed and added lines beside each other. */
function rowsOf({ lines, oldStart, newStart }: StructuredPatchHunk): Row[] {
  const rows: Row[] = [];
  let [oldLine, newLine] = [oldStart, newStart];
  let [removed, added]: [string[], string[]] = [[], []];
  const flush = (): void => {
    for (let i = 0; i < Math.max(removed.length, added.length); i++) {
      const [before, after] = [removed[i], added[i]];
      const [left, right] = before !== undefined && after !== undefined ? wordsApart(before, after) : [before ?? "", after ?? ""];
      rows.push({
        before: before === undefined ? null : { line: oldLine++, text: left },
        after: after === undefined ? null : { line: newLine++, text: right },
      });
    }
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    const text = line.slice(1);
    if (line.startsWith("-")) removed.push(text);
    else if (line.startsWith("+")) added.push(text);
    else if (line.startsWith(" ")) {
      flush();
      rows.push({ before: { line: oldLine++, text }, after: { line: newLine++, text } });
    }
  }
  flush();
  return rows;
}

/** Two lines with marked differences, if enough of them is equal. */
function wordsApart(before: string, after: string): [Markup | string, Markup | string] {
  if (before.length > MAX_LINE || after.length > MAX_LINE) return [before, after];
  const parts = diffWordsWithSpace(before, after);
  const shared = parts.filter((part) => !part.added && !part.removed).reduce((sum, part) => sum + part.value.trim().length, 0);
  if (shared * 3 < Math.min(before.trim().length, after.trim().length)) return [before, after];
  return [
    markup`${parts.filter((part) => !part.added).map((part) => (part.removed ? markup`<del>${part.value}</del>` : part.value))}`,
    markup`${parts.filter((part) => !part.removed).map((part) => (part.added ? markup`<ins>${part.value}</ins>` : part.value))}`,
  ];
}
