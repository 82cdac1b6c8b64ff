/** Sends jobs to the judge. A job's id is a hash of its content: it is sent once, and its reply is stored on disk. */
import { Charge, secondsOf } from "../../domain/budget.ts";
import { BrokenHost, Refused } from "../../domain/errors.ts";
import { unlessAborted } from "../../lib/abort.ts";
import { hashOf } from "../../lib/hash.ts";
import type { Host } from "../../domain/hardware.ts";
import { type Baselines, identityOf, PROTOCOL, type Question, Reply } from "../../domain/protocol.ts";
import type { Verdict } from "../../domain/verdict.ts";
import { z } from "zod";
import { readIfThere, writeWhole } from "../system/files.ts";
import { spaceRemedy } from "../system/host-trouble.ts";
import type { Artifacts } from "../../run/artifacts.ts";
import type { Ledger } from "../../run/ledger.ts";
import type { Worker } from "./process-worker.ts";

/** A reply as a run keeps it: a verdict is an artifact, and this is where it lies. */
const Kept = z.union([z.object({ kind: z.literal("judged"), artifact: z.string() }), Reply]);

/** The places where a run keeps replies: a file per job in `folder`, an artifact per verdict, and the account. */
interface Keep {
  readonly folder: string;
  readonly ledger: Ledger;
  readonly artifacts: Pick<Artifacts, "putVerdict" | "verdict">;
}

type OnTask<K> = Omit<Extract<Question, { kind: K }>, "kind">;

export interface Judge {
  probe(): Promise<Host>;
  prepare(question: OnTask<"prepare">): Promise<Baselines>;
  evaluate(question: OnTask<"evaluate">): Promise<Verdict>;
  close(abandon?: boolean): Promise<void>;
}

/**
 * Sends jobs over `worker`, for `owner` (a run measures for itself, even over a shared spool), and stores replies in the run's
 * folder and account, if there is a run. Throws Refused for a rejected job, BrokenHost if
 * the judge or its host fails, and OutOfBudget if a limit of the run is reached before or during the judging of a search's candidate.
 */
export function createJudge(worker: Worker, owner: string, run?: Keep): Judge {
  const asking = new Map<string, Promise<Reply>>();

  const fetchReply = async (question: Question, id: string): Promise<Reply> => {
    const place = run && `${run.folder}/${id}.json`;
    const kept = place && readIfThere(place);
    if (kept) {
      const known = Kept.parse(JSON.parse(kept));
      return known.kind === "judged" ? { id, kind: "verdict", verdict: run.artifacts.verdict(known.artifact) } : known;
    }
    const over = question.kind === "evaluate" && question.tier !== "promotion" ? run?.ledger.over("judge") : undefined;
    over?.throwIfAborted();
    const asked = performance.now();
    const reply = await unlessAborted(worker.submit({ protocol: PROTOCOL, id, ...question }, over, owner), over);
    if (reply.kind === "broken")
      throw new BrokenHost(`the judge failed: ${reply.reason}`, spaceRemedy(reply.reason) ?? "resume the run; if it fails again, run: npx kernelwright doctor");
    if (reply.kind === "rejected") throw new Refused(reply.reason, reply.remedy, reply.degenerate);
    run?.ledger.charge(chargeFor(id, reply, (performance.now() - asked) / 1000));
    if (place) writeWhole(place, `${JSON.stringify(keptAs(reply, run.artifacts))}\n`);
    return reply;
  };

  const ask = async (question: Question): Promise<Reply> => {
    const id = `${question.kind}-${hashOf(`${owner} ${JSON.stringify(identityOf(question))}`)}`;
    const already = asking.get(id);
    if (already) return await already;
    const asked = fetchReply(question, id).finally(() => asking.delete(id));
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

const keptAs = (reply: Reply, artifacts: Keep["artifacts"]): z.infer<typeof Kept> =>
  reply.kind === "verdict" ? { kind: "judged", artifact: artifacts.putVerdict(reply.verdict) } : reply;

/** Seconds of waiting: a judge whose reply took longer than its work waited for its turn, or for a batch job to start. */
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
