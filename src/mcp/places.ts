/** Restricts the folders that tools may write. The server runs outside the coding agent's sandbox. */
import { existsSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve } from "node:path";
import { UserError } from "../domain/errors.ts";

/** Throws UserError if `output`, with links resolved, lies outside the server's working directory. */
export function expectBelow(output: string, top = process.cwd()): void {
  const way = relative(realpathSync(top), real(resolve(top, output)));
  if (way.startsWith("..") || isAbsolute(way))
    throw new UserError(`${output} lies outside of ${top}`, "name a path below the folder where the server was started");
}

/** The path with the symbolic links of its existing part resolved. */
function real(path: string): string {
  return existsSync(path) || dirname(path) === path ? realpathSync(path) : resolve(real(dirname(path)), path.slice(dirname(path).length + 1));
}
