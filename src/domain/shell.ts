/** A command as a person can paste it into a shell. */

/** One of our own commands, as it works in the clone and, once linked, in every folder. */
export const kernelwright = (...words: readonly string[]): string => shellLine(["npx", "kernelwright", ...words]);

/** The words of a command line, quoted where a shell would read them otherwise. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w.,:=/@+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)).join(" ");
}
