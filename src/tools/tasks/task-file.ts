/** Reads task files. */
import { isUtf8 } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { UserError } from "../../domain/errors.ts";
import type { Task } from "../../domain/task.ts";
import { repository } from "../../lib/repository.ts";
import { errorOf } from "../system/process.ts";
import { flashinferTask } from "./flashinfer.ts";

/** A source file's text, without the byte order mark that some editors put before it. */
export const textOf = (bytes: Buffer): string => bytes.toString("utf8").replace(/^\uFEFF/, "");

/** Reads a task file, or makes one of a FlashInfer-Trace definition (.json). Throws UserError if it is not Python text, or lacks Model, get_inputs or get_init_inputs. */
export function readTask(path: string): Task {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile())
    throw new UserError(
      found ? `${path} is a folder, and a task is one file` : `there is no task file at ${path}`,
      "name a Python file with Model, get_inputs and get_init_inputs; examples are in evals/tasks",
    );
  const bytes = readFileSync(path);
  if (!isUtf8(bytes) || bytes.includes(0))
    throw new UserError(`${path} is a binary file: a task is Python source in UTF-8`, "name a Python file; examples are in evals/tasks");
  if (path.endsWith(".json")) return { name: nameOf(path, ".json"), source: flashinferTask(path) };
  const source = textOf(bytes);
  for (const name of ["Model", "get_inputs", "get_init_inputs"])
    if (!new RegExp(`^(class|def)\\s+${name}\\b|^${name}\\s*=|import.*\\b${name}\\b`, "m").test(source))
      throw (
        syntaxProblem(path) ??
        new UserError(`${path} defines no ${name}`, "a task defines the class Model and the functions get_inputs and get_init_inputs, as in KernelBench")
      );
  return { name: nameOf(path, ".py"), source };
}

const nameOf = (path: string, suffix: string): string => basename(path, suffix).replace(/[^\w.-]/g, "_");

const PARSE = "import ast, sys; ast.parse(open(sys.argv[1], encoding='utf-8').read(), sys.argv[1])";

/** Python's own error message for a file that it cannot parse. A syntax error may be the reason for a missing class. */
function syntaxProblem(path: string): UserError | undefined {
  const said = errorOf(["sh", "-c", 'exec "${KERNELWRIGHT_PYTHON:-python3}" -c "$1" "$2"', "sh", PARSE, path]);
  const lines = said?.trim().split("\n") ?? [];
  const last = lines.at(-1) ?? "";
  if (!/^(SyntaxError|IndentationError|TabError)\b/.test(last)) return undefined;
  const line = lines.map((one) => /, line (\d+)$/.exec(one)?.[1]).findLast((one) => one !== undefined);
  return new UserError(`${path} is no valid Python: ${last}${line === undefined ? "" : ` (line ${line})`}`, "correct the line, then start again");
}

/** The default task. */
export const EXAMPLE = join(repository, "evals", "tasks", "row_softmax.py");
