/**
 * Finds a Python that imports torch, or installs one: a virtual environment from the package index, else Debian's packages.
 * The choice is kept in setup.json with what shows, without importing torch, that it still stands. System packages are installed
 * only by root, and at a terminal only after a question. Nothing here calls sudo.
 */
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { agreed } from "./ask.mjs";
import { capture, Failure, setupFolder, venv } from "./process.mjs";

const stampFile = join(setupFolder, "setup.json");
const venvPython = join(venv, "bin", "python");
const oldest = "2.4"; // the first torch with the operator interface of an export; the judge uses nothing newer
const probe =
  "import sys, torch; assert sys.version_info >= (3, 10), 'Python 3.10 or newer is needed'; print(sys.executable, torch.__file__, torch.__version__, sep='\\n')";
const advice = `No Python with torch was found or could be installed. Any of these helps:
  - KERNELWRIGHT_PYTHON=/path/to/python, an interpreter (3.10 or newer) that can import torch ${oldest} or newer
  - python3 -m venv ${venv} && ${join(venv, "bin", "pip")} install torch numpy
  - as root, on Debian 13 or newer: apt-get install python3-torch libopenblas0-openmp g++
What was tried:`;

const wanted = () => process.env.KERNELWRIGHT_PYTHON ?? "";
const readStamps = () => (existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, "utf8")) : []);
const onPath = (program) =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, program))
    .filter((file) => existsSync(file));

function isTooOld(version) {
  const [[major, minor], [least, lesser]] = [version, oldest].map((text) => text.split(".").map(Number));
  return major < least || (major === least && minor < lesser);
}

/** The interpreter chosen earlier for today's KERNELWRIGHT_PYTHON, if neither it nor its torch has changed since. */
export function stampedPython() {
  const chosen = readStamps().find(({ given, python }) => wanted() === given || wanted() === python);
  const stands =
    chosen && !isTooOld(chosen.version) && statSync(chosen.python, { throwIfNoEntry: false })?.mtimeMs === chosen.mtimeMs && existsSync(chosen.torch);
  return stands ? chosen.python : null;
}

/**
 * Finds or installs the interpreter and stamps it. `step` runs one command, says so and throws a Failure when it fails.
 * Throws a Failure that says what to install where nothing worked.
 */
export async function findPython(step) {
  const found = wanted() ? await given() : ((await search()) ?? (await install(step)));
  await completeMachine(found, step);
  const stamp = { given: wanted(), mtimeMs: statSync(found.python).mtimeMs, ...found };
  const stamps = [stamp, ...readStamps().filter((earlier) => earlier.given !== stamp.given)];
  writeFileSync(`${stampFile}.new`, JSON.stringify(stamps, null, 2));
  renameSync(`${stampFile}.new`, stampFile);
  return found.python;
}

async function given() {
  const { found, problem } = await importTorch(wanted());
  if (!found)
    throw new Failure(`KERNELWRIGHT_PYTHON=${wanted()} cannot import torch: ${problem}\n  -> name an interpreter that can, or unset KERNELWRIGHT_PYTHON`);
  return found;
}

/** The first interpreter that imports a torch that is new enough: each python3 on PATH, then the environment that an earlier set-up made. */
async function search() {
  for (const python of [...onPath("python3"), venvPython]) {
    const { found, problem } = existsSync(python) ? await importTorch(python) : {};
    if (found) return found;
    if (problem?.endsWith("is needed")) process.stderr.write(`kernelwright set-up: ${python} is left out: ${problem}\n`);
  }
  return null;
}

async function importTorch(program) {
  const { ok, output, seconds } = await capture([program, "-c", probe]);
  const lines = output.trim().split("\n");
  if (!ok) return { problem: lines.at(-1).replace(/^AssertionError: /, "") };
  const [python, torch, version] = lines.slice(-3);
  if (isTooOld(version)) return { problem: `torch ${version} is too old, ${oldest} or newer is needed` };
  process.stderr.write(`kernelwright set-up: torch ${version} in ${python} (found in ${seconds.toFixed(1)} s)\n`);
  return { found: { python, torch, version } };
}

