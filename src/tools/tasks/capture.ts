/** Runs a user's script under judge/capture, which records the calls of a module and writes a task. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { UserError } from "../../domain/errors.ts";
import { repository } from "../../lib/repository.ts";
import { runOnTerminal } from "../system/process.ts";

const Captured = z.object({
  /** the task file's text */
  task: z.string(),
  facts: z.object({
    /** the dotted name of the captured class */
    class: z.string(),
    calls: z.number(),
    instances: z.number(),
    /** kinds of instances with other parameter shapes, which are left out */
    otherKinds: z.number(),
    workloads: z.number(),
    /** share of the calls that the written workloads stand for */
    share: z.number(),
    /** calls that were left out because of an argument that a task cannot pass */
    refused: z.number(),
    /** installed packages that the task imports */
    packages: z.array(z.string()),
    /** dtypes of the parameters */
    dtypes: z.array(z.string()),
    autocast: z.boolean(),
  }),
});
export type Captured = z.infer<typeof Captured>;

const Result = z.union([Captured, z.object({ problem: z.object({ reason: z.string(), remedy: z.string() }) })]);

export interface CaptureRequest {
  script: string;
  args: readonly string[];
  module: string;
  calls: number | null;
  /** the file for recorded tensors, or null to store none */
  data: string | null;
  /** null: the judge's own */
  python: string | null;
}

const OWN_PYTHON = ["sh", "-c", 'exec "${KERNELWRIGHT_PYTHON:-python3}" "$@"', "sh"];

/** Runs the script and resolves with the task. Throws UserError if the script fails or its module cannot be captured. */
export async function captured({ script, args, module, calls, data, python }: CaptureRequest): Promise<Captured> {
  if (!existsSync(script)) throw new UserError(`there is no script at ${script}`, "name the Python file that uses your module");
  const folder = mkdtempSync(join(tmpdir(), "kernelwright-capture-"));
  try {
    const result = join(folder, "result.json");
    const options = ["--module", module, "--result", result, ...(calls === null ? [] : ["--calls", String(calls)]), ...(data === null ? [] : ["--data", data])];
    const program = join(repository, "judge", "capture", "__main__.py");
    const ended = await runOnTerminal([...(python === null ? OWN_PYTHON : [python]), program, ...options, script, ...args]);
    if (!existsSync(result))
      throw new UserError(
        `the capture ended early (${typeof ended === "number" ? `exit code ${ended}` : ended})`,
        "its output is above; the Python that runs the script needs torch (--python)",
      );
    const found = Result.parse(JSON.parse(readFileSync(result, "utf8")));
    if ("problem" in found) throw new UserError(found.problem.reason, found.problem.remedy);
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
