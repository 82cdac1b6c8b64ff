/** The user's module to patch, with the files of its package. */
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { UserError } from "../../domain/errors.ts";
import type { Module } from "./patch.ts";

const MOST_FILES = 500;
const MOST_CHARACTERS = 2_000_000;
const RELATIVE_IMPORT = /^\s*from\s+(\.+)/m;
const SKIPPED = /^(\.|__pycache__$|node_modules$|venv$|site-packages$)/;

/**
 * The module at a path, and the root folder of its import. The root contains the topmost package. For a module without `__init__.py` it is
 * the parent of the module's folder. It never lies above `top`. Throws UserError if the package is too large for the judge.
 */
export function moduleAt(path: string, top: string): { module: Module; root: string } {
  const folder = realpathSync(dirname(path)); // git too follows links
  const text = readFileSync(path, "utf8");
  const [root, first] = rootOf(folder, top, text);
  const own = relative(root, join(folder, basename(path)));
  const isPackage = first !== folder || existsSync(join(folder, "__init__.py")) || RELATIVE_IMPORT.test(text);
  const siblings = pythonFiles(first, isPackage)
    .map((file) => relative(root, file))
    .filter((name) => name !== own)
    .map((name) => ({ name, text: readFileSync(join(root, name), "utf8") }));
  const characters = siblings.reduce((sum, file) => sum + file.text.length, text.length);
  if (siblings.length > MOST_FILES || characters > MOST_CHARACTERS)
    throw new UserError(
      `the package of ${own} is too large to be judged with it (${siblings.length} files, ${characters} characters)`,
      `move the class into a package of at most ${MOST_FILES} files and ${MOST_CHARACTERS} characters, or export with --format file`,
    );
  return { module: { path: own, text, siblings }, root };
}

/** The root folder of the module's import, and the topmost folder of its package. */
function rootOf(folder: string, top: string, text: string): [root: string, first: string] {
  const climb = (from: string, levels: number): [string, string] => {
    if (levels === 0 || from === top) return [from, from];
    const [root, first] = climb(dirname(from), levels - 1);
    return [root, root === dirname(from) ? from : first];
  };
  return climb(folder, existsSync(join(folder, "__init__.py")) ? packagesAbove(folder) : levelsOf(text));
}

/** The number of consecutive packages, from this folder upwards. */
function packagesAbove(folder: string): number {
  return existsSync(join(folder, "__init__.py")) ? 1 + packagesAbove(dirname(folder)) : 0;
}

/** The number of folders above the module that its relative imports reach, at least 1. */
function levelsOf(text: string): number {
  return Math.max(1, ...[...text.matchAll(new RegExp(RELATIVE_IMPORT, "gm"))].map(([, dots]) => dots!.length));
}

/** The Python files of a folder, and with `deep` those below it. */
function pythonFiles(folder: string, deep: boolean): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !SKIPPED.test(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return deep ? pythonFiles(path, deep) : [];
      return entry.isFile() && entry.name.endsWith(".py") ? [path] : [];
    });
}
