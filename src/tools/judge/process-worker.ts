/**
 * Runs the judge as a process here or behind a command prefix (ssh, srun, docker exec). The judge's own code
 * travels with the first line, so the other side needs only a shell, Python, torch and a compiler.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { BrokenHost, Interrupted } from "../../domain/errors.ts";
import { jsonOf } from "../../lib/json.ts";
import type { Place } from "../../domain/hardware.ts";
import { type Job, Reply } from "../../domain/protocol.ts";
import { kernelwright, shellLine } from "../../lib/shell.ts";
import { spaceRemedy } from "../system/host-trouble.ts";
import { type Child, startChild } from "../system/process.ts";
import { repository } from "../../lib/repository.ts";

/** Who asks, and where the answer may come from. A queue, which has many hosts, heeds it. */
export interface Asker {
  /** the run */
  readonly owner: string;
  /** where the run's reference was measured: another host answers only after a while, and another kind of device never */
  readonly home?: Place | null;
  /** hosts that must not answer */
  readonly elsewhere?: readonly string[];
}

export interface Worker {
  /** Resolves with the judge's reply. Throws BrokenHost if the worker is lost. When `stop` aborts, cancels the job and throws the reason. */
  submit(job: Job, stop?: AbortSignal, asker?: Asker): Promise<Reply>;
  /** The live hosts with this device. A worker that has one host lacks it. */
  hostsWith?(this: void, device: string): Promise<string[]>;
  /** Ends the worker when it has replied to all jobs. With `abandon` it stops at once, and the jobs in flight throw Interrupted. */
  close(abandon?: boolean): Promise<void>;
}

const judgeFolder = join(repository, "judge");

// `sh` runs it, so a prefix needs no quoting rules. Python prints hello before the payload is sent,
// because some shells read ahead on standard input.
const BOOTSTRAP = [
  "import sys, os, json, tempfile, shutil, atexit, runpy",
  'print(json.dumps({"kind": "hello"}), flush=True)',
  "files = json.loads(sys.stdin.buffer.readline())",
  'folder = tempfile.mkdtemp(prefix=f"kernelwright-judge-{os.getpid()}-")', // so named it is removed by this judge, or swept by the next
  "atexit.register(shutil.rmtree, folder, True)",
  "os.chmod(folder, 0o755)",
  '[os.makedirs(os.path.dirname(folder + "/judge/" + name), exist_ok=True) for name in files]',
  'any(open(folder + "/judge/" + name, "w").write(text) < 0 for name, text in files.items())',
  "sys.path.insert(0, folder)",
  'sys.argv = ["judge"]',
  'runpy.run_module("judge", run_name="__main__", alter_sys=True)',
].join("; ");
/** Ignores Ctrl-C: a terminal sends it to all its processes, but the judge must finish its current job. */
const UNTOUCHED = ["sh", "-c", 'trap "" INT; exec "$@"', "sh"];
const SHELL_LINE = `exec "\${KERNELWRIGHT_PYTHON:-python3}" -u -c '${BOOTSTRAP}'\n`;

/** The judge's files by their path in its folder, without its suite, its tests, the capture of a user's script, and Python's caches. */
export function judgeFiles(): Record<string, string> {
  const isSent = (name: string) => !/^(suite|tests|capture)\/|(^|\/)__pycache__\//.test(name);
  const files = readdirSync(judgeFolder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const names = files.map((one) => relative(judgeFolder, join(one.parentPath, one.name))).filter(isSent);
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(judgeFolder, name), "utf8")]));
}

