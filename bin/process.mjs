/** Child processes of the set-up and the checks. What kernelwright itself starts is in src/tools/process.ts. */
import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository: every path of the set-up is relative to it. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** A failure with a message for the person who started the program; shown without a stack trace. */
export class Failure extends Error {}

/** A signal asked us to end: unwinds to main, cleaning up on the way. */
export class Interrupted extends Error {}

/** The signals that end us, and the exit code that a shell would report for each. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
const signals = Object.keys(exitCodes);
let stopped = null;

/** Throws Interrupted once a signal has come. For loops that wait. */
export function throwIfStopped() {
  if (stopped) throw new Interrupted(stopped);
}

/** Environment in which the project's own programs, its Node among them, come first. */
export function ownPath(env = process.env) {
  return { ...env, PATH: [join(root, "node_modules", ".bin"), env.PATH].join(delimiter) };
}

/**
 * Runs a command in the repository to its end. A failing command is a result; only a signal to us rejects.
 * @param {string[]} argv program and arguments
 * @param {{ env?: NodeJS.ProcessEnv, seconds?: number, show?: "copy" | "terminal" }} [options] environment; time limit; `copy` shows the
 *   output on stderr as well, `terminal` gives the command our stdin and stderr and captures nothing
 * @returns {Promise<{ ok: boolean, output: string, seconds: number }>} stdout and stderr together, and the time it took
 */
export function capture([program, ...args], { env = process.env, seconds = 0, show } = {}) {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env,
      stdio: show === "terminal" ? ["inherit", "ignore", "inherit"] : ["ignore", "pipe", "pipe"],
      timeout: seconds * 1000,
    });
    const parts = [];
    const take = (part) => {
      parts.push(part);
      if (show === "copy") process.stderr.write(part);
    };
    const end = (ok) => {
      for (const signal of signals) process.off(signal, pass);
      if (stopped) reject(new Interrupted(stopped));
      else resolve({ ok, output: Buffer.concat(parts).toString(), seconds: (performance.now() - start) / 1000 });
    };
    const pass = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, pass);
    child.stdout?.on("data", take);
    child.stderr?.on("data", take);
    child.on("error", (error) => (parts.push(Buffer.from(`${error.message}\n`)), end(false)));
    child.on("close", (code) => end(code === 0));
  });
}

/**
 * Runs a command in this process's place, as far as Node can: its stdio, its signals, its end.
 * @returns {Promise<never>} the process ends as the command did
 */
export function become([program, ...args], env) {
  const child = spawn(program, args, { env, stdio: "inherit" });
  for (const signal of signals) {
    // A terminal sends Ctrl-C to the child as well; a second one would be taken as impatience.
    const already = signal === "SIGINT" && (process.stdin.isTTY || process.stderr.isTTY);
    process.on(signal, () => already || child.kill(signal));
  }
  return new Promise((_, reject) => {
    child.on("error", (error) => reject(new Failure(`cannot start ${program}: ${error.message}`)));
    child.on("close", (code, signal) => {
      if (signal === null) process.exit(code);
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  });
}

/** Runs a program's main function: a Failure becomes one line and exit code 1, Ctrl-C a quiet end after the clean-up. */
export async function main(body) {
  for (const signal of signals) process.on(signal, () => (stopped ??= signal));
  try {
    await body();
  } catch (error) {
    if (stopped) process.exit(exitCodes[stopped]);
    process.stderr.write(`kernelwright: ${error instanceof Failure ? error.message : error.stack}\n`);
    process.exit(1);
  }
}
