/** Whole-file writes: a reader sees the old text or the new one, and a kill leaves no half file under the real name. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, readSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Interrupted, UserError } from "../domain/errors.ts";

let counter = 0;

/** Writes `text` to `path` by write, sync and rename. Throws Interrupted when the disk is full. */
export function writeWhole(path: string, text: string): void {
  const part = `${path}.${process.pid}.${counter++}.part`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    const file = openSync(part, "w");
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw diskError(error, path);
  }
}

/** Throws UserError where a folder is in the way of a file that is going to be written, or a file in that of a folder. */
export function expectPlace(path: string, kind: "file" | "folder"): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && found.isDirectory() !== (kind === "folder"))
    throw new UserError(`${path} cannot be written: a ${found.isDirectory() ? "folder" : "file"} is in the way`, `name a ${kind} with -o`);
}

/** Adds one line to an append-only file. Throws Interrupted when the disk is full. */
export function appendLine(path: string, line: string): void {
  try {
    const file = openSync(path, "a");
    try {
      writeFileSync(file, `${endsWhole(path) ? "" : "\n"}${line}\n`);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw diskError(error, path);
  }
}

/** Whether the file ends with a whole line; a kill or a full disk may have cut the last one. */
function endsWhole(path: string): boolean {
  const size = statSync(path).size;
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  const file = openSync(path, "r");
  readSync(file, last, 0, 1, size - 1);
  closeSync(file);
  return last[0] === 10;
}

/** The text of a file, or undefined when there is none. */
export function readIfThere(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, "utf8") : undefined; // a device may have no end
}

function diskError(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOSPC" || code === "EDQUOT") return new Interrupted(`the disk is full: ${path} could not be written`, "free some space, then resume the run");
  if (code === "EACCES" || code === "EROFS")
    return new Interrupted(`${path} cannot be written (${code})`, "choose another folder with --out, or mend its permissions");
  return error;
}
