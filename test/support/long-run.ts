/** A long run in a moment: the real graph, prompts and run folder over a model and a judge that answer at once. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Reply } from "../../src/domain/protocol.ts";
import { Policy, Settings } from "../../src/domain/settings.ts";
import { strategies } from "../../src/search/selection/strategies.ts";
import { searchGraph } from "../../src/graph/search.ts";
import { createToolbox } from "../../src/config/services.ts";
import { readTask } from "../../src/tools/tasks/task-file.ts";
import type { Endpoint } from "../../src/tools/model/endpoint.ts";
import { createRun } from "../../src/run/run-file.ts";
import { scratch } from "./command.ts";
import { baselines, common, okVerdict } from "./verdicts.ts";
import { repository } from "./places.ts";

const examples = join(repository, "evals");
const kernels = ["layer_norm", "linear_sum", "matmul", "max_pool", "depthwise"];
const lines = kernels.flatMap((name) => readFileSync(join(examples, "judge", "kernels", `${name}.cu`), "utf8").split("\n"));

/** Makes a run of `attempts` attempts with kernels of a usual size. A third of them are wrong. Returns the folder, which contains the report. */
export async function longRun(attempts: number): Promise<string> {
  const settings = Settings.parse({
    taskFile: join(examples, "tasks", "row_softmax.py"),
    target: "cpu",
    language: "cpp",
    model: { name: "instant", source: "live" },
    policy: Policy.parse({ ...strategies.beam.set, strategy: "beam", attempts, earlyStop: false }),
  });
  const run = createRun(join(scratch(), "run"), settings, readTask(settings.taskFile), "a test");
  const toolbox = createToolbox([], "", "", { endpoint: agents(), worker: { submit: judge(attempts), close: async () => {} } });
  await searchGraph(toolbox)
    .compile()
    .invoke({ run }, { recursionLimit: 20 + 4 * attempts });
  await toolbox.close();
  return run;
}

/** Every kernel differs from every other in a tenth of its lines. */
function agents(): Endpoint {
  let made = 0;
  const kernel = (variant: number) => lines.map((line, at) => ((at + variant) % 10 === 0 ? `${line} // variant ${variant}` : line)).join("\n");
  return async ({ role, messages }) => {
    const [, file = ""] = /Its source[^`]*`([\w.]+)`/.exec(messages[1]?.content ?? "") ?? [];
    const files = [
      { name: "kernel.cpp", text: kernel(made++) },
      { name: "model_new.py", text: "class ModelNew: pass\n" },
    ];
    const reply =
      role === "planner"
        ? { strategy: "another variant", advice: "write the next variant of the loop. ".repeat(30), anchors: [{ file, from: 1, to: 1 }] }
        : { explanation: "another one", files };
    return { text: JSON.stringify(reply), inputTokens: 2000, outputTokens: 500, model: "instant", flaw: null, counted: true };
  };
}

function judge(attempts: number): (job: { id: string; kind: string; tier?: unknown }) => Promise<Reply> {
  let judged = 0;
  return async ({ id, kind, tier }) => {
    if (kind === "prepare") return { id, kind: "prepared", baselines };
    const wrong = { status: "wrong", ...common, inputs: "public", problem: "the outputs differ" } as const;
    const speedup = 1 + (judged % 17) / 20 + (3 * judged) / attempts;
    return { id, kind: "verdict", verdict: ++judged % 3 === 0 ? wrong : okVerdict(tier === "promotion" ? "promotion" : "search", speedup) };
  };
}
