/**
 * `npm run evals:walk -- [--only TEXT] [FILE]`: gives the command line one bad input after the other, as a newcomer would, and writes down exit
 * code and message as a Markdown table (docs/results/walk.md). `--only` runs the inputs whose name holds the text. The judge is the real one,
 * on this machine's CPU.
 */
import { execa } from "execa";
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { startLoopback } from "../../test/support/loopback.ts";
import { scriptedJudge } from "../../test/support/places.ts";
import { until } from "../../test/support/until.ts";
import { argumentsIn } from "../arguments.ts";
import { type Case, cases } from "./cases.ts";
import { bundleModel, bundles, candidates, configs, tasks } from "./files.ts";

const repository = join(import.meta.dirname, "..", "..");
const PATIENCE = 90;
/** One mebibyte: of a chattering candidate only the end is of interest. */
const MOST = 1 << 20;

interface Seen {
  readonly of: Case;
  readonly exit: number | null;
  readonly seconds: number;
  readonly message: string;
  readonly advice: string;
}

const { values, positionals } = argumentsIn({ allowPositionals: true, options: { only: { type: "string", default: "" } } });
const folder = mkdtempSync(join(tmpdir(), "kernelwright-walk-"));

/** Starts the command line in the folder, for at most `patience` seconds. */
function kernelwright(args: readonly string[], env: Readonly<Record<string, string>>, patience = PATIENCE, within: readonly string[] = []) {
  const [program, ...words] = [...within, "node", join(repository, "bin", "kernelwright.mjs"), ...args] as [string, ...string[]];
  return execa(program, words, {
    cwd: folder,
    env: { OPENAI_API_KEY: "", OPENAI_BASE_URL: "", ...env },
    input: "",
    reject: false,
    all: true,
    timeout: patience * 1000,
    maxBuffer: { stdout: MOST, stderr: MOST, all: MOST },
  });
}

/** Writes the files that the inputs need, and three runs: a finished one, a damaged one and one on a full disk. */
async function prepare(): Promise<void> {
  for (const [name, text] of Object.entries({ ...tasks, ...candidates, ...configs })) writeFileSync(join(folder, name), text);
  for (const [name, text] of Object.entries(bundles)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "kernel.cpp"), text);
    writeFileSync(join(folder, name, "model_new.py"), bundleModel);
  }
  for (const name of ["folder", "readonly"]) mkdirSync(join(folder, name));
  const replay = join(repository, "evals", "recorded", "row_softmax.cpu.jsonl");
  const task = join(repository, "evals", "tasks", "row_softmax.py");
  await kernelwright(["optimize", task, "--target", "cpu", "--replay", replay, "--worker", scriptedJudge, "--out", "runs/one"], {});
  cpSync(join(folder, "runs/one"), join(folder, "runs/damaged"), { recursive: true });
  appendFileSync(join(folder, "runs/damaged/events.jsonl"), '{"type":"attem\n');
  mkdirSync(join(folder, "runs/full"));
  symlinkSync("/dev/full", join(folder, "runs/full/events.jsonl"));
}

/** An endpoint that behaves as the case says; its address, and how to end it. */
async function endpoint(model: Case["model"]): Promise<{ env: Record<string, string>; close(): Promise<void> }> {
  const set = (url: string) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: "a key", KERNELWRIGHT_MODEL: "scripted" });
  if (model === undefined) return { env: {}, close: async () => {} };
  if (model === "refused") return { env: set("http://127.0.0.1:9"), close: async () => {} };
  const server = await startLoopback((request, response) => {
    if (model === "drop") request.socket.destroy();
    else if (model === "silent") response.on("error", () => {});
    else if (model === "garbage") response.writeHead(200, { "content-type": "text/html" }).end("<html>It works!</html>");
    else if (model === "prose") {
      const chunk = { id: "c", object: "chat.completion.chunk", created: 0, model: "scripted" };
      const choice = { index: 0, delta: { role: "assistant", content: "I would rather talk about the weather." }, finish_reason: "stop" };
      response.writeHead(200, { "content-type": "text/event-stream" }).end(`data: ${JSON.stringify({ ...chunk, choices: [choice] })}\n\ndata: [DONE]\n\n`);
    } else response.writeHead(Number(model), { "content-type": "application/json" }).end(JSON.stringify({ error: { message: "scripted failure" } }));
  });
  return { env: set(server.url), close: async () => await server.close() };
}

