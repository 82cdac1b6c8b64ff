/** Takes out of a text what is no one else's business: secrets, and where things lie on this machine. What is known beforehand is given; the rest goes by its form. */

/** Keys by their prefixes. After `_` and a prefix follows a name as often as a key: there only an unbroken run with a digit counts. */
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

/** Where people or programs keep their own things; what a compiler and its libraries have under /usr stays. */
const SHARED = String.raw`\/(?:home|root|Users|Volumes|tmp|var|opt|work|workspace|mnt|media|data|srv|scratch|export|net|nfs|gpfs|lustre|storage|dev\/shm)(?=\/)`;
const PARTS = String.raw`(?:\/[\p{L}\p{N}_.@+~%=-]+)`;
/** A path begins here: not within a word, a relative path or a URL, but after a compiler's -I and -L, and after file://. */
const BEGIN = String.raw`(?:(?<![\p{L}\w.<~/])|(?<=(?<!\w)-(?:[BFIL]|isystem|iquote|include))|(?<=\bfile:\/\/))`;
/** Its last part is someone's name, not a file's. */
const HOME = /\/(?:home|users)\/[^/]+$/i;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/**
 * Makes a scrubber. `secrets` are values that must not appear whatever they look like, `places` folders of this machine that are private
 * wherever they lie. Of a path only its last part stays, and of a place itself, or a home, nothing.
 */
export function createScrub(secrets: readonly string[], places: readonly string[] = []): (text: string) => string {
  const known = secrets.filter((one) => one.length >= 8).toSorted((a, b) => b.length - a.length);
  const own = places.map((one) => one.replace(/\/+$/, "")).filter((one) => /^\/[^/]/.test(one));
  const roots = own.toSorted((a, b) => b.length - a.length).map((one) => `${escaped(one)}(?![\\p{L}\\w-])`);
  const paths = new RegExp(`${BEGIN}(?:${[...roots, SHARED].join("|")})${PARTS}*`, "gu");
  const shown = (path: string): string => (own.includes(path) || HOME.test(path) ? "<path>" : `<path>/${path.slice(path.lastIndexOf("/") + 1)}`);
  return (text) =>
    known
      .reduce((rest, secret) => rest.replaceAll(secret, "<secret>"), text)
      .replace(KEYS, "<secret>")
      .replace(BEARER, "$1 <secret>")
      .replace(PASSWORDS, "$1$2<secret>")
      .replace(CREDENTIALS, "://<secret>@")
      .replace(paths, shown);
}
