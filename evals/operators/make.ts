/**
 * `node bin/npm-script.mjs operators/make.ts --out DIR`: the fastest kernels of the searches in evals/search/recorded, as operators, for evals/operators/check.py.
 *
 * DIR gets a wheel for each, `jobs.json` (jobs for the judge: each operator as a candidate, and the TF32 example) and `operators.json` (names, tasks, and the speedup of
 * the search). It needs a Python with torch 2.4 or newer, pip and setuptools. It needs no GPU: KERNELWRIGHT_PYTHON names the Python.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Candidate } from "../../src/domain/candidate.ts";
import { Job, PROTOCOL } from "../../src/domain/protocol.ts";
import { type Precision, type Task, TensorSpec } from "../../src/domain/task.ts";
import { jsonOf } from "../../src/lib/json.ts";
import { repository } from "../../src/lib/repository.ts";
import { describeTask } from "../../src/tools/export/operator/describe.ts";
import { operatorAsCandidate, operatorFiles, type OperatorSource, packageName } from "../../src/tools/export/operator/package.ts";
import { buildWheel } from "../../src/tools/export/operator/wheel.ts";
import { writeWhole } from "../../src/tools/system/files.ts";
import { outputOf } from "../../src/tools/system/process.ts";
import { readTask } from "../../src/tools/tasks/task-file.ts";
import { argumentsIn } from "../arguments.ts";
import { type RecordedAttempt, readRecordedRun, recordedRuns } from "../search/recorded-runs.ts";

const LIMIT_MS = 300_000;

/** Prints name, shape and dtype of each tensor that the task passes. The meta device draws no values. */
const SHAPES = `import inspect, json, sys, torch, types
task = sys.modules["task"] = types.ModuleType("task")
exec(compile(sys.stdin.read(), "<the task file>", "exec"), task.__dict__)
with torch.device("meta"):
    given = task.get_inputs()
names = list(inspect.signature(task.Model.forward).parameters)[1:]
print(json.dumps([{"name": name, "shape": list(one.shape), "dtype": str(one.dtype)[6:]} for name, one in zip(names, given) if isinstance(one, torch.Tensor)]))`;

/** A recorded winner as the parts of an operator, with its speedup over eager in the search: median, low, high. */
async function winnerOf(name: (typeof recordedRuns)[number]): Promise<{ source: OperatorSource; speedup: [number, number, number] }> {
  const { task, attempts, host } = readRecordedRun(name);
  const best = attempts.filter(({ speedup }) => speedup).toSorted((a, b) => b.speedup![0] - a.speedup![0])[0] as RecordedAttempt;
  const about = `${task.name}: attempt ${best.id} of a recorded search, ${best.speedup![0]}x against eager PyTorch on ${host.gpu?.name ?? host.cpu}`;
  const source: OperatorSource = {
    candidate: { language: "cuda", files: best.files },
    about,
    task,
    target: "cuda",
    precision: "fp32",
    capability: host.gpu?.capability ?? null,
    inputs: await shapesOf(task),
    facts: await describeTask(task, null),
    evidence: { about, attempt: best.id, host, plan: best.plan, explanation: best.explanation, speedup: best.speedup, us: best.us },
  };
  return { source, speedup: best.speedup! };
}

async function shapesOf(task: Task): Promise<TensorSpec[]> {
  const told = await outputOf(["sh", "-c", 'exec "${KERNELWRIGHT_PYTHON:-python3}" -c "$0"', SHAPES], LIMIT_MS, task.source);
  return TensorSpec.array()
    .min(1)
    .parse(jsonOf(told?.trim().split("\n").at(-1) ?? ""));
}

/** The example of the TF32 track: no recorded search has one. */
function taskAndKernel(name: string, kernel: string): { task: Task; candidate: Candidate } {
  const text = readFileSync(join(repository, "evals", "kernels", kernel, "model_new.py"), "utf8");
  return { task: readTask(join(repository, "evals", "tasks", `${name}.py`)), candidate: { language: "triton", files: [{ name: "model_new.py", text }] } };
}

const { values } = argumentsIn({ options: { out: { type: "string", default: "operators" } } });
const made = await Promise.all(recordedRuns.map(winnerOf));
const jobOf = (id: string, task: Task, candidate: Candidate, precision: Precision): object =>
  Job.parse({
    protocol: PROTOCOL,
    id,
    kind: "evaluate",
    task,
    target: "cuda",
    precision,
    candidate,
    tier: "search",
    baselines: [],
    library: "library-allowed",
  });
const example = taskAndKernel("linear_gelu_residual", "linear_gelu_residual_tf32");
const jobs = [
  ...made.map(({ source }) => jobOf(packageName(source.task), source.task, operatorAsCandidate(source), source.precision)),
  jobOf("linear_gelu_residual_tf32", example.task, example.candidate, "tf32"),
];
const operators = made.map(({ source, speedup }) => ({
  name: packageName(source.task),
  about: source.about,
  wheel: buildWheel(operatorFiles(source), values.out).slice(values.out.length + 1),
  speedup,
}));
writeWhole(join(values.out, "jobs.json"), `${JSON.stringify(jobs, null, 2)}\n`);
writeWhole(join(values.out, "operators.json"), `${JSON.stringify(operators, null, 2)}\n`);
for (const { about, wheel } of operators) console.log(`${wheel}\n    ${about}`);
