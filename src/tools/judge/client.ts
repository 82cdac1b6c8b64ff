/** Sends jobs to the judge. A job's id is a hash of its content: it is sent once, and its reply is stored on disk. */
import { Charge, secondsOf } from "../../domain/budget.ts";
import { BrokenHost, OutOfBudget, Refused } from "../../domain/errors.ts";
import type { Incumbent, JudgedIncumbent } from "../../domain/incumbent.ts";
import { unlessAborted } from "../../lib/abort.ts";
import { hashOf } from "../../lib/hash.ts";
import { deviceOf, type Host, placeOf } from "../../domain/hardware.ts";
import { type Baselines, identityOf, PROTOCOL, type Question, Reply } from "../../domain/protocol.ts";
import type { Verdict } from "../../domain/verdict.ts";
import { asksForGradients, type Task } from "../../domain/task.ts";
import { declaresWorkloads } from "../../domain/workload.ts";
import { z } from "zod";
import { readIfThere, writeWhole } from "../system/files.ts";
import { spaceRemedy } from "../system/host-trouble.ts";
import type { Artifacts } from "../../run/artifacts.ts";
import type { Ledger } from "../../run/ledger.ts";
import type { Target } from "../../domain/task.ts";
import type { Asker, Worker } from "./process-worker.ts";

/** A reply as a run keeps it: a verdict is an artifact, and this is where it lies. */
const Kept = z.union([
  z.object({ kind: z.literal("judged"), artifact: z.string() }),
  z.object({
    kind: z.literal("judged series"),
    artifacts: z.array(z.string().nullable()),
    again: z.array(z.object({ candidate: z.number().int(), artifact: z.string() })),
  }),
  Reply,
]);

/** The answer to a series. */
export type SeriesReply = Pick<Extract<Reply, { kind: "series" }>, "verdicts" | "again">;

/** The answer about an operator's gates. */
export type GatesReply = Pick<Extract<Reply, { kind: "gates" }>, "gates" | "problem">;

/** The places where a run keeps replies: a file per job in `folder`, an artifact per verdict, and the account. */
interface Keep {
  readonly folder: string;
  readonly ledger: Ledger;
  readonly artifacts: Pick<Artifacts, "putVerdict" | "verdict">;
  /** the host of the reference's measurement, in a run that goes on */
  host(this: void): Host | null;
}

type OnTask<K> = Omit<Extract<Question, { kind: K }>, "kind">;

export interface Judge {
  probe(): Promise<Host>;
  prepare(question: OnTask<"prepare">): Promise<Baselines>;
  /** `elsewhere`: hosts that must not judge it. */
  evaluate(question: OnTask<"evaluate">, elsewhere?: readonly string[]): Promise<Verdict>;
  /** Judges an incumbent as a candidate. It may call any library. Where the judge gives no verdict, the answer says why. */
  incumbent(incumbent: Incumbent, question: Omit<OnTask<"evaluate">, "candidate" | "library" | "baselines">): Promise<JudgedIncumbent>;
  /** Judges several candidates in one job, on one device. */
  series(question: OnTask<"series">): Promise<SeriesReply>;
  /** Runs the tests of an exported operator's package, confined as a candidate. */
  gates(question: OnTask<"gates">): Promise<GatesReply>;
  /** The live hosts with the device of a host. Null where the worker has one host. */
  hostsLike(host: Host, target: Target): Promise<string[] | null>;
  close(abandon?: boolean): Promise<void>;
}

/** Throws BrokenHost if an older judge has left a part of the task out. */
function expectWhole(task: Task, { workloads, gradients }: Baselines): void {
  const expect = (isThere: boolean, what: string): void => {
    if (!isThere) throw new BrokenHost(`the task has ${what}`, "use the same release on both sides");
  };
  expect(!declaresWorkloads(task.source) || workloads !== undefined, "get_workloads, and the judge read get_inputs alone");
  expect(!asksForGradients(task) || gradients !== undefined, "backward = True, and the judge checked forward alone");
}

/** Throws BrokenHost if a series lacks verdicts: only one with a limit of seconds may leave candidates out. A verdict must not count for another candidate. */
function expectVerdicts(question: Question, reply: Reply): void {
  if (question.kind !== "series" || reply.kind !== "series") return;
  const given = question.seconds === undefined ? reply.verdicts.filter((one) => one !== null).length : reply.verdicts.length;
  if (given !== question.candidates.length || reply.verdicts.length !== given)
    throw new BrokenHost(`the judge gave ${given} verdicts for ${question.candidates.length} candidates`, "use the same release on both sides");
}

/**
 * Sends jobs over `worker`, for `owner` (a run measures for itself, even over a shared spool), and stores replies in the run's
 * folder and account, if there is a run. Throws Refused for a rejected job, BrokenHost if
 * the judge or its host fails, and OutOfBudget if a limit of the run is reached before or during the judging of a search's candidate.
 */
