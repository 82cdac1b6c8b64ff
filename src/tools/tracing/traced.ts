/** A model endpoint and a judge's worker that leave a span for each call. */
import { secondsOf } from "../../domain/budget.ts";
import { costOf, type Price } from "../../domain/price.ts";
import type { Job, Reply } from "../../domain/protocol.ts";
import type { Facts } from "../../domain/span.ts";
import type { Endpoint } from "../model/endpoint.ts";
import { verdictFacts } from "./facts.ts";
import type { Told, Trace } from "./trace.ts";
import type { Worker } from "../judge/process-worker.ts";

/** The characters of a prompt or reply in the span itself. The whole text is a file. */
const PREVIEW = 1000;

/** The endpoint, with a span for each call: prompt, reply and cost. */
export const tracedEndpoint =
  (endpoint: Endpoint, trace: Trace, price: Price | null): Endpoint =>
  async (request, stop, tries) =>
    await trace.span("model", request.role, async (tell) => {
      const { role, turn, childIndex, messages } = request;
      const prompt = messages.map((one) => `## ${one.role}\n\n${one.content}`).join("\n\n");
      tell({ about: { role, turn, childIndex }, input: { asked: (messages.at(-1)?.content ?? "").slice(0, PREVIEW) }, files: { "prompt.md": prompt } });
      const completion = await endpoint(request, stop, tries);
      const { text, flaw, inputTokens, cachedTokens = 0, outputTokens, counted, model } = completion;
      const costUsd = costOf(price, inputTokens, outputTokens, cachedTokens);
      tell({ about: { model, inputTokens, outputTokens, counted, costUsd }, output: { reply: text.slice(0, PREVIEW), flaw }, files: { "reply.txt": text } });
      return completion;
    });

/** The worker, with a span for each job and its verdict. */
export const tracedWorker = (worker: Worker, trace: Trace): Worker => ({
  submit: async (job, stop, asker) =>
    await trace.span("judge", job.kind, async (tell) => {
      tell(askedBy(job));
      const reply = await worker.submit(job, stop, asker);
      tell(saidBy(reply));
      return reply;
    }),
  ...(worker.hostsWith && { hostsWith: worker.hostsWith }),
  close: async (abandon) => await worker.close(abandon),
});

function askedBy(job: Job): Told {
  if (job.kind === "series")
    return { about: { job: job.id, tier: job.tier, candidates: job.candidates.length, precision: job.precision, library: job.library } };
  if (job.kind !== "evaluate") return { about: { job: job.id } };
  const { id, tier, candidate, precision, library } = job;
  return {
    about: { job: id, tier, language: candidate.language, precision, library },
    files: Object.fromEntries(candidate.files.map(({ name, text }) => [name, text])),
  };
}

function saidBy(reply: Reply): Told {
  switch (reply.kind) {
    case "verdict": {
      const { worked, device } = secondsOf(reply.verdict);
      const facts: Facts = verdictFacts(reply.verdict);
      return { about: { ...facts, judgeSeconds: worked, deviceSeconds: device }, output: facts };
    }
    case "series": {
      const passed = reply.verdicts.filter((one) => one?.status === "ok").length;
      return { about: { candidates: reply.verdicts.length, passed }, output: { passed, judgedAgain: reply.again.length } };
    }
    case "gates":
      return { output: { gates: reply.gates.length, problem: reply.problem } };
    case "prepared": {
      const { eager, floorUs, host, seconds } = reply.baselines;
      return { output: { eagerUs: eager.medianUs, floorUs, isolation: host.isolation.level, judgeSeconds: seconds } };
    }
    case "rejected":
    case "broken":
      return { output: { problem: reply.reason } };
    case "host":
      return {};
  }
}
