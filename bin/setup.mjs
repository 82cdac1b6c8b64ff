/**
 * Brings a fresh clone or an installed package to where it can run: the node packages here, the Python with torch in python.mjs.
 * Does nothing, and starts no process, when the stamps say that all is there.
 */
import { createHash } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { areJoined, joinPackages } from "./packages.mjs";
import { capture, Failure, Interrupted, isClone, root, setupFolder, throwIfStopped } from "./process.mjs";
import { findPython, stampedPython } from "./python.mjs";

const modules = join(root, "node_modules");
const lockFile = join(root, "package-lock.json");
const stampFile = join(modules, ".kernelwright-setup");

/** Installs the locked node packages and joins those of the command line, unless both is done; a package came with them. Throws a Failure where npm or esbuild fails. */
export async function ensureNodePackages() {
  if (!isClone || (isInstalled() && areJoined(lockHash()))) return;
  await exclusively("node", async () => {
    if (!isInstalled() && !isInSync()) await step("npm ci", ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
    writeFileSync(stampFile, lockHash());
    if (!areJoined(lockHash())) await joinPackages(lockHash());
  });
}

/** The absolute path of a Python that imports torch. Installs torch if needed. Throws a Failure if that is impossible. */
export async function ensurePython() {
  return stampedPython() ?? exclusively("python", async () => stampedPython() ?? findPython(step));
}

/** The Node that runs the program: the one that npm installed with it, in the clone or beside the package, else this one where it is new enough. */
export function node() {
  const bundled = [modules, ...(isClone ? [] : [join(root, "..")])].map((folder) => join(folder, ".bin", "node")).find((file) => existsSync(file));
  if (bundled) return bundled;
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  throw new Failure(`Node 22.18 or newer is needed (this is ${process.version}): npm brings one along on x64 Linux only`);
}

const lockHash = () => createHash("sha256").update(readFileSync(lockFile)).digest("hex");
const isInstalled = () => existsSync(stampFile) && readFileSync(stampFile, "utf8") === lockHash();

/** Whether someone has already run npm by hand: every package that the lock file requires is there in its version. */
function isInSync() {
  const installed = join(modules, ".package-lock.json");
  if (!existsSync(installed)) return false;
  const there = JSON.parse(readFileSync(installed, "utf8")).packages;
  const wanted = Object.entries(JSON.parse(readFileSync(lockFile, "utf8")).packages);
  const matches = ([path, { version, optional }]) => (optional && !there[path]) || there[path]?.version === version;
  return wanted.every((entry) => entry[0] === "" || matches(entry));
}

/** One step: whole lines on stderr say what is done and how long it took, because two steps may run at a time. Throws a Failure with the end of its output. */
async function step(title, argv, options) {
  const say = (what) => process.stderr.write(`kernelwright set-up: ${title} ${what}\n`);
  say("...");
  try {
    const { ok, output, seconds } = await capture(argv, options);
    say(`${ok ? "took" : "failed after"} ${seconds.toFixed(1)} s`);
    if (!ok) throw new Failure(`${title} failed:\n${output.trim().split("\n").slice(-15).join("\n")}`);
    return output;
  } catch (error) {
    if (error instanceof Interrupted) say("was interrupted");
    throw error;
  }
}

/** Runs the body while no other process sets up the same, by its name. A lock whose owner is gone is taken over. */
async function exclusively(name, body) {
  mkdirSync(setupFolder, { recursive: true });
  const lock = join(setupFolder, `setup-${name}.lock`);
  const mine = `${lock}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    for (let waits = 0; !take(mine, lock); waits++) {
      if (waits === 0) process.stderr.write("kernelwright set-up: waiting for another one to end\n");
      await sleep(200);
      throwIfStopped();
    }
    return await body().finally(() => rmSync(lock, { force: true }));
  } finally {
    rmSync(mine, { force: true });
  }
}

/** A hard link appears at once with its content, so nobody ever reads a lock without an owner. */
function take(mine, lock) {
  try {
    linkSync(mine, lock);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  try {
    process.kill(Number(readFileSync(lock, "utf8")), 0);
  } catch (error) {
    if (error.code === "ESRCH") rmSync(lock, { force: true });
  }
  return false;
}
