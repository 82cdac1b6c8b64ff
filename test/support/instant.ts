/** A model and a judge that answer at once, for searches of many attempts. All plans and kernels are distinct. */
import type { Reply } from "../../src/domain/protocol.ts";
import type { Endpoint } from "../../src/tools/model/endpoint.ts";
import type { Worker } from "../../src/tools/judge/process-worker.ts";
import { withSeries } from "./series.ts";
import { baselines, common, okVerdict } from "./verdicts.ts";

/** A third of the kernels is wrong; the others get slowly faster over `attempts`. */
export function instantOverrides(attempts: number): { endpoint: Endpoint; worker: Worker } {
  let made = 0;
  let judged = 0;
  const kernel = (variant: number) => [
    { name: "kernel.cpp", text: `static const long variant = ${variant};\n${"// as long as a small kernel is\n".repeat(40)}` },
    { name: "model_new.py", text: "class ModelNew: pass\n" },
  ];
  const endpoint: Endpoint = async ({ role, messages }) => {
    const plan = { strategy: "another variant", advice: "write the next variant of the loop. ".repeat(8) };
    const reply = role === "planner" ? { ...plan, ...placesIn(messages[1]?.content ?? "") } : { explanation: "another one", files: kernel(made++) };
    return { text: JSON.stringify(reply), inputTokens: 2000, outputTokens: 500, model: "instant", flaw: null, counted: true };
  };
  const worker = withSeries({
    submit: async (job): Promise<Reply> => {
      if (job.kind === "series" || job.kind === "gates") throw new Error("it comes as its candidates");
      if (job.kind === "prepare") return { id: job.id, kind: "prepared", baselines };
      if (job.kind === "probe") return { id: job.id, kind: "host", host: baselines.host };
      const wrong = { status: "wrong", ...common, inputs: "public", problem: "the outputs differ" } as const;
      return { id: job.id, kind: "verdict", verdict: ++judged % 3 === 0 ? wrong : okVerdict(job.tier, 1 + (judged % 97) / 100 + judged / attempts) };
    },
    close: async () => {},
  });
  return { endpoint, worker };
}

/** A mark on the first line of the source in a planner's prompt, in the form that the prompt asks for: a quote, or tags in a copy of the source. */
function placesIn(prompt: string): object {
  const [, source = ""] = /\nIts source:\n\n([^]*?)\n\n# /.exec(prompt) ?? [];
  const files = [...source.matchAll(/`([\w.]+)`:\n```\w*\n([^]*?)\n```/g)].map(([, name = "", text = ""]) => ({ name, text }));
  const { name: file, text } = files[0]!;
  const [first = ""] = text.split("\n");
  if (!prompt.includes("<<<IMPROVE BEGIN>>>")) return { anchors: [{ file, from: first, to: first }] };
  const mark = file.endsWith(".py") ? "##" : "//";
  const tagged = (text: string): string => text.replace(/^.*$/m, (line) => `${mark} <<<IMPROVE BEGIN>>>\n${line}\n${mark} <<<IMPROVE END>>>`);
  return { files: files.map(({ name, text }, index) => ({ name, text: index === 0 ? tagged(text) : text })) };
}
