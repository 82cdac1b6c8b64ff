/** Runs a user's script under judge/capture, which records the calls of a module and writes a task. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { UserError } from "../../domain/errors.ts";
import { repository } from "../../lib/repository.ts";
import { runOnTerminal } from "../system/process.ts";

const Problem = z.object({ problem: z.object({ reason: z.string(), remedy: z.string() }) });

const Captured = z.object({
  /** the task file's text */
  task: z.string(),
  facts: z.object({
    /** the dotted name of the captured class */
    class: z.string(),
    /** of the captured module, as the ranking computes it */
    fingerprint: z.string(),
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
    /** dtype of the floats that it computes with: its parameters, or else its inputs */
    dtype: z.string().nullable(),
    autocast: z.boolean(),
    /** whether the module returns a dataclass, of which the task returns the fields */
    returnsObject: z.boolean(),
  }),
});
export type Captured = z.infer<typeof Captured>;

const HALF: Record<string, "bf16" | "fp16" | undefined> = { bfloat16: "bf16", float16: "fp16" };

/** The precision track of a module in half precision. Undefined for any other one. */
export const halfTrackOf = ({ facts }: Captured): "bf16" | "fp16" | undefined => HALF[facts.dtype ?? ""];

const Captures = z.array(z.union([Captured, Problem]));

export interface CaptureRequest extends UserScript {
  module: string;
  calls: number | null;
  /** the file for recorded tensors, or null to store none */
  data: string | null;
}

const OWN_PYTHON = ["sh", "-c", 'exec "${KERNELWRIGHT_PYTHON:-python3}" "$@"', "sh"];

/** A script of the user, and how to run it. */
export interface UserScript {
  script: string;
  args: readonly string[];
  /** null: the judge's own */
  python: string | null;
}

/** Runs the script and resolves with the task. Throws UserError if the script fails or its module cannot be captured. */
export async function captured({ module, calls, data, ...script }: CaptureRequest): Promise<Captured> {
  const options = [...(calls === null ? [] : ["--calls", String(calls)]), ...(data === null ? [] : ["--data", data])];
  const [found] = await capturedTogether(script, [module], options);
  if (found instanceof UserError) throw found;
  return found!;
}

/** Runs the script once and resolves with a task for each module, or with the reason why it cannot be captured. Throws UserError if the script fails. */
export async function capturedTogether(script: UserScript, modules: readonly string[], options: readonly string[] = []): Promise<(Captured | UserError)[]> {
  const named = modules.flatMap((module) => ["--module", module]);
  const found = await resultOf("the capture", join("capture", "__main__.py"), [...named, ...options], script, Captures);
  return found.map((one) => ("problem" in one ? errorOf(one) : one));
}

/** Runs the script under a program of the judge's folder, and resolves with its result. `what` names the work. Throws UserError if it fails. */
export async function resultOf<T>(
  what: string,
  program: string,
  options: readonly string[],
  { script, args, python }: UserScript,
  schema: z.ZodType<T>,
): Promise<T> {
  if (!existsSync(script)) throw new UserError(`there is no script at ${script}`, "name the Python file that uses your module");
  const folder = mkdtempSync(join(tmpdir(), "kernelwright-capture-"));
  try {
    const result = join(folder, "result.json");
    const argv = [join(repository, "judge", program), "--result", result, ...options, script, ...args];
    const ended = await runOnTerminal([...(python === null ? OWN_PYTHON : [python]), ...argv]);
    if (!existsSync(result))
      throw new EndedEarly(
        `${what} ended early (${typeof ended === "number" ? `exit code ${ended}` : ended})`,
        "its output is above; the Python that runs the script needs torch (--python)",
      );
    const found = z.union([schema, Problem]).parse(JSON.parse(readFileSync(result, "utf8")));
    if (isProblem(found)) throw errorOf(found);
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The program ended without a result: it was killed, or lacked memory. */
export class EndedEarly extends UserError {}

const isProblem = (found: unknown): found is z.infer<typeof Problem> => Problem.safeParse(found).success;

const errorOf = ({ problem }: z.infer<typeof Problem>): UserError => new UserError(problem.reason, problem.remedy);
