/** Atomic file writes: a reader sees the old text or the new one, even after a kill. */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UserError } from "../../domain/errors.ts";
import { hostTrouble } from "./host-trouble.ts";

let counter = 0;

/** Makes a folder and those above it. Node's own way tries for ever below a folder that takes none, such as /proc. */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const folder of missing)
    try {
      mkdirSync(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error; // somebody else has made it meanwhile
    }
}

/** Writes `text` to `path` by write, sync and rename. Throws Interrupted if the disk is full or read-only. */
export function writeWhole(path: string, text: string): void {
  const part = `${path}.${process.pid}.${counter++}.part`;
  try {
    makeFolder(dirname(path));
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
    throw hostTrouble(error, path) ?? error;
  }
}

/** Removes what killed writes have left in a folder. Nobody else may be writing there. */
export function removeParts(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of names.filter((one) => one.endsWith(".part"))) rmSync(join(folder, name), { force: true });
}

/** Throws UserError if a file or folder cannot be written: something else is in its place, or its folder is missing or not writable. */
export function expectPlace(path: string, kind: "file" | "folder"): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && found.isDirectory() !== (kind === "folder"))
    throw new UserError(`${path} cannot be written: a ${found.isDirectory() ? "folder" : "file"} is in the way`, `name a ${kind} with -o`);
  const folder = found?.isDirectory() ? path : dirname(resolve(path));
  if (!existsSync(folder)) throw new UserError(`${path} cannot be written: there is no folder ${folder}`, `make it first: mkdir -p ${folder}`);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (found?.isFile()) accessSync(path, constants.W_OK);
  } catch (error) {
    throw hostTrouble(error, path) ?? error;
  }
}

/** Adds one line to an append-only file, and syncs it: what is written later never survives a power cut without it. Throws Interrupted if the disk is full or read-only. */
export function appendLine(path: string, line: string): void {
  try {
    const file = openSync(path, "a");
    try {
      writeFileSync(file, `${endsWhole(path) ? "" : "\n"}${line}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw hostTrouble(error, path) ?? error;
  }
}

/** Whether the file ends with a whole line. A kill or a full disk may have cut the last one. */
function endsWhole(path: string): boolean {
  const size = statSync(path).size;
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  const file = openSync(path, "r");
  readSync(file, last, 0, 1, size - 1);
  closeSync(file);
  return last[0] === 10;
}

/** The text of a file. Undefined if it is missing, also if another process removes it meanwhile, or ends, as its files in /proc then say. */
export function readIfThere(path: string): string | undefined {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined; // a device may have no end
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}