async function install(step) {
  const problems = [];
  for (const way of [intoVenv, fromDebian]) {
    try {
      const found = await way(step);
      if (found) return found;
      problems.push("what was installed cannot be imported");
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      problems.push(error.message);
    }
  }
  throw new Failure([advice, ...problems.map((problem) => `  - ${problem.replaceAll("\n", "\n    ")}`)].join("\n"));
}

/** Whether the judge's unprivileged users can start this interpreter: each folder above the real file lets them through. */
function isOpenToAll(python) {
  const above = (path) => (path === dirname(path) ? [] : [dirname(path), ...above(dirname(path))]);
  return above(realpathSync(python)).every((folder) => (statSync(folder).mode & 0o001) !== 0);
}

/** Makes the environment and returns the pip for it: its own, or the pip of `other` if the interpreter cannot install one. */
async function emptyVenv(step, python3, other) {
  try {
    await step(`python3 -m venv ${venv}`, [python3, "-m", "venv", venv]);
    return [venvPython, "-m", "pip"];
  } catch (error) {
    if (python3 === other || !(error instanceof Failure)) throw error;
    await step(`python3 -m venv --clear --without-pip ${venv}`, [python3, "-m", "venv", "--clear", "--without-pip", venv]);
    return [other, "-m", "pip", "--python", venvPython];
  }
}

/**
 * Torch in an environment, of an interpreter that the judge's users can start where there is one.
 * An environment that this call made and could not fill is removed again.
 */
async function intoVenv(step) {
  const all = onPath("python3");
  const python3 = all.find(isOpenToAll) ?? all[0];
  if (!python3) throw new Failure("no python3 on PATH");
  const isNew = !existsSync(venv);
  try {
    const pip = await emptyVenv(step, python3, all[0]);
    // Without a network pip retries for minutes. Therefore ask once with a short time limit before the download.
    await step("asking pip for torch", [...pip, "--timeout=8", "--retries=0", "index", "versions", "torch"], { seconds: 120 });
    await step("pip install torch numpy", [...pip, "install", "--no-input", "torch", "numpy"]);
    const { found, problem } = await importTorch(venvPython);
    if (!found) throw new Failure(`torch from pip cannot be imported: ${problem}`);
    return found;
  } catch (error) {
    if (isNew) rmSync(venv, { recursive: true, force: true });
    throw error;
  }
}

async function fromDebian(step) {
  await aptInstall(["python3-torch", "libopenblas0-openmp", ...(onPath("g++").length > 0 ? [] : ["g++"])], step, refuseOldTorch);
  return search();
}

/** Throws a Failure if the system's torch is too old, before it is installed. */
async function refuseOldTorch() {
  const { output } = await capture(["apt-cache", "policy", "python3-torch"]);
  const version = /Candidate: (\d+\.\d+)/.exec(output)?.[1];
  if (version && isTooOld(version)) throw new Failure(`this system's python3-torch ${version} is too old: ${oldest} or newer is needed`);
}

async function aptInstall(packages, step, afterUpdate = async () => {}) {
  if (onPath("apt-get").length === 0) throw new Failure("no apt-get: not a Debian-like system");
  const command = `apt-get install ${packages.join(" ")}`;
  if (process.getuid() !== 0) throw new Failure(`only root may run it: ${command}`);
  if (!(await agreed(`Install system packages with ${command}?`))) throw new Failure(`you declined: ${command}`);
  const apt = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "Acquire::Retries=1", "-o", "DPkg::Lock::Timeout=60"];
  await step("apt-get update", [...apt, "update"]);
  await afterUpdate();
  await step(command, [...apt, "install", "-y", "--no-install-recommends", ...packages]);
}

/** What a judge needs beside torch. Without these programs it still judges some kinds of candidates. */
async function completeMachine({ torch }, step) {
  const missing = onPath("g++").length > 0 ? [] : ["g++"];
  // Debian's torch takes whatever BLAS is installed; without this one it runs on one slow thread.
  const isDebians = torch.startsWith("/usr/lib/python3/dist-packages/");
  if (isDebians && !(await capture(["dpkg-query", "-W", "libopenblas0-openmp"])).ok) missing.push("libopenblas0-openmp");
  if (missing.length === 0) return;
  try {
    await aptInstall(missing, step);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    process.stderr.write(`kernelwright set-up: ${missing.join(" and ")} missing, please install: ${error.message}\n`);
  }
}
