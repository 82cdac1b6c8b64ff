/**
 * Where the judge runs: a process here or behind any command prefix (ssh, srun, docker exec). The judge's own code
 * travels with the first line, so the other side needs only a shell, Python, torch and a compiler.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { BrokenHost, Interrupted, UserError } from "../domain/errors.ts";
import { jsonOf } from "../domain/json.ts";
import { type Job, Reply } from "../domain/protocol.ts";
import { kernelwright, shellLine } from "../domain/shell.ts";
import { type Child, startChild } from "./process.ts";

export interface Worker {
  /** Resolves with the judge's reply. Throws BrokenHost when the worker is lost. */
  submit(job: Job): Promise<Reply>;
  /** Ends the worker once it has replied to what it was asked; with `abandon` whatever it is doing is stopped at once. */
  close(abandon?: boolean): Promise<void>;
}

const judgeFolder = join(import.meta.dirname, "..", "..", "judge");

// Runs behind `sh`, so that a prefix needs no quoting rules of its own. Python says hello before the payload is sent,
// because some shells read ahead on standard input.
const BOOTSTRAP = [
  "import sys, os, json, tempfile, shutil, atexit, runpy",
  'print(json.dumps({"kind": "hello"}), flush=True)',
  "files = json.loads(sys.stdin.buffer.readline())",
  'folder = tempfile.mkdtemp(prefix="kernelwright-")',
  "atexit.register(shutil.rmtree, folder, True)",
  "os.chmod(folder, 0o755)",
  'os.makedirs(folder + "/judge")',
  'any(open(folder + "/judge/" + name, "w").write(text) < 0 for name, text in files.items())',
  "sys.path.insert(0, folder)",
  'sys.argv = ["judge"]',
  'runpy.run_module("judge", run_name="__main__", alter_sys=True)',
].join("; ");
/** A terminal sends Ctrl-C to everything on it; what the judge is at is finished all the same, so what runs here ignores it. */
const UNTOUCHED = ["sh", "-c", 'trap "" INT; exec "$@"', "sh"];
const SHELL_LINE = `exec "\${KERNELWRIGHT_PYTHON:-python3}" -u -c '${BOOTSTRAP}'\n`;

/** The judge's Python files by name. */
function judgeFiles(): Record<string, string> {
  const names = readdirSync(judgeFolder).filter((name) => name.endsWith(".py"));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(judgeFolder, name), "utf8")]));
}

/** The jobs of a judge, sent once it has said hello, and the replies that they wait for. */
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
    /** Takes what the judge said; returns what is wrong with it, or null. */
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
    /** There is no judge any more. */
    lose(error: Error): void {
      isGreeted = false;
      unsent.length = 0;
      for (const one of waiting.values()) one.reject(error);
      waiting.clear();
    },
  };
}

/** Starts a judge; `heard` is told its lines, and `ended` why there is no more: how it stopped, and the last that it said on standard error. */
function startJudge(prefix: readonly string[], env: Record<string, string>, heard: (line: string) => void, ended: (why: string) => void): Child {
  const started = startChild([...UNTOUCHED, ...prefix, "sh"], env);
  const last: string[] = [];
  createInterface({ input: started.stderr }).on("line", (line) => last.splice(0, Math.max(0, last.push(line) - 5)));
  createInterface({ input: started.stdout }).on("line", heard);
  void started.ended.then((how) => ended(`the judge stopped (${how})${last.length > 0 ? `: ${last.join(" | ")}` : ""}`));
  started.stdin.write(SHELL_LINE);
  return started;
}

/** What to try by hand where a worker is lost. */
function remedyFor(prefix: readonly string[]): string {
  if (prefix.length === 0) return "look for what is missing: npx kernelwright doctor";
  return `does this work: ${shellLine([...prefix, "python3", "--version"])}? If so: ${kernelwright("doctor", "--worker", shellLine(prefix))}`;
}

/** A judge process that is started with the first job and started again when it was lost. */
export function processWorker(prefix: readonly string[], env: Record<string, string>): Worker {
  const jobs = createJobs();
  let child: Child | undefined;
  let closed = false;

  const lost = (why: string): void => {
    child?.kill();
    child = undefined;
    jobs.lose(new BrokenHost(why, remedyFor(prefix)));
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
    async submit(job) {
      if (closed) throw new Interrupted("the run is stopping");
      child ??= start();
      return await jobs.ask(job, child.stdin);
    },
    async close(abandon = false) {
      closed = true;
      const ending = child;
      if (!ending) return;
      ending.stdin.end(); // it answers what it was asked, then ends
      if (abandon) child = undefined; // and is not listened to any more
      if (abandon) ending.kill();
      await ending.ended;
    },
  };
}

/** The words of a command prefix such as `ssh -p 22 "gpu 01" --`. */
export function splitPrefix(prefix: string): string[] {
  const words = [...prefix.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
  if (prefix.trim() !== "" && words.length === 0) throw new UserError(`--worker "${prefix}" is no command`, "give a command prefix, or spool:DIR");
  return words;
}
