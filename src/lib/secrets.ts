/** Removes secrets from a text: known values, and what looks like a key, a password or a login. */

/** Finds keys by their prefixes. Ordinary names can have such a prefix after `_`; there only an unbroken run with a digit counts as a key. */
const KEYS = new RegExp(
  [
    String.raw`\b(?:sk|pk|hf|glpat|nvapi|xox[abp])-(?=[\w-]{0,100}(?:\d|[A-Za-z0-9]{16}))[\w-]{16,}`,
    String.raw`\b(?:sk|pk|hf|gsk|lsv2|gh[pousr]|github)_(?:[a-z]+_)*(?=[A-Za-z]*\d)[A-Za-z0-9]{16,}[\w-]*`,
    String.raw`\b(?:AKIA[A-Z0-9]{16}|AIza[\w-]{35})`,
  ].join("|"),
  "g",
);
const BEARER = /\b(bearer|authorization:|api[-_]?key["':=\s]+)\s*["']?[\w.~+/=-]{16,}/gi;
const PASSWORDS = /(passw(?:or)?d|passphrase|client_secret|secret_key|access_token)(["']?\s*[=:]\s*["']?)[^\s"',;&()<>]{6,}/gi;
const CREDENTIALS = /:\/\/[^\s/@:]+:[^\s/@]+@/g;

/** Makes a scrubber of secrets alone: `secrets`, and what looks like a key, a password or a login. */
export function createSecretScrub(secrets: readonly string[]): (text: string) => string {
  const known = secrets.filter((one) => one.length >= 8).toSorted((a, b) => b.length - a.length);
  return (text) =>
    known
      .reduce((rest, secret) => rest.replaceAll(secret, "<secret>"), text)
      .replace(KEYS, "<secret>")
      .replace(BEARER, "$1 <secret>")
      .replace(PASSWORDS, "$1$2<secret>")
      .replace(CREDENTIALS, "://<secret>@");
}
