import { Interrupted, Stopped, UserError } from "../domain/errors.ts";
import { warn } from "../tools/warn.ts";

export const Exit = { done: 0, failed: 1, usage: 2, notFaster: 3, stopped: 4, interrupted: 130 } as const;

/** Prints what went wrong and what to do, and ends with the code for it. A bug keeps its stack. */
export function fail(thrown: unknown): void {
  const error = asUserError(thrown);
  if (!(error instanceof UserError)) {
    console.error(error);
    warn("this is a bug; please report it with the lines above");
    process.exitCode = Exit.failed;
    return;
  }
  warn(error.message);
  if (error.remedy) console.error(`  -> ${error.remedy}`);
  process.exitCode = error instanceof Stopped ? Exit.interrupted : error instanceof Interrupted ? Exit.stopped : Exit.failed;
}

/** What the file system refused is a person's to put right, wherever it was asked. */
function asUserError(error: unknown): unknown {
  const { code, path } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const why = {
    EACCES: "permission denied",
    EPERM: "permission denied",
    EROFS: "a read-only disk",
    EISDIR: "it is a folder",
    ENOTDIR: "a file is in the way",
    EEXIST: "a file is in the way",
  }[code ?? ""];
  return why && path ? new UserError(`${path} cannot be used: ${why}`, "name another path, or mend this one") : error;
}
