/** A command as a person can paste it into a shell. */

/** Writes one of our own commands in a form that works in the clone. After `npm link` it works in every folder. */
export const kernelwright = (...words: readonly string[]): string => shellLine(["npx", "kernelwright", ...words]);

/** The words of a command line, quoted where a shell would read them otherwise. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w.,:=/@+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)).join(" ");
}
