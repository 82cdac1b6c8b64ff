/** A Python that has torch and nothing of ours. It imports torch once for all scripts of a test file. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { repository } from "./places.ts";

interface Answer {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}
export interface TorchPython {
  /** What a script prints, run in a folder that is its home too. Rejects where it fails. */
  run(this: void, cwd: string, script: string, env?: Record<string, string>): Promise<string>;
  close(this: void): Promise<void>;
}

/** Starts it with the first script. Close it at the end of the file. */
export function torchPython(): TorchPython {
  let child: ReturnType<typeof begin> | undefined;
  const begin = () => {
    const python = spawn(process.env["KERNELWRIGHT_PYTHON"] ?? "python3", [join(repository, "test", "support", "torch-python.py")], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    return { python, answers: createInterface({ input: python.stdout })[Symbol.asyncIterator]() };
  };
  let before: Promise<unknown> = Promise.resolve();
  const ask = async (asked: object): Promise<Answer> => {
    child ??= begin();
    child.python.stdin.write(`${JSON.stringify(asked)}\n`);
    const { done, value } = await child.answers.next();
    if (done) throw new Error("the Python with torch has ended");
    return JSON.parse(value) as Answer;
  };
  return {
    async run(cwd, script, env = {}) {
      const asking = before.then(async () => await ask({ script, cwd, env: { HOME: cwd, ...env } }));
      before = asking.catch(() => {});
      const { code, output, errors } = await asking;
      if (code !== 0) throw new Error(`the script ended with ${code}\n${errors}`);
      return output.trimEnd();
    },
    async close() {
      if (!child) return;
      const ended = once(child.python, "close");
      child.python.stdin.end();
      await ended;
    },
  };
}
