/** Reads the kernels of this folder as candidates. A kernel's head comment names its planted fault and its task. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Candidate } from "../../src/domain/candidate.ts";
import { type Job, PROTOCOL, Reply } from "../../src/domain/protocol.ts";
import { type Language, Precision, type Target, type Task } from "../../src/domain/task.ts";
import type { Tier } from "../../src/domain/verdict.ts";
import { workerOf } from "../../src/config/services.ts";

export interface Case {
  readonly name: string;
  readonly target: Target;
  readonly task: Task;
  readonly precision: Precision;
  readonly candidate: Candidate;
  /** what follows `// key: ` at the head of the kernel; throws where it does not say */
  readonly says: (key: string) => string;
}

const HERE = import.meta.dirname;
const languages: Record<string, { language: Language; target: Target; file: string }> = {
  cu: { language: "cuda", target: "cuda", file: "kernel.cu" },
  cpp: { language: "cpp", target: "cpu", file: "kernel.cpp" },
  py: { language: "triton", target: "cuda", file: "model_new.py" },
};
/** The outputs of native kernels whose output shape differs from the input's. The kernels take the task's inputs, the output, rows and columns. */
const rooms: Record<string, string> = {
  turn: "x.new_empty(x.shape[1], x.shape[0])",
  small_turn: "x.new_empty(x.shape[1], x.shape[0])",
  bins: "x.new_zeros(4)",
  row_sum: "x.new_empty(x.shape[0])",
  row_most: "x.new_empty(x.shape[0])",
  total: "x.new_empty(())",
  whole: "x.new_empty(())",
  window: "x.new_empty(x.shape[0], x.shape[1] - 64)",
};

/** The kernels of a folder, grouped by task. The judge then opens each task once. */
export function casesIn(folder: string): Case[] {
  return readdirSync(join(HERE, folder))
    .map((file) => caseOf(folder, file))
    .toSorted((a, b) => (a.target + a.task.name < b.target + b.task.name ? -1 : Number(a.target + a.task.name > b.target + b.task.name)));
}

function caseOf(folder: string, file: string): Case {
  const [stem, ending] = file.split(".") as [string, string];
  const source = readFileSync(join(HERE, folder, file), "utf8");
  const { language, target, file: name } = languages[ending]!;
  const said = (key: string): string | undefined => new RegExp(`^(?://|#) ${key}: (.+)$`, "m").exec(source)?.[1];
  const says = (key: string): string => {
    const text = said(key);
    if (text === undefined) throw new Error(`${folder}/${file} does not say "${key}: …" at its head`);
    return text;
  };
  const task = taskOf(says("task"));
  const wrapper = language === "triton" ? [] : [{ name: "model_new.py", text: modelFor(task.name) }];
  const candidate = { language, files: [...wrapper, { name, text: source }] };
  return {
    name: language === "triton" ? `${stem}_triton` : ending === "cpp" ? `${stem}_cpp` : stem,
    target,
    task,
    precision: Precision.parse(said("precision") ?? "fp32"),
    candidate,
    says,
  };
}

function taskOf(name: string): Task {
  const places = [join(HERE, "tasks", `${name}.py`), join(HERE, "..", "tasks", `${name}.py`)];
  return { name, source: readFileSync(places.find((place) => existsSync(place)) ?? places[0]!, "utf8") };
}

function modelFor(task: string): string {
  const inputs = task.endsWith("product") ? ["a", "b"] : ["x"];
  const given = inputs.join(", ");
  return `from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, ${given}):
        out = ${rooms[task] ?? `${inputs[0]}.new_empty(${inputs[0]}.shape)`}
        lib.run(${given}, out, ${inputs[0]}.shape[0], ${inputs[0]}.shape[1])
        return out
`;
}

/** The job that asks for a verdict on a candidate of a case. */
export function jobFor({ task, target, precision }: Case, id: string, candidate: Candidate, tier: Tier, counters: boolean): Job {
  return { protocol: PROTOCOL, id, kind: "evaluate", task, target, precision, candidate, tier, baselines: [], library: "library-allowed", counters };
}

/** The replies in a file of JSON lines, or a judge's own, asked one job after the other. */
export async function repliesTo(jobs: readonly Job[], file: string | undefined, workerName: string): Promise<Reply[]> {
  if (file !== undefined) {
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.filter((line) => line.startsWith("{")).map((line) => Reply.parse(JSON.parse(line)));
  }
  const worker = workerOf(workerName);
  try {
    const replies: Reply[] = [];
    for (const job of jobs) replies.push(await worker.submit(job));
    return replies;
  } finally {
    await worker.close(true);
  }
}