/** The jobs of a judge, which are sent after its hello, and the replies that they wait for. */
function createJobs() {
  const waiting = new Map<string, PromiseWithResolvers<Reply>>();
  const unsent: string[] = [];
  let isGreeted = false;
  return {
    async ask(job: Job, stdin: Child["stdin"]): Promise<Reply> {
      const one = Promise.withResolvers<Reply>();
      waiting.set(job.id, one);
      if (isGreeted) stdin.write(`${JSON.stringify(job)}\n`);
      else unsent.push(JSON.stringify(job));
      return await one.promise;
    },
    /** Reads a line of the judge. Returns the error in it, or null. */
    take(line: string, stdin: Child["stdin"]): string | null {
      const message = jsonOf(line) as { kind?: string } | undefined;
      if (!isGreeted && message?.kind !== "hello") return null; // a log-in banner
      if (message?.kind === "hello") {
        isGreeted = true;
        stdin.write([JSON.stringify(judgeFiles()), ...unsent.splice(0), ""].join("\n"));
        return null;
      }
      const reply = Reply.safeParse(message);
      if (!reply.success) return `the judge sent a reply that does not fit the protocol: ${z.prettifyError(reply.error)}: ${line.slice(0, 300)}`;
      waiting.get(reply.data.id)?.resolve(reply.data);
      waiting.delete(reply.data.id);
      return null;
    },
    /** Cancels a job. Returns whether the judge now works for nobody. */
    drop(id: string, reason: unknown): boolean {
      waiting.get(id)?.reject(reason);
      return waiting.delete(id) && waiting.size === 0;
    },
    /** Handles the end of the judge. */
    lose(error: Error): void {
      isGreeted = false;
      unsent.length = 0;
      for (const one of waiting.values()) one.reject(error);
      waiting.clear();
    },
  };
}

/** Starts a judge. `heard` receives its lines. `ended` receives the reason of its end and the last lines of its standard error. */
function startJudge(prefix: readonly string[], env: Record<string, string>, heard: (line: string) => void, ended: (why: string) => void): Child {
  const started = startChild([...UNTOUCHED, ...prefix, "sh"], env);
  const last: string[] = [];
  createInterface({ input: started.stderr }).on("line", (line) => isWorthQuoting(line) && last.splice(0, Math.max(0, last.push(line) - 5)));
  createInterface({ input: started.stdout }).on("line", heard);
  void started.ended.then((how) => ended(`the judge stopped (${how})${last.length > 0 ? `: ${last.join(" | ")}` : ""}`));
  started.stdin.write(SHELL_LINE);
  return started;
}

/** The last line of a Python traceback, without its frames. */
const isWorthQuoting = (line: string): boolean => !/^\s|^Traceback /.test(line) && line !== "";

/** The advice for a lost worker, by the reason. */
function remedyFor(prefix: readonly string[], why: string): string {
  const space = spaceRemedy(why);
  if (space !== null) return space;
  if (prefix.length === 0) return "look for what is missing: npx kernelwright doctor";
  return `does this work: ${shellLine([...prefix, "python3", "--version"])}? If so: ${kernelwright("doctor", "--worker", shellLine(prefix))}`;
}

/**
 * A judge process that starts with the first job, and starts again if it was lost. The protocol has no message to cancel a
 * job. Therefore a judge with only cancelled jobs is killed, and the next one starts after its end.
 */
export function processWorker(prefix: readonly string[], env: Record<string, string>): Worker {
  const jobs = createJobs();
  let child: Child | undefined;
  let before: Promise<unknown> = Promise.resolve();
  let closed = false;

  const end = (): void => {
    before = child?.ended ?? before;
    child?.kill();
    child = undefined;
  };
  const lost = (why: string): void => {
    end();
    jobs.lose(new BrokenHost(why, remedyFor(prefix, why)));
  };
  const start = (): Child => {
    const heard = (line: string): void => {
      const problem = child === started ? jobs.take(line, started.stdin) : null; // else an earlier judge's last words
      if (problem !== null) lost(problem);
    };
    const started = startJudge(prefix, env, heard, (why) => child === started && lost(why));
    return started;
  };
  return {
    async submit(job, stop) {
      if (!child) await before;
      if (closed) throw new Interrupted("the run is stopping");
      stop?.throwIfAborted();
      child ??= start();
      const giveUp = (): void => {
        if (jobs.drop(job.id, stop?.reason)) lost("nobody waits for it");
      };
      stop?.addEventListener("abort", giveUp, { once: true });
      return await jobs.ask(job, child.stdin).finally(() => stop?.removeEventListener("abort", giveUp));
    },
    async close(abandon = false) {
      closed = true;
      const ending = child;
      if (!ending) return;
      ending.stdin.end(); // it answers what it was asked, then ends
      if (abandon) {
        child = undefined; // and is not listened to any more
        ending.kill();
        jobs.lose(new Interrupted("the run is stopping"));
      }
      await ending.ended;
    },
  };
}