async function seen(one: Case): Promise<Seen> {
  const server = await endpoint(one.model);
  const env = { ...server.env, ...one.env };
  const first = one.beside && kernelwright(one.beside.args, env);
  if (one.beside) await until(() => existsSync(join(folder, one.beside!.run, "lock")));
  const begun = performance.now();
  const { exitCode = null, all } = await kernelwright(one.args, env, one.patience, one.within);
  const seconds = (performance.now() - begun) / 1000;
  first?.kill();
  await first;
  await server.close();
  const lines = all.replaceAll(folder, "…").split("\n");
  const advice = lines.filter((line) => /^\s*(->|\(see )/.test(line)).map((line) => line.replace(/^\s*->\s*/, "").trim());
  const message = lines.findLast((line) => /^(kernelwright: |error: )/.test(line)) ?? verdictIn(lines) ?? lines.findLast((line) => line.trim() !== "") ?? "";
  return { of: one, exit: exitCode, seconds, message: message.trim(), advice: advice.at(-1) ?? "" };
}

/** The line of a verdict, with the line that says more of it. */
function verdictIn(lines: readonly string[]): string | undefined {
  const at = lines.findIndex((line) => /^[a-z_]+: /.test(line) && !line.startsWith("run: "));
  return at < 0 ? undefined : [lines[at], /:\s*$/.test(lines[at] ?? "") ? lines[at + 1] : ""].join(" ");
}

const cell = (text: string): string => (text.length > 220 ? `${text.slice(0, 220)} …` : text).replaceAll("|", "\\|").replaceAll("<", "&lt;");

function page(rows: readonly Seen[]): string {
  const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { version: string };
  const odd = rows.filter(({ of, exit }) => !(of.exits ?? [1]).includes(exit ?? -1));
  const fresh = rows.filter(({ of }) => of.isNew).length;
  return `# The walk of a newcomer

This page shows the answer of the command line to ${rows.length} bad inputs: ${rows.length - fresh} of the first walk and ${fresh} new ones.

Command: \`npm run evals:walk -- docs/results/walk.md\`, kernelwright ${version}, Node ${process.version}, ${cpus().length} cores of ${cpus()[0]?.model ?? "a processor"}, ${new Date().toISOString().slice(0, 10)}. The machine was busy, so the times mean little.
Exit codes: 1 bad input, 2 usage, 3 no faster kernel, 4 stopped and resumable. ${odd.length === 0 ? "Every code is the expected one." : `Unexpected codes: ${odd.map(({ of }) => of.what).join(", ")}.`}

| input | new | exit | message | advice | s |
| --- | --- | --- | --- | --- | --- |
${rows.map(({ of, exit, message, advice, seconds }) => `| ${cell(of.what)} | ${of.isNew ? "new" : ""} | ${exit ?? "no end"} | ${cell(message)} | ${cell(advice)} | ${seconds.toFixed(0)} |`).join("\n")}
`;
}

try {
  await prepare();
  const rows: Seen[] = [];
  for (const one of cases.filter(({ what }) => what.includes(values.only))) {
    const row = await seen(one);
    rows.push(row);
    console.error(`${row.exit ?? "no end"}  ${row.seconds.toFixed(1)} s  ${one.what}: ${row.message}\n    -> ${row.advice}`);
  }
  const [file] = positionals;
  if (file === undefined) console.log(page(rows));
  else writeFileSync(file, page(rows));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
