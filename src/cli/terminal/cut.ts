/** Lines that fit a terminal. */
import sliceAnsi from "slice-ansi";
import { stripVTControlCharacters } from "node:util";

/** Cuts a line that is too long, and ends it with an ellipsis. */
export function cut(line: string, columns: number): string {
  const fits = sliceAnsi(line, 0, columns);
  return stripVTControlCharacters(fits) === stripVTControlCharacters(line) ? fits : `${sliceAnsi(line, 0, columns - 1)}…`;
}
