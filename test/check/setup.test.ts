/**
 * The set-up of a fresh clone, with real processes. Small shell scripts replace the interpreters and package managers on PATH, pip and apt
 * included. The clone's node packages count as installed.
 */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "../support/command.ts";
import { until } from "../support/until.ts";

let clone: string;
let fakes: string;

beforeEach(() => {
  clone = scratch();
  fakes = join(clone, "fakes");
  for (const folder of ["fakes", "src/cli", "node_modules/.bin"]) mkdirSync(join(clone, folder), { recursive: true });
  cpSync("bin", join(clone, "bin"), { recursive: true });
  copyFileSync("package-lock.json", join(clone, "package-lock.json"));
  writeFileSync(join(clone, "node_modules/.kernelwright-setup"), createHash("sha256").update(readFileSync("package-lock.json")).digest("hex"));
  symlinkSync(process.execPath, join(clone, "node_modules/.bin/node"));
  writeFileSync(join(clone, "src/cli/main.ts"), "console.log(process.env.KERNELWRIGHT_PYTHON ?? 'no python', ...process.argv.slice(2));\n");
  for (const tool of ["env", "sh", "rm", "cat", "chmod", "mkdir", "sleep"]) symlinkSync(join("/bin", tool), join(fakes, tool));
  fake("g++", "exit 0");
  symlinkSync(fake("esbuild", `echo start >> ${clone}/joins`), join(clone, "node_modules/.bin/esbuild"));
  fake("sudo", `echo "$*" >> ${clone}/sudo-calls`);
});

afterEach(() => {
  expect(existsSync(join(clone, "sudo-calls"))).toBe(false);
});

