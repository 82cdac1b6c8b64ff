/**
 * Small kernels with one known fault each, judged and diagnosed: does the diagnosis name the class and the limit, with the hardware's
 * counters and without? What is planted stands at the head of each kernel, in cuda/ and cpp/.
 *
 *     node evals/profile/planted.ts [--target cpu] [--worker ...]      asks a judge and prints the table; exits 1 where one is missed
 *     node evals/profile/planted.ts --jobs > jobs.jsonl                the same in two steps, for a host without Node:
 *     python3 -m judge < jobs.jsonl > replies.jsonl
 *     node evals/profile/planted.ts --replies replies.jsonl
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Gpu } from "../../src/domain/host.ts";
import type { Diagnosis } from "../../src/domain/profile.ts";
import { type Job, PROTOCOL, Reply } from "../../src/domain/protocol.ts";
import { Precision, type Target } from "../../src/domain/task.ts";
import { type OkVerdict, problemOf } from "../../src/domain/verdict.ts";
import { diagnose } from "../../src/search/diagnosis.ts";
import { workerOf } from "../../src/services.ts";

interface Planted {
  readonly name: string;
  readonly about: string;
  readonly task: string;
  readonly precision: Precision;
  readonly bound: string;
  readonly limit: string;
  readonly source: string;
}

const HERE = import.meta.dirname;
const native = { cuda: { folder: "cuda", ending: ".cu", language: "cuda" }, cpu: { folder: "cpp", ending: ".cpp", language: "cpp" } } as const;
/** What a candidate returns room for; its arguments are the task's inputs, that room, rows and columns. */
const rooms: Record<string, string> = {
  turn: "x.new_empty(x.shape[1], x.shape[0])",
  bins: "x.new_zeros(4)",
  row_sum: "x.new_empty(x.shape[0])",
  row_most: "x.new_empty(x.shape[0])",
  total: "x.new_empty(())",
  whole: "x.new_empty(())",
  window: "x.new_empty(x.shape[0], x.shape[1] - 64)",
};

function plantedIn(target: Target): Planted[] {
  const { folder, ending } = native[target];
  const files = readdirSync(join(HERE, folder)).filter((file) => file.endsWith(ending));
  const all = files.toSorted().map((file) => {
    const source = readFileSync(join(HERE, folder, file), "utf8");
    const said = (key: string): string | undefined => new RegExp(`^// ${key}: (.+)$`, "m").exec(source)?.[1];
    const [about, task, bound, limit] = ["planted", "task", "bound", "limit"].map((key) => said(key));
    if (!about || !task || !bound || !limit) throw new Error(`${file} does not say what is planted in it`);
    return { name: file.slice(0, -ending.length), about, task, bound, limit, precision: Precision.parse(said("precision") ?? "fp32"), source };
  });
  return all.toSorted((a, b) => (a.task < b.task ? -1 : Number(a.task > b.task))); // so that the judge opens each task once
}

function jobOf({ name, task, precision, source }: Planted, target: Target): Job {
  const { ending, language } = native[target];
  const inputs = task === "product" ? ["a", "b"] : ["x"];
  const model = `from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, ${inputs.join(", ")}):
        out = ${rooms[task] ?? `${inputs[0]}.new_empty(${inputs[0]}.shape)`}
        lib.run(${inputs.join(", ")}, out, ${inputs[0]}.shape[0], ${inputs[0]}.shape[1])
        return out
`;
  const files = [
    { name: "model_new.py", text: model },
    { name: `kernel${ending}`, text: source },
  ];
  const text = readFileSync(join(HERE, "tasks", `${task}.py`), "utf8");
  return {
    protocol: PROTOCOL,
    id: `planted-${name}`,
    kind: "evaluate",
    task: { name: task, source: text },
    target,
    precision,
    candidate: { language, files },
    tier: "search",
    baselines: [],
    library: "library-allowed",
    counters: true,
  };
}

/** The verdict as if nothing had been counted: the activity trace, the compiler and the floor stay. */
function withoutCounters(verdict: OkVerdict): OkVerdict {
  const { profile } = verdict;
  return { ...verdict, profile: profile && { ...profile, kernels: profile.kernels.map((row) => ({ ...row, counters: undefined })) } };
}

function found({ bound, limit }: Planted, diagnosis: Diagnosis): { right: boolean; cells: string[] } {
  const place = diagnosis.limits.findIndex(({ what }) => what === limit) + 1;
  const right = diagnosis.bound === bound && place > 0;
  return { right, cells: [diagnosis.bound, place > 0 ? `${place}.` : (diagnosis.limits[0]?.what ?? "none"), right ? "yes" : "**no**"] };
}

function row(planted: Planted, reply: Reply | undefined, gpu: Gpu | null): { right: boolean[]; cells: string[] } {
  const head = [planted.name, planted.about, planted.bound, planted.limit];
  if (reply?.kind !== "verdict" || reply.verdict.status !== "ok") {
    const why = reply?.kind === "verdict" ? `${reply.verdict.status}: ${problemOf(reply.verdict)}` : reply && "reason" in reply ? reply.reason : "no reply";
    return { right: [false, false], cells: [...head, why.split("\n")[0]!.slice(0, 120)] };
  }
  const [counted, plain] = [reply.verdict, withoutCounters(reply.verdict)].map((verdict) => found(planted, diagnose(verdict, gpu)));
  return { right: [counted!.right, plain!.right], cells: [...head, ...counted!.cells, ...plain!.cells] };
}

async function repliesTo(jobs: readonly Job[], given: string | undefined, workerName: string): Promise<Reply[]> {
  if (given)
    return readFileSync(given, "utf8")
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => Reply.parse(JSON.parse(line)));
  const worker = workerOf(workerName);
  try {
    const replies: Reply[] = [];
    for (const job of jobs) replies.push(await worker.submit(job));
    return replies;
  } finally {
    await worker.close(true);
  }
}

const { values } = parseArgs({
  options: { target: { type: "string", default: "cuda" }, worker: { type: "string", default: "" }, jobs: { type: "boolean" }, replies: { type: "string" } },
});
const target: Target = values.target === "cpu" ? "cpu" : "cuda";
const all = plantedIn(target);
const jobs: Job[] = [{ protocol: PROTOCOL, id: "host", kind: "probe" }, ...all.map((one) => jobOf(one, target))];
if (values.jobs) console.log(jobs.map((job) => JSON.stringify(job)).join("\n"));
else {
  const replies = await repliesTo(jobs, values.replies, values.worker);
  const host = replies.find((reply) => reply.kind === "host")?.host;
  const gpu = target === "cuda" ? (host?.gpu ?? null) : null;
  const rows = all.map((one) =>
    row(
      one,
      replies.find(({ id }) => id === `planted-${one.name}`),
      gpu,
    ),
  );
  const titles = [
    "kernel",
    "planted",
    "class",
    "limit",
    "said: class",
    "place of the limit, or the first",
    "right",
    "without counters: class",
    "limit",
    "right",
  ];
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  console.log([line(titles), line(titles.map(() => "---")), ...rows.map(({ cells }) => line(cells))].join("\n"));
  const right = (at: number): number => rows.filter((one) => one.right[at]).length;
  console.log(`\n${right(0)} of ${all.length} right; without counters ${right(1)}.`);
  process.exitCode = right(0) === all.length ? 0 : 1;
}
