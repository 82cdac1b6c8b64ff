/** A Python for tests whose scripts find torch imported: a program that has test/support/forked-python/server.py run them in forks. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./process.mjs";

const folder = join(root, "test", "support", "forked-python");

/** Starts the server. `python` of the result takes the place of the given one. Only `PYTHON FILE.py …` and `PYTHON -c …` become forks. */
export function forkedPython(python, env) {
  const own = mkdtempSync(join(tmpdir(), "kernelwright-python-"));
  const [socket, program] = [join(own, "socket"), join(own, "python")];
  const start = `exec '${python}' -S -E '${join(folder, "start.py")}' '${socket}' '${python}' "$@"`;
  writeFileSync(program, `#!/bin/sh\ncase "$1" in\n-c | *.py) ${start} ;;\nesac\nexec '${python}' "$@"\n`, { mode: 0o755 });
  const server = spawn(python, [join(folder, "server.py"), socket, program], { env: { ...env, PYTHONPATH: "" }, stdio: ["pipe", "inherit", "inherit"] });
  return {
    python: program,
    close() {
      server.stdin.end();
      rmSync(own, { recursive: true });
    },
  };
}
