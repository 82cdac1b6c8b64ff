/** Removes private data from a text: secrets, and paths of this machine. Known values are passed in; patterns find the rest. */
import { createSecretScrub } from "../../lib/secrets.ts";

/** Folders with private data. Compiler and library paths under /usr stay in the text. */
const SHARED = String.raw`\/(?:home|root|Users|Volumes|tmp|var|opt|work|workspace|mnt|media|data|srv|scratch|export|net|nfs|gpfs|lustre|storage|dev\/shm)(?=\/)`;
const PARTS = String.raw`(?:\/[\p{L}\p{N}_.@+~%=-]+)`;
/** The start of an absolute path. It excludes words, relative paths and URLs, and includes a compiler's -I and -L, and file://. */
const BEGIN = String.raw`(?:(?<![\p{L}\w.<~/])|(?<=(?<!\w)-(?:[BFIL]|isystem|iquote|include))|(?<=\bfile:\/\/))`;
/** Folders whose last part is a user's name. */
const HOME = /\/(?:home|users)\/[^/]+$/i;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/**
 * Makes a scrubber. `secrets` are values that must never appear. `places` are private folders of this machine,
 * wherever they are. Only the last part of a path stays. Private folders and homes disappear completely.
 */
export function createScrub(secrets: readonly string[], places: readonly string[] = []): (text: string) => string {
  const own = places.map((one) => one.replace(/\/+$/, "")).filter((one) => /^\/[^/]/.test(one));
  const roots = own.toSorted((a, b) => b.length - a.length).map((one) => `${escaped(one)}(?![\\p{L}\\w-])`);
  const paths = new RegExp(`${BEGIN}(?:${[...roots, SHARED].join("|")})${PARTS}*`, "gu");
  const shown = (path: string): string => (own.includes(path) || HOME.test(path) ? "<path>" : `<path>/${path.slice(path.lastIndexOf("/") + 1)}`);
  const withoutSecrets = createSecretScrub(secrets);
  return (text) => withoutSecrets(text).replace(paths, shown);
}
