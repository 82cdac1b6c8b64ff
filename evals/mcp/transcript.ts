/**
 * `npm run evals:mcp -- [FILE]`: a session of the official MCP client with `kernelwright mcp`, written down as Markdown (docs/results/mcp.md).
 * The judge is the real one, on this machine's CPU. The search replays recorded replies of a real model.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { argumentsIn } from "../arguments.ts";
import { connect } from "../../test/support/mcp-client.ts";
import { writeKernels } from "./kernels.ts";

const repository = join(import.meta.dirname, "..", "..");
const { positionals } = argumentsIn({ allowPositionals: true, options: {} });
const folder = mkdtempSync(join(tmpdir(), "kernelwright-mcp-"));
const pages: string[] = [];

const short = (text: string): string =>
  text
    .replaceAll(folder, "/project")
    .replaceAll(/-\d{4}-\d\d-\d\dT[\d-]{8}-\w{4}/g, "-<time>")
    .trim();
const fenced = (text: string): string => `\`\`\`text\n${short(text)}\n\`\`\``;

const session = await connect({ cwd: folder });

/** Calls a tool and writes down call, progress and result. */
async function shown(title: string, name: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  const begun = performance.now();
  const { text, isError, progress, data } = await session.call(name, input);
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  const steps = progress.length > 0 ? `\n\n${progress.length} notifications of progress, for example: ${short(progress.at(-1) ?? "")}` : "";
  const cut = text.length > 2600 ? `${text.slice(0, 2600)}\n… (${text.length} characters)` : text;
  pages.push(
    `## ${title}\n\nCall: \`${name}\` \`${short(JSON.stringify(input))}\`${steps}\n\nResult after ${seconds} s${isError ? ", an error" : ""}:\n\n${fenced(cut)}`,
  );
  return data;
}

try {
  cpSync(join(repository, "test", "fixtures", "affine.py"), join(folder, "affine.py"));
  cpSync(join(repository, "evals", "tasks", "row_softmax.py"), join(folder, "row_softmax.py"));
  const { right, wrong, cheating, finite } = writeKernels(folder);
  const on = { task: join(folder, "affine.py"), target: "cpu" };
  const { tools } = await session.client.listTools();
  pages.push(`## The tools\n\n${tools.map(({ name, description = "" }) => `- \`${name}\`: ${description}`).join("\n")}`);
  await shown("What the reference does", "profile", on);
  await shown("A wrong kernel", "evaluate", { ...on, candidate: wrong });
  await shown("A kernel that answers from memory", "evaluate", { ...on, candidate: cheating });
  await shown("A right kernel", "profile", { ...on, candidate: right });
  await shown("A kernel that replaces NaN", "evaluate", { ...on, candidate: finite });
  await shown("The same kernel, where NaN is required", "evaluate", { ...on, candidate: finite, require: ["nan"] });
  await shown("A mistake", "evaluate", { ...on, candidate: join(folder, "missing.py") });
  const { run } = await shown("A search", "start_search", { task: join(folder, "row_softmax.py"), target: "cpu", attempts: 3 });
  await shown("Its end", "search_status", { run, waitSeconds: 500 });
  await shown("The winner", "export", { run, output: "winner.py" });
  const commit = execFileSync("git", ["-C", repository, "rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const head = `# A session of a coding agent\n\nThe official MCP client talks to \`kernelwright mcp\`. The judge is the real one on ${cpus().length} cores of ${cpus()[0]?.model ?? "this CPU"}; the search replays recorded replies of a real model. The machine was busy, so the times mean little.\n\nCommand: \`npm run evals:mcp -- docs/results/mcp.md\`, at commit ${commit}, Node ${process.version}.`;
  const stray = `## Beside the protocol\n\nLines on standard output that are not of the protocol: ${session.broken.length}.`;
  writeFileSync(positionals[0] ?? join(repository, "docs", "results", "mcp.md"), `${[head, ...pages, stray].join("\n\n")}\n`);
} finally {
  await session.close();
  rmSync(folder, { recursive: true, force: true });
}
