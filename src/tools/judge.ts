/** Questions to the judge. A question has an id made from its content: it is asked once, and its reply is kept on disk. */
import { normalized } from "../domain/candidate.ts";
import { Charge, secondsOf } from "../domain/budget.ts";
import { BrokenHost, OutOfBudget, Refused } from "../domain/errors.ts";
import { hashOf } from "../domain/hash.ts";
import type { Host } from "../domain/host.ts";
import { type Baselines, PROTOCOL, type Question, Reply } from "../domain/protocol.ts";
import type { Verdict } from "../domain/verdict.ts";
import { readIfThere, writeWhole } from "./files.ts";
import type { Ledger } from "./ledger.ts";
import type { Worker } from "./worker.ts";

type OnTask<K> = Omit<Extract<Question, { kind: K }>, "kind">;

export interface Judge {
  probe(): Promise<Host>;
  prepare(question: OnTask<"prepare">): Promise<Baselines>;
  evaluate(question: OnTask<"evaluate">): Promise<Verdict>;
  close(abandon?: boolean): Promise<void>;
}

/**
 * Asks over `worker`, for `owner` (a run measures for itself, even over a shared spool), and keeps replies in the run's
 * folder and account (neither where there is no run). Throws Refused for a question the judge rejects, BrokenHost when
 * the judge or its host fails, and OutOfBudget instead of asking about one more candidate of the search.
 */
export function createJudge(worker: Worker, owner: string, run?: { folder: string; ledger: Ledger }): Judge {
  const asking = new Map<string, Promise<Reply>>();

  const fetch = async (question: Question, id: string): Promise<Reply> => {
    const place = run && `${run.folder}/${id}.json`;
    const kept = place && readIfThere(place);
    if (kept) return Reply.parse(JSON.parse(kept));
    const limit = question.kind === "evaluate" && question.tier !== "promotion" ? run?.ledger.exhausted("judge") : null;
    if (limit) throw new OutOfBudget(limit);
    const asked = performance.now();
    const reply = await worker.submit({ protocol: PROTOCOL, id, ...question });
    if (reply.kind === "broken") throw new BrokenHost(`the judge failed: ${reply.reason}`, "resume the run; if it fails again, run: npx kernelwright doctor");
    if (reply.kind === "rejected") throw new Refused(reply.reason, reply.remedy, reply.degenerate);
    run?.ledger.charge(chargeFor(id, reply, (performance.now() - asked) / 1000));
    if (place) writeWhole(place, `${JSON.stringify(reply)}\n`);
    return reply;
  };

  const ask = async (question: Question): Promise<Reply> => {
    const id = `${question.kind}-${hashOf(`${owner} ${JSON.stringify(asProgram(question))}`)}`;
    const already = asking.get(id);
    if (already) return await already;
    const asked = fetch(question, id).finally(() => asking.delete(id));
    asking.set(id, asked);
    return await asked;
  };

  return {
    probe: async () => expect(await ask({ kind: "probe" }), "host").host,
    prepare: async (question) => expect(await ask({ kind: "prepare", ...question }), "prepared").baselines,
    evaluate: async (question) => expect(await ask({ kind: "evaluate", ...question }), "verdict").verdict,
    close: (abandon) => worker.close(abandon),
  };
}

/** The question by which a candidate is known: twins, whatever their comments, are judged once, side by side or not. */
function asProgram(question: Question): object {
  return question.kind === "evaluate" ? { ...question, candidate: normalized(question.candidate) } : question;
}

/** A judge that took longer than it worked was waiting for its turn, or for a batch job to start. */
function chargeFor(id: string, reply: Reply, took: number): Charge {
  const { worked, device } =
    reply.kind === "verdict"
      ? secondsOf(reply.verdict)
      : reply.kind === "prepared"
        ? { worked: reply.baselines.seconds, device: reply.baselines.seconds }
        : { worked: 0, device: 0 };
  return Charge.parse({ by: "judge", on: id, seconds: Math.min(worked, took), gpuSeconds: device });
}

function expect<K extends Reply["kind"]>(reply: Reply, kind: K): Extract<Reply, { kind: K }> {
  if (reply.kind !== kind) throw new BrokenHost(`the judge answered with ${reply.kind} where ${kind} was due`, "use the same release on both sides");
  return reply as Extract<Reply, { kind: K }>;
}
