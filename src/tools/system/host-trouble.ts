/**
 * Explains errors of the operating system and of SQLite. Only this file reads their codes. A full or read-only disk stops the
 * work, which can continue later (Interrupted). The user must correct an unusable path (UserError).
 */
import { Interrupted, UserError } from "../../domain/errors.ts";

interface Trouble {
  syscall?: string;
  path?: string;
}

const FULL = /^(ENOSPC|EDQUOT|SQLITE_FULL)$/;
const READ_ONLY = /^(EROFS|SQLITE_READONLY)$/;
const FAILING = /^(EIO|SQLITE_IOERR)$/;
/** SQLite's primary result codes (sqlite.org/rescode.html), which Node gives as numbers. */
const SQLITE: Record<number, string> = { 8: "SQLITE_READONLY", 10: "SQLITE_IOERR", 13: "SQLITE_FULL", 14: "SQLITE_CANTOPEN", 26: "SQLITE_NOTADB" };
const OUT_OF_HANDLES = /^(EMFILE|ENFILE)$/;
const UNUSABLE: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a folder",
  ENOTDIR: "a file is in the way",
  EEXIST: "a file is in the way",
};

/** The code of a system error or of SQLite; empty for other errors. */
export function codeOf(error: unknown): string {
  const { code = "", errcode = 0 } = (error ?? {}) as { code?: string; errcode?: number };
  return code === "ERR_SQLITE_ERROR" ? (SQLITE[errcode & 0xff] ?? code) : code; // the upper bits say more of the same kind
}

/** The error that a person is shown in place of `error`; undefined where no code of the host is in it. `place` is used where it names no path. */
export function hostTrouble(error: unknown, place = ""): UserError | undefined {
  if (error instanceof UserError) return undefined;
  if (error instanceof AggregateError) return error.errors.map((one: unknown) => hostTrouble(one, place)).find((one) => one !== undefined);
  const code = codeOf(error);
  const { syscall, path = place } = (error ?? {}) as Trouble;
  return stopping(code, path || "a file of the run") ?? unusable(code, path) ?? unmade(code, syscall, path);
}

function stopping(code: string, path: string): Interrupted | undefined {
  if (FULL.test(code)) return new Interrupted(`the disk is full: ${path} could not be written`, "free some space there");
  if (READ_ONLY.test(code))
    return new Interrupted(`${path} cannot be written: its file system is read-only`, "make it writable, or choose another folder with --out");
  if (FAILING.test(code))
    return new Interrupted(`the disk failed (${code}): ${path} could not be read or written`, "look at the disk, or choose another folder with --out");
  if (OUT_OF_HANDLES.test(code)) return new Interrupted(`too many files are open (${code})`, "raise the limit, for example with: ulimit -n 4096");
  return undefined;
}

function unusable(code: string, path: string): UserError | undefined {
  const why = UNUSABLE[code];
  return why !== undefined && path !== "" ? new UserError(`${path} cannot be used: ${why}`, "name another path, or mend this one") : undefined;
}

/** Node makes folders with their parents. A parent that cannot be made (read-only disk, kernel folder) is reported as missing. */
function unmade(code: string, syscall: string | undefined, path: string): UserError | undefined {
  return code === "ENOENT" && syscall === "mkdir" && path !== ""
    ? new Interrupted(`${path} cannot be made: its file system is read-only or takes no folders`, "choose another folder with --out")
    : undefined;
}

/** The remedy for another program's message about a full disk. Null for other messages. */
export function spaceRemedy(said: string): string | null {
  if (/No space left on device|\[Errno 28\]|Disk quota exceeded/.test(said))
    return "free some space in the temporary folder, or set TMPDIR to a folder on another disk";
  return /Read-only file system|No usable temporary directory/.test(said) ? "set TMPDIR to a folder that can be written" : null;
}
