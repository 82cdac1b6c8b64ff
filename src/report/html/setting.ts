/** The conditions of a run: the task with its baselines, the machine, and the settings. */
import { leftOutText } from "../../domain/incumbent.ts";
import type { Host, Isolation } from "../../domain/hardware.ts";
import { type Alternative, alternativeLabel, besideEager } from "../../domain/measure.ts";
import type { RunRecord } from "../../run/events.ts";
import type { TensorSpec } from "../../domain/task.ts";
import { bytes, count, percent, plural, ratio, time, duration } from "../format.ts";
import { facts, fold, markup, table, type Markup } from "./markup.ts";
import { floorText } from "../run/floor.ts";
import type { Artifacts, Outcome } from "../run/outcome.ts";
import { filesOf } from "./source.ts";

/** The task, its tensors and baselines; the reference's operators and source are folded away. */
export function renderTask(record: RunRecord, outcome: Outcome, artifacts: Artifacts): Markup {
  const { started, baselines, attempts } = record;
  const [reference] = filesOf(attempts.find((attempt) => attempt.role === "reference") ?? null, artifacts);
  return markup`<section id="task">
    <h2>Task</h2>
    ${facts([
      ["task", started.task],
      ["target", `${started.target}, kernels in ${started.language}`],
      ["precision", started.precision],
      ...(baselines ? baselineFacts(baselines, record.incumbents, outcome) : []),
    ])}
    ${
      baselines &&
      fold(
        "The reference by operator",
        table(
          ["operator", "calls", "time", "share"],
          baselines.operators.map((row) => [row.name, count(row.calls), duration(row.us), percent(row.share)]),
        ),
      )
    }
    ${reference && fold("The reference's source", markup`<pre><code>${reference.text}</code></pre>`)}
  </section>`;
}

/** Each baseline has the time that the result states for it. A time of another session is labelled. */
function baselineFacts(
  baselines: NonNullable<RunRecord["baselines"]>,
  incumbents: RunRecord["incumbents"],
  { eager, eagerName, best, baselines: measured }: Outcome,
): [string, string | null][] {
  const timeOf = (label: string, other: Pick<Alternative, "time" | "speedup">): string => {
    const told = measured.find((one) => one.kind !== "eager" && one.label === label)?.time ?? besideEager(other, eager ?? baselines.eager);
    return told && other.speedup ? `${time(told)}, ${ratio(other.speedup)} against eager` : "";
  };
  const isNoted = measured.some(({ kind }) => kind === "alternative"); // among the notes on the result
  const rivalText = (one: Alternative): string => {
    const text = timeOf(alternativeLabel[one.name], one);
    return text && !isNoted ? `${text}, by a ratio kept per task and host` : text || `none: ${one.note || "not measured"}`;
  };
  const own = eager === null || eager.medianUs === baselines.eager.medianUs;
  return [
    ["inputs", specs(baselines.inputs)],
    ["parameters", specs(baselines.parameters)],
    ["outputs", specs(baselines.outputs)],
    ["gradients", baselines.gradients ? `${specs(baselines.gradients)}; a call is forward and backward` : null],
    [
      eagerName,
      own
        ? time(baselines.eager)
        : `${time(eager)}, measured beside ${best?.id}. When the run began it took ${duration(baselines.eager.medianUs)}: speeds drift, so only times of one session are compared.`,
    ],
    ...baselines.rivals.map((one): [string, string] => [alternativeLabel[one.name], rivalText(one)]),
    ...incumbents.map((one): [string, string | null] => [
      one.name,
      one.verdict?.status === "ok" ? timeOf(one.name, { time: one.verdict.candidate, speedup: one.verdict.speedup }) : leftOutText(one),
    ]),
    ["least time", ["memory" as const, ...(baselines.work ? ["compute" as const] : [])].map((of) => floorText(of, baselines)).join("; ")],
  ];
}

/** "x float32[4096, 1024]; y int64[16]" */
export function specs(tensors: readonly TensorSpec[]): string {
  return tensors.map(({ name, shape, dtype }) => `${name} ${dtype}[${shape.join(", ")}]`).join("; ");
}

/** The machine as the judge found it, and the settings the run was given. */
export function renderEnvironment({ baselines, started }: RunRecord): Markup {
  return markup`<section id="environment">
    <h2>Environment</h2>
    ${baselines ? hostFacts(baselines.host) : markup`<p class="quiet">The run stopped before a judge described its machine.</p>`}
    ${fold("The run's settings", markup`<pre><code>${JSON.stringify({ model: started.model, mode: started.mode, seed: started.seed, ...started.settings }, null, 2)}</code></pre>`)}
  </section>`;
}

function hostFacts(host: Host): Markup {
  const { gpu } = host;
  return facts([
    [
      "GPU",
      gpu
        ? `${host.gpus > 1 ? `${host.gpus} of ` : ""}${gpu.name}, compute capability ${gpu.capability}, ${gpu.multiprocessors} multiprocessors, ${bytes(gpu.memoryBytes)}, L2 ${bytes(gpu.l2Bytes)}`
        : "none",
    ],
    ["CPU", `${host.cpu}, ${plural(host.cores, "core")}, ${bytes(host.memoryBytes)}${host.simd.length > 0 ? `, ${host.simd.join(" ")}` : ""}`],
    ["CPU baseline", `${plural(host.threads, "thread")}, BLAS: ${host.blas ?? "unknown"}`],
    ["PyTorch", host.torch && `${host.torch}${host.cuda ? ` for CUDA ${host.cuda}` : ""}, Python ${host.python}`],
    ["driver", host.driver],
    ["compilers", [host.nvcc && `nvcc ${host.nvcc}`, host.gxx && `g++ ${host.gxx}`, host.triton && `Triton ${host.triton}`].filter(Boolean).join(", ")],
    ["Nsight Compute", host.ncu],
    ["isolation", isolationOf(host.isolation)],
  ]);
}

/** "L3: own user, no network, no new privileges, resource limits, control group, system call filter, file filter" */
export function isolationOf(isolation: Isolation): string {
  const parts = [
    [isolation.ownUser, "own user"],
    [isolation.noNetwork, "no network"],
    [isolation.noNewPrivileges, "no new privileges"],
    [isolation.limits, "resource limits"],
    [isolation.controlGroup, "control group"],
    [isolation.freezer, "freezer"],
    [isolation.systemCallFilter, "system call filter"],
    [isolation.fileFilter, "file filter"],
  ] as const;
  const reached = parts.filter(([has]) => has).map(([, name]) => name);
  return `${isolation.level}: ${reached.join(", ") || "own process only"}`;
}
