/** Starts the child processes of the set-up and the checks. src/tools/system/process.ts starts those of kernelwright itself. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository, or the installed package. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** Whether this is a clone of the repository. Otherwise npm installed a package, and its node packages with it. */
export const isClone = existsSync(join(root, "package-lock.json"));

const caches = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");

/** The set-up's own files: in a clone beside the sources. A package's folder may be read-only, so it uses the person's cache. */
export const setupFolder = isClone ? join(root, ".kernelwright") : join(caches, "kernelwright");

/** Lets Node keep what it compiled of our modules: the command line then starts in about half the CPU time. */
export const nodeCache = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(setupFolder, "node-cache") };

/** The Python environment that the set-up makes where no Python has torch. */
export const venv = isClone ? join(root, ".venv") : join(setupFolder, "venv");

/** A failure with a message for the person who started the program; shown without a stack trace. */
export class Failure extends Error {}

/** A signal asked us to end: unwinds to main, cleaning up on the way. */
export class Interrupted extends Error {}

/** The signals that end us, and the exit code that a shell would report for each. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
const signals = Object.keys(exitCodes);
let stopped = null;
let tellStopped = () => {};

/** Resolves once a signal has asked us to end. */
export const whenStopped = new Promise((resolve) => (tellStopped = resolve));

/** Takes note of a signal; what is at work unwinds to main. */
function stop(signal) {
  stopped ??= signal;
  tellStopped(signal);
}

/** Throws Interrupted once a signal has come. For loops that wait. */
export function throwIfStopped() {
  if (stopped) throw new Interrupted(stopped);
}

/** An environment whose PATH begins with the project's own programs and its Node. */
export function ownPath(env = process.env) {
  return { ...env, PATH: [join(root, "node_modules", ".bin"), env.PATH].join(delimiter) };
}

/**
 * Runs a command in the repository to its end. A failing command is a result. The promise rejects only if this process gets a signal.
 * @param {string[]} argv program and arguments
 * @param {{ env?: NodeJS.ProcessEnv, seconds?: number, show?: "copy" | "terminal" }} [options] environment and time limit in seconds;
 *   `copy` also shows the output on stderr; `terminal` passes our stdin and stderr to the command and captures nothing
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

/** Ends a Node process when the one that started it is gone. */
const endWithParent = join(root, "bin", "end-with-parent.mjs");

/**
 * Runs a Node program in place of this process. The program shares its stdio, gets its signals, and ends with it, even after kill -9.
 * @returns {Promise<never>} the process ends as the command did
 */
export function become([program, ...args], env) {
  const child = spawn(program, ["--import", endWithParent, ...args], { env: { ...env, KERNELWRIGHT_LAUNCHER: process.pid }, stdio: "inherit" });
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
  for (const signal of signals) process.on(signal, stop);
  try {
    await body();
  } catch (error) {
    if (stopped) process.exit(exitCodes[stopped]);
    process.stderr.write(`kernelwright: ${error instanceof Failure ? error.message : error.stack}\n`);
    process.exit(1);
  }
}
