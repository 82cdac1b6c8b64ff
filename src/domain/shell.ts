/** A command as a person can paste it into a shell. */

/** The words of a command line, quoted where a shell would read them otherwise. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w.,:=/@+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)).join(" ");
}