function fake(name: string, body: string): string {
  const file = join(fakes, name);
  writeFileSync(file, `#!/bin/sh\n${body}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** A Python that imports torch, and one that cannot. Both note each start. */
const withTorch = (name: string) => fake(name, `echo start >> ${clone}/starts; echo ${fakes}/${name}; echo ${clone}/package-lock.json; echo 2.6`);
const withoutTorch = (name: string, onVenv = "exit 1") =>
  fake(name, `case "$1$2" in -mvenv) ${onVenv};; *) echo "ModuleNotFoundError: No module named 'torch'"; exit 1;; esac`);
const starts = () => readFileSync(join(clone, "starts"), "utf8").trim().split("\n").length;

/** Starts the clone's own program and waits for its end. */
async function kernelwright(args: string[] = [], env: Record<string, string> = {}, entry?: (child: ReturnType<typeof spawn>) => void) {
  const child = spawn(process.execPath, [join(clone, "bin/kernelwright.mjs"), ...args], { env: { PATH: fakes, HOME: clone, ...env } });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (text) => (stdout += String(text)));
  child.stderr.on("data", (text) => (stderr += String(text)));
  entry?.(child);
  const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((done) =>
    child.on("close", (exit, by) => done({ code: exit, signal: by })),
  );
  return { code, signal, stdout: stdout.trim(), stderr };
}

describe("node packages", () => {
  beforeEach(() => rmSync(join(clone, "node_modules/.kernelwright-setup")));

  it("are installed by npm ci once", async () => {
    fake("npm", `echo "$*" >> ${clone}/npm-calls`);
    await kernelwright(["--help"]);
    const { stderr } = await kernelwright(["--help"]);
    expect(stderr).toBe("");
    expect(readFileSync(join(clone, "npm-calls"), "utf8")).toMatch(/^ci --ignore-scripts [^\n]*\n$/);
  });

  it("are installed again when the lock file changes", async () => {
    fake("npm", `echo "$1" >> ${clone}/npm-calls`);
    await kernelwright(["--help"]);
    writeFileSync(join(clone, "package-lock.json"), readFileSync("package-lock.json", "utf8").replace("kernelwright", "other"));
    await kernelwright(["--help"]);
    expect(readFileSync(join(clone, "npm-calls"), "utf8")).toBe("ci\nci\n");
  });

  it("are accepted when someone has run npm by hand", async () => {
    copyFileSync("package-lock.json", join(clone, "node_modules/.package-lock.json"));
    expect(await kernelwright(["--help"])).toEqual({ code: 0, signal: null, stdout: "no python --help", stderr: "" });
  });

  it("of the command line are joined once, and again when the lock file changes", async () => {
    fake("npm", "exit 0");
    const joins = () => readFileSync(join(clone, "joins"), "utf8");
    await kernelwright(["--help"]);
    await kernelwright(["--help"]);
    expect(joins()).toBe("start\n");
    writeFileSync(join(clone, "package-lock.json"), readFileSync("package-lock.json", "utf8").replace("kernelwright", "other"));
    await kernelwright(["--help"]);
    expect(joins()).toBe("start\nstart\n");
  });

  it("that cannot be joined end the program with esbuild's own message", async () => {
    fake("npm", "exit 0");
    fake("esbuild", "echo no package zod; exit 1");
    expect(await kernelwright(["--help"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/kernelwright: esbuild cannot join the packages:\nno package zod\n$/),
    });
  });

  it("that cannot be installed end the program with npm's own message", async () => {
    fake("npm", "echo npm error network; exit 1");
    const { code, stderr } = await kernelwright(["--help"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/npm ci failed after \d+\.\d s\nkernelwright: npm ci failed:\nnpm error network\n$/);
  });
});

describe("finding a Python with torch", () => {
  it("chooses the first on PATH that imports torch, and passes arguments on", async () => {
    withTorch("python3");
    const { code, stdout } = await kernelwright(["optimize", "a b"]);
    expect([code, stdout]).toEqual([0, `${fakes}/python3 optimize a b`]);
  });

  it("remembers the choice and does not start Python again until it changes", async () => {
    const python = withTorch("python3");
    await kernelwright();
    const second = await kernelwright();
    expect([second.stdout, second.stderr, starts()]).toEqual([python, "", 1]);
    utimesSync(python, 1, 1);
    await kernelwright();
    expect(starts()).toBe(2);
  });

  it("prefers KERNELWRIGHT_PYTHON and refuses it in one message when it has no torch", async () => {
    withTorch("python3");
    const other = withTorch("other");
    expect((await kernelwright([], { KERNELWRIGHT_PYTHON: other })).stdout).toBe(other);
    const bare = withoutTorch("bare");
    const { code, stderr } = await kernelwright([], { KERNELWRIGHT_PYTHON: bare });
    expect([code, stderr]).toEqual([
      1,
      `kernelwright: KERNELWRIGHT_PYTHON=${bare} cannot import torch: ModuleNotFoundError: No module named 'torch'\n  -> name an interpreter that can, or unset KERNELWRIGHT_PYTHON\n`,
    ]);
  });

  it("leaves out a torch that is too old, and says so", async () => {
    mkdirSync(join(clone, "old"));
    writeFileSync(join(clone, "old/torch.py"), '__version__ = "1.13.1"');
    const real = spawnSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" }).stdout.trim();
    const old = fake("python3", `PYTHONPATH=${clone}/old exec ${real} "$@"`);
    const refused = "torch 1.13.1 is too old, 2.4 or newer is needed";
    expect((await kernelwright([], { KERNELWRIGHT_PYTHON: old })).stderr).toContain(`cannot import torch: ${refused}`);
    expect((await kernelwright()).stderr).toContain(`${old} is left out: ${refused}`);
    writeFileSync(join(clone, "old/torch.py"), '__version__ = "2.11.0+cpu"');
    expect((await kernelwright()).code).toBe(0);
  });

  it("shows help without looking for torch", async () => {
    expect((await kernelwright(["--help"])).stdout).toBe("no python --help");
  });

  it("runs once if several programs start together", async () => {
    withTorch("python3");
    const all = await Promise.all([1, 2, 3, 4].map(async () => kernelwright()));
    expect(all.map(({ code, stdout }) => [code, stdout])).toEqual([1, 2, 3, 4].map(() => [0, `${fakes}/python3`]));
    expect(starts()).toBe(1);
    expect(existsSync(join(clone, ".kernelwright/setup-python.lock"))).toBe(false);
  });

  it("takes over the lock of a process that is gone", async () => {
    withTorch("python3");
    mkdirSync(join(clone, ".kernelwright"));
    writeFileSync(join(clone, ".kernelwright/setup-python.lock"), "4194304");
    expect((await kernelwright()).code).toBe(0);
  });
});

describe("installing a Python with torch", () => {
  /** A python3 whose -m venv makes an environment with this interpreter. */
  const venvOf = (body: string) =>
    withoutTorch("python3", `mkdir -p .venv/bin; printf '%s\\n' '#!/bin/sh' '${body}' > .venv/bin/python; chmod 755 .venv/bin/python`);

  it("fills .venv if pip reaches its index", async () => {
    venvOf(`case "$1" in -m) exit 0;; *) echo ${clone}/.venv/bin/python; echo ${clone}/package-lock.json; echo 2.6;; esac`);
    const { stdout, stderr } = await kernelwright();
    expect(stdout).toBe(`${clone}/.venv/bin/python`);
    expect(stderr).toMatch(/pip install torch numpy took \d+\.\d s\n/);
  });

  it("falls through to Debian's packages and leaves no half-made .venv", async () => {
    venvOf("echo no index; exit 1");
    fake(
      "apt-get",
      `case "$*" in *install*python3-torch*) printf '%s\\n' '#!/bin/sh' 'echo ${fakes}/python3; echo ${clone}/package-lock.json; echo 2.6' > ${fakes}/python3;; esac`,
    );
    const { code, stdout, stderr } = await kernelwright();
    expect([code, stdout]).toEqual([0, `${fakes}/python3`]);
    expect(stderr).toMatch(/asking pip for torch failed after/);
    expect(stderr).toMatch(/apt-get install python3-torch libopenblas0-openmp took \d/);
    expect(existsSync(join(clone, ".venv"))).toBe(false);
  });

  it("does not install Debian's packages if their torch is too old", async () => {
    withoutTorch("python3", "exit 1");
    fake("apt-get", `echo "$*" >> ${clone}/apt-calls`);
    fake("apt-cache", "echo '  Candidate: 1.13.1+dfsg-4'");
    const { code, stderr } = await kernelwright();
    expect(code).toBe(1);
    expect(stderr).toContain("this system's python3-torch 1.13 is too old: 2.4 or newer is needed");
    expect(readFileSync(join(clone, "apt-calls"), "utf8")).not.toContain("install -y");
  });

  it("lists what to install and what was tried, if nothing works", async () => {
    withoutTorch("python3", "echo ensurepip is not available; exit 1");
    const { code, stderr } = await kernelwright();
    expect(code).toBe(1);
    expect(stderr).toContain("KERNELWRIGHT_PYTHON=/path/to/python");
    expect(stderr).toContain("ensurepip is not available");
    expect(stderr).toContain("no apt-get");
    expect(stderr).not.toContain(".mjs:");
  });

  it("ends quietly and cleans up when interrupted", async () => {
    venvOf("exec sleep 30");
    const { code, stderr } = await kernelwright([], {}, (child) => {
      child.stderr?.on("data", (text) => String(text).includes("asking pip") && setTimeout(() => child.kill("SIGINT"), 200));
    });
    expect(code).toBe(130);
    expect(stderr).toMatch(/interrupted\n$/);
    expect(existsSync(join(clone, ".venv"))).toBe(false);
    expect(existsSync(join(clone, ".kernelwright/setup-python.lock"))).toBe(false);
  });
});

describe("system packages", () => {
  /** The process's own view: whether it is at a terminal, and its user. */
  const preload = (script: string) => ({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` });
  const terminal = preload("process.stdin.isTTY = process.stderr.isTTY = true");
  const question = "kernelwright set-up: Install system packages with apt-get install python3-torch libopenblas0-openmp? [Y/n] ";
  const answering = (answer: string) => (child: ReturnType<typeof spawn>) => void child.stdin?.end(answer);

  beforeEach(() => {
    withoutTorch("python3", "echo ensurepip is not available; exit 1");
    fake(
      "apt-get",
      `case "$*" in *install*) printf '%s\\n' '#!/bin/sh' 'echo ${fakes}/python3; echo ${clone}/package-lock.json; echo 2.6' > ${fakes}/python3;; esac`,
    );
  });

  it("are installed after a question to the person at the terminal: Enter is yes", async () => {
    const { code, stdout, stderr } = await kernelwright(["optimize"], terminal, answering("\n"));
    expect([code, stdout]).toEqual([0, `${fakes}/python3 optimize`]);
    expect(stderr).toContain(question);
  });

  it.each(["n\n", ""])("are not installed if the answer is %j", async (answer) => {
    const { code, stderr } = await kernelwright([], terminal, answering(answer));
    expect(code).toBe(1);
    expect(stderr).toContain("you declined: apt-get install python3-torch libopenblas0-openmp");
  });

  it.each([
    [["--yes"], {}],
    [[], { CI: "1" }],
  ])("are installed without a question with %j %j", async (args, env) => {
    const { code, stdout, stderr } = await kernelwright(args, { ...terminal, ...env });
    expect([code, stdout]).toEqual([0, `${fakes}/python3`]);
    expect(stderr).not.toContain("[Y/n]");
  });

  it("are left to root, without sudo", async () => {
    const { code, stderr } = await kernelwright([], preload("process.getuid = () => 1000"));
    expect([code, stderr]).toEqual([1, expect.stringContaining("only root may run it: apt-get install python3-torch libopenblas0-openmp")]);
  });

  it("end the question at Ctrl-C", async () => {
    const { code } = await kernelwright([], terminal, (child) => {
      child.stderr?.on("data", (text) => String(text).includes("[Y/n]") && child.kill("SIGINT"));
    });
    expect(code).toBe(130);
  });
});

