/** Runs Python scripts that know nothing of us. `npm test` names a Python that forks them from a process with torch. */
import { execa } from "execa";

/** The Python with torch. */
export const python = process.env["KERNELWRIGHT_PYTHON"] ?? "python3";

/** Runs a script in a folder, which is its home too, and resolves with its output. Rejects where it fails. */
export async function printed(cwd: string, script: string, env: Record<string, string> = {}): Promise<string> {
  return (await execa(python, ["-c", script], { cwd, env: { HOME: cwd, ...env } })).stdout;
}
