/** What was asked and where: the task with its baselines, the machine, the run's settings, and what it all cost. */
import type { Host } from "../domain/host.ts";
import { rivalLabel } from "../domain/measure.ts";
import type { RunRecord } from "../domain/run-record.ts";
import type { TensorSpec } from "../domain/task.ts";
import { budgetRows, estimateText } from "./budget.ts";
import { bytes, count, percent, plural, ratio, seconds, time, duration } from "./format.ts";
import { facts, fold, markup, table, type Markup } from "./markup.ts";
import { words } from "./notes.ts";
import { floorText } from "./profile.ts";
import { countsOf, spentOn, verdictOf, type Artifacts } from "./outcome.ts";
import { isolationOf } from "./result.ts";
import { filesOf } from "./source.ts";

/** The task, its tensors and baselines; the reference's operators and source are folded away. */
export function renderTask(record: RunRecord, artifacts: Artifacts): Markup {
  const { started, baselines, attempts } = record;
  const [reference] = filesOf(attempts.find((attempt) => attempt.role === "reference") ?? null, artifacts);
  return markup`<section id="task">
    <h2>Task</h2>
    ${facts([
      ["task", started.task],
      ["target", `${started.target}, kernels in ${started.language}`],
      ["precision", started.precision],
      ...(baselines ? baselineFacts(baselines) : []),
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

function baselineFacts(baselines: NonNullable<RunRecord["baselines"]>): [string, string | null][] {
  return [
    ["inputs", specs(baselines.inputs)],
    ["parameters", specs(baselines.parameters)],
    ["outputs", specs(baselines.outputs)],
    ["eager PyTorch", time(baselines.eager)],
    ...baselines.rivals.map(({ name, time: taken, speedup, note }): [string, string] => [
      rivalLabel[name],
      taken ? `${time(taken)}${speedup ? `, ${ratio(speedup)} against eager` : ""}` : `none: ${note || "not measured"}`,
    ]),
    ["least time", ["memory" as const, ...(baselines.work ? ["compute" as const] : [])].map((of) => floorText(of, baselines)).join("; ")],
  ];
}

function specs(tensors: readonly TensorSpec[]): string {
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

/** Tokens and seconds, by who spent them, and the command that repeats the run. */
export function renderCost(record: RunRecord, artifacts: Artifacts): Markup {
  const { started, attempts, stopped } = record;
  const spent = spentOn(attempts);
  return markup`<section id="cost">
    <h2>Cost</h2>
    ${facts([
      ["model", `${started.model}${started.mode === "replay" ? " (replies replayed)" : ""}`],
      ...budgetRows(record),
      ["trace", record.trace && markup`<a href="${record.trace}">${record.trace}</a>`],
      ["estimate before the run", started.estimate && estimateText(started.estimate, started.price)],
      ["wall clock", seconds(record.seconds)],
      ["model time", seconds(spent.modelSeconds)],
      ["judge time", seconds(spent.judgeSeconds)],
      [
        "judge by stage",
        stagesOf(record, artifacts)
          .map(([stage, s]) => `${stage} ${seconds(s)}`)
          .join(", "),
      ],
      [
        "attempts",
        countsOf(attempts)
          .map(([status, n]) => `${n} ${words(status)}`)
          .join(", "),
      ],
      ["stopped because", stopped && `${words(stopped.reason)}${stopped.detail && `: ${stopped.detail}`}`],
    ])}
    <h3>Run it again</h3>
    <pre><code>${started.command}</code></pre>
  </section>`;
}

/** The judge's seconds by stage over the baselines, all attempts and all promotions. */
function stagesOf({ baselines, attempts, promotions }: RunRecord, artifacts: Artifacts): readonly (readonly [string, number])[] {
  const total = new Map<string, number>(baselines ? [["baselines", baselines.seconds]] : []);
  const verdicts = [...attempts.map((attempt) => verdictOf(attempt, artifacts)), ...promotions.map(({ verdict }) => verdict)];
  for (const verdict of verdicts) for (const [stage, s] of Object.entries(verdict?.seconds ?? {})) total.set(stage, (total.get(stage) ?? 0) + s);
  return [...total];
}