describe("a package that npm installed, without a clone", () => {
  it("is set up in the person's cache, without npm and whatever may be written beside it", async () => {
    rmSync(join(clone, "package-lock.json"));
    rmSync(join(clone, "node_modules/.kernelwright-setup"));
    mkdirSync(join(clone, "dist/cli"), { recursive: true });
    writeFileSync(join(clone, "dist/cli/main.js"), "console.log('packed', process.env.KERNELWRIGHT_PYTHON);");
    fake("python3", `echo ${fakes}/python3; echo ${fakes}/python3; echo 2.6`);
    expect(await kernelwright()).toMatchObject({ code: 0, stdout: `packed ${fakes}/python3` });
    expect(existsSync(join(clone, ".cache/kernelwright/setup.json"))).toBe(true);
    expect(existsSync(join(clone, ".kernelwright"))).toBe(false);
  });

  it("runs on the Node that npm installed beside it", () => {
    const folder = join(clone, "elsewhere/node_modules");
    for (const name of [".bin", "kernelwright"]) mkdirSync(join(folder, name), { recursive: true });
    cpSync("bin", join(folder, "kernelwright/bin"), { recursive: true });
    symlinkSync(fake("newer-node", 'echo "newer Node: $*"'), join(folder, ".bin/node"));
    const run = spawnSync(process.execPath, [join(folder, "kernelwright/bin/kernelwright.mjs"), "--version"], {
      encoding: "utf8",
      env: { PATH: fakes, HOME: clone },
    });
    expect(run.stdout).toMatch(/^newer Node: .*main\.js --version\n$/);
  });
});