export function createJudge(worker: Worker, owner: string, run?: Keep): Judge {
  const asking = new Map<string, Promise<Reply>>();
  let prepared: Host | undefined;
  const askerOf = (question: Question, elsewhere: readonly string[]): Asker => {
    const host = prepared ?? run?.host();
    return { owner, elsewhere, home: host && (question.kind === "evaluate" || question.kind === "series") ? placeOf(host, question.target) : null };
  };

  const fetchReply = async (question: Question, id: string, elsewhere: readonly string[]): Promise<Reply> => {
    const place = run && `${run.folder}/${id}.json`;
    const kept = place && readIfThere(place);
    if (kept) {
      return replyKept(Kept.parse(JSON.parse(kept)), id, run.artifacts);
    }
    const isOfSearch = (question.kind === "evaluate" || question.kind === "series") && question.tier !== "promotion";
    const over = isOfSearch ? run?.ledger.over("judge") : undefined;
    over?.throwIfAborted();
    const asked = performance.now();
    const reply = await unlessAborted(worker.submit({ protocol: PROTOCOL, id, ...question }, over, askerOf(question, elsewhere)), over);
    if (reply.kind === "broken")
      throw new BrokenHost(`the judge failed: ${reply.reason}`, spaceRemedy(reply.reason) ?? "resume the run; if it fails again, run: npx kernelwright doctor");
    if (reply.kind === "rejected") throw new Refused(reply.reason, reply.remedy, reply.degenerate);
    expectVerdicts(question, reply);
    run?.ledger.charge(chargeFor(id, reply, (performance.now() - asked) / 1000));
    if (place) writeWhole(place, `${JSON.stringify(keptAs(reply, run.artifacts))}\n`);
    return reply;
  };

  const ask = async (question: Question, elsewhere: readonly string[] = []): Promise<Reply> => {
    const id = `${question.kind}-${hashOf([owner, JSON.stringify(identityOf(question)), ...elsewhere].join(" "))}`;
    const already = asking.get(id);
    if (already) return await already;
    const asked = fetchReply(question, id, elsewhere).finally(() => asking.delete(id));
    asking.set(id, asked);
    return await asked;
  };

  return {
    probe: async () => expect(await ask({ kind: "probe" }), "host").host,
    prepare: async (question) => {
      const { baselines } = expect(await ask({ kind: "prepare", ...question }), "prepared");
      prepared = baselines.host;
      expectWhole(question.task, baselines);
      return baselines;
    },
    evaluate: async (question, elsewhere) => expect(await ask({ kind: "evaluate", ...question }, elsewhere), "verdict").verdict,
    incumbent: async ({ name, candidate }, question) => {
      const asked = { ...question, candidate, baselines: [], library: "library-allowed" as const };
      try {
        return { name, verdict: expect(await ask({ kind: "evaluate", ...asked }), "verdict").verdict, problem: "" };
      } catch (error) {
        if (error instanceof Refused || error instanceof BrokenHost) return { name, verdict: null, problem: `${error.message}\n${error.remedy}`.trim() };
        if (error instanceof OutOfBudget) return { name, verdict: null, problem: error.message };
        throw error;
      }
    },
    series: async (question) => expect(await ask({ kind: "series", ...question }), "series"),
    gates: async (question) => expect(await ask({ kind: "gates", ...question }), "gates"),
    hostsLike: async (host, target) => (await worker.hostsWith?.(deviceOf(host, target))) ?? null,
    close: (abandon) => worker.close(abandon),
  };
}

function keptAs(reply: Reply, artifacts: Keep["artifacts"]): z.infer<typeof Kept> {
  if (reply.kind === "verdict") return { kind: "judged", artifact: artifacts.putVerdict(reply.verdict) };
  if (reply.kind !== "series") return reply;
  const again = reply.again.map(({ candidate, verdict }) => ({ candidate, artifact: artifacts.putVerdict(verdict) }));
  return { kind: "judged series", artifacts: reply.verdicts.map((one) => one && artifacts.putVerdict(one)), again };
}

function replyKept(kept: z.infer<typeof Kept>, id: string, artifacts: Keep["artifacts"]): Reply {
  if (kept.kind === "judged") return { id, kind: "verdict", verdict: artifacts.verdict(kept.artifact) };
  if (kept.kind !== "judged series") return kept;
  const again = kept.again.map(({ candidate, artifact }) => ({ candidate, verdict: artifacts.verdict(artifact) }));
  return { id, kind: "series", verdicts: kept.artifacts.map((one) => (one === null ? null : artifacts.verdict(one))), again };
}

/** Seconds of waiting: a judge whose reply took longer than its work waited for its turn, or for a batch job to start. */
function chargeFor(id: string, reply: Reply, took: number): Charge {
  const { worked, device } = workIn(reply);
  return Charge.parse({ by: "judge", on: id, seconds: Math.min(worked, took), gpuSeconds: device });
}

function workIn(reply: Reply): { worked: number; device: number } {
  if (reply.kind === "verdict") return secondsOf(reply.verdict);
  if (reply.kind === "prepared") return { worked: reply.baselines.seconds, device: reply.baselines.seconds };
  if (reply.kind !== "series") return { worked: 0, device: 0 };
  const each = [...reply.verdicts.filter((one) => one !== null), ...reply.again.map((one) => one.verdict)].map(secondsOf);
  return { worked: each.reduce((sum, one) => sum + one.worked, 0), device: each.reduce((sum, one) => sum + one.device, 0) };
}

function expect<K extends Reply["kind"]>(reply: Reply, kind: K): Extract<Reply, { kind: K }> {
  if (reply.kind !== kind) throw new BrokenHost(`the judge answered with ${reply.kind} where ${kind} was due`, "use the same release on both sides");
  return reply as Extract<Reply, { kind: K }>;
}
