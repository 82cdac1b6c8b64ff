/** Takes out of a text what is no one else's business: secrets, and where things lie on this machine. */

const KEYS = /\b(?:sk|pk|lsv2|gh[pousr]|hf|xox[abp]|AKIA|AIza|glpat)[-_]?[A-Za-z0-9_-]{16,}/g;
const BEARER = /\b(bearer|authorization:|api[-_]?key["':=\s]+)\s*["']?[\w.~+/=-]{16,}/gi;
const CREDENTIALS = /:\/\/[^\s/@:]+:[^\s/@]+@/g;
/** An absolute path where people or programs keep their own things; what a compiler and its libraries have under /usr stays. */
const PATHS = /(?<![\w.<~/])\/(?:home|root|Users|tmp|var|work|workspace|mnt|data|srv|scratch|dev\/shm)(?:\/[\w.@+-]+)+/g;

/** Makes a scrubber; `secrets` are values that must not appear whatever they look like. Of a path only its last part stays. */
export function createScrub(secrets: readonly string[]): (text: string) => string {
  const known = secrets.filter((one) => one.length >= 8).toSorted((a, b) => b.length - a.length);
  return (text) =>
    known
      .reduce((rest, secret) => rest.replaceAll(secret, "<secret>"), text)
      .replace(KEYS, "<secret>")
      .replace(BEARER, "$1 <secret>")
      .replace(CREDENTIALS, "://<secret>@")
      .replace(PATHS, (path) => `<path>/${path.slice(path.lastIndexOf("/") + 1)}`);
}