describe("becoming the program", () => {
  it("passes the exit code on", async () => {
    writeFileSync(join(clone, "src/cli/main.ts"), "process.exit(7);");
    expect((await kernelwright(["--help"])).code).toBe(7);
  });

  it("passes signals on, in both directions", async () => {
    writeFileSync(join(clone, "src/cli/main.ts"), 'process.on("SIGTERM", () => process.exit(9)); setInterval(() => {}, 1000); console.log("up");');
    const term = (child: ReturnType<typeof spawn>) => child.stdout?.on("data", () => child.kill("SIGTERM"));
    expect((await kernelwright(["--help"], {}, term)).code).toBe(9);
    writeFileSync(join(clone, "src/cli/main.ts"), 'process.kill(process.pid, "SIGKILL");');
    expect((await kernelwright(["--help"])).signal).toBe("SIGKILL");
  });

  it("ends the program if the launcher is killed by SIGKILL", async () => {
    const pidFile = join(clone, "pid");
    writeFileSync(
      join(clone, "src/cli/main.ts"),
      `import { writeFileSync } from "node:fs"; setInterval(() => {}, 1000); writeFileSync("${pidFile}", String(process.pid)); console.log("up");`,
    );
    await kernelwright(["--help"], {}, (child) => child.stdout?.on("data", () => child.kill("SIGKILL")));
    const pid = Number(readFileSync(pidFile, "utf8"));
    await until(() => !existsSync(`/proc/${pid}`));
  });
});
