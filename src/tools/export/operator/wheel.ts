/** Builds an operator's package as a wheel, with pip and without a network. */
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { SourceFile } from "../../../domain/candidate.ts";
import { UserError } from "../../../domain/errors.ts";
import { errorOf } from "../../system/process.ts";
import { makeFolder, writeWhole } from "../../system/files.ts";

const LIMIT_MS = 300_000;

/** Writes the wheel into `folder` and returns its path. Throws UserError if pip or setuptools is missing or fails. */
export function buildWheel(files: readonly SourceFile[], folder: string): string {
  const project = mkdtempSync(join(tmpdir(), "kernelwright-wheel-"));
  try {
    for (const { name, text } of files) writeWhole(join(project, name), text);
    const built = join(project, "built");
    const argv = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", built, project];
    const error = errorOf(["sh", "-c", 'exec "${KERNELWRIGHT_PYTHON:-python3}" "$@"', "sh", ...argv], LIMIT_MS);
    if (error !== undefined)
      throw new UserError(
        `pip could not build the wheel: ${error.trim().split("\n").at(-1) ?? ""}`,
        "the Python needs pip and setuptools 70.1 or newer; --format op writes the same as a folder",
      );
    const [name] = readdirSync(built);
    makeFolder(resolve(folder));
    copyFileSync(join(built, name!), join(folder, name!));
    return join(folder, name!);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}
