import { alternativesOn, runBaseline } from "../domain/protocol.ts";
import { incumbentQuestion, rulesOf, type Settings } from "../domain/settings.ts";
import { finalists, winnerOf } from "../search/selection/finalists.ts";
import { promotionText } from "../search/context/summary.ts";
import { Refused } from "../domain/errors.ts";
import { deviceOf, gpuFor, type Host } from "../domain/hardware.ts";
import { incumbentsOf } from "../domain/incumbent.ts";
import { parseWorker } from "../domain/worker-spec.ts";
import type { Candidate } from "../domain/candidate.ts";
import type { Verdict } from "../domain/verdict.ts";
import { recordOf } from "../run/events.ts";
import type { Attempt } from "../run/attempt.ts";
import type { SearchState } from "../graph/state.ts";
import type { Judge } from "../tools/judge/client.ts";
import type { Toolbox, Tools } from "../tools/toolbox.ts";

/** How often attempts are measured again, if the judge refuses all: a rule that refuses so many refuses the rest as well. */
const TURNS = 3;

/**
 * Measures the leaders, or a person's choice, again in fresh processes with fresh inputs. If the judge refuses all of them, the next attempts have
 * their turn, within the budget. The fastest reliably faster attempt wins.
 */
export const promote = (toolbox: Toolbox) => async (state: SearchState) => {
  const { run, judge, ledger } = toolbox.open(state.run);
  const { task, settings } = run.about;
  const { target, precision, policy } = settings;
  const tree = run.tree.without([]);
  const { order, atOnce, begun } = finalistsOf({ run, ledger }, state.finalists);
  const isCountable = order.some(({ verdict }) => verdict !== null && countable(run.verdict(verdict))); // no parent yet, so without counters
  const counters = policy.counters && isCountable ? { counters: true } : {};
  const asked = { task, target, precision, tier: "promotion" as const, baselines: alternativesOn[target], ...rulesOf(settings), ...counters };
  const baselines = run.tree.baselines();
  const measured: Measured[] = [];
  const isOpen = (): boolean => measured.length < begun || ledger.exhausted("judge") === null;
  do {
    const chosen = order.slice(measured.length, measured.length + atOnce);
    if (chosen.length > 0) run.emit({ type: "promoting", attempts: chosen.map(({ id }) => id), pairs: baselines.promotionPairs ?? null });
    const verdicts = await judgedOnOneDevice(
      judge,
      asked,
      chosen.map((one) => run.candidate(one.source)),
      hasOneDevice(settings, baselines.host),
      (at, verdict) => run.emit({ type: "promoted", attempt: chosen[at]!.id, verdict }),
    );
    measured.push(...chosen.map(({ id, normalized }, at) => ({ id, normalized, verdict: verdicts[at]! })));
  } while (measured.length < order.length && measured.every(({ verdict }) => verdict.status !== "ok") && isOpen());
  const winner = winnerOf(measured, runBaseline(baselines, target), settings.model.winner);
  const won = measured.find((one) => one.id === winner);
  if (won) await measureIncumbents({ run, judge, ledger });
  if (won && settings.confirmOn > 1) {
    const candidate = run.candidate(tree.find(won.id).source);
    run.emit({
      type: "confirmed",
      attempt: won.id,
      ...(await confirmed(judge, { ...asked, candidate }, settings.confirmOn, won.verdict, baselines.host)),
    });
  }
  return { winner, summary: `${state.summary}\n${promotionText(won)}` };
};

/**
 * The attempts to measure, `atOnce` in a turn, and how many of them the log says have begun. A promotion that goes on after a kill measures those
 * again: its own charges may have reached a limit since, and would decide otherwise.
 */
function finalistsOf({ run, ledger }: Pick<Tools, "run" | "ledger">, chosen: string[] | null): { order: Attempt[]; atOnce: number; begun: number } {
  const { target, policy, model } = run.about.settings;
  const tree = run.tree.without([]);
  if (chosen !== null) return { order: chosen.map((id) => tree.find(id)), atOnce: chosen.length, begun: 0 };
  const turns = run.events().flatMap((one) => (one.type === "promoting" ? [one.attempts] : []));
  const before = turns.flat().map((id) => tree.find(id));
  // over budget only the best: without it there is nothing to publish
  const atOnce = turns[0]?.length ?? (ledger.exhausted("judge") === null ? policy.finalists : 1);
  const order = [...new Set([...before, ...finalists(tree, target, model.winner)])].slice(0, TURNS * atOnce);
  return { order, atOnce, begun: before.length };
}

/** Measures the right incumbents as long as the winner, within the budget. */
async function measureIncumbents({ run, judge, ledger }: Pick<Tools, "run" | "judge" | "ledger">): Promise<void> {
  const { task, settings, against } = run.about;
  const question = incumbentQuestion(settings, task, "promotion");
  const right = recordOf(run.events()).incumbents.filter(({ verdict }) => verdict?.status === "ok");
  const given = incumbentsOf(against, run.tree.baselines(), settings.target);
  for (const one of given.filter(({ name }) => right.some((other) => other.name === name))) {
    if (ledger.exhausted("judge") !== null) return;
    run.emit({ type: "incumbent", tier: "promotion", judged: await judge.incumbent(one, question) });
  }
}

interface Measured {
  id: string;
  normalized: string | null;
  verdict: Verdict;
}

const countable = (verdict: Verdict): boolean => verdict.status === "ok" && verdict.profile?.countable === true;

/** Whether the judge times on one device alone, so that jobs cannot come to different ones. A spool or a queue may have several judges. */
function hasOneDevice({ worker, target }: Pick<Settings, "worker" | "target">, host: Host): boolean {
  const { kind } = parseWorker(worker);
  return (kind === "here" || kind === "command") && (gpuFor(target, host) === null || host.gpus <= 1);
}

/**
 * The verdicts of all finalists, which `told` hears as they come. Each has its own job where there is one device. Elsewhere one job has all
 * of them: they are then measured on one device. That job is refused if a judge does not survive it. Then each gets its own.
 */
async function judgedOnOneDevice(
  judge: Judge,
  asked: Omit<Parameters<Judge["series"]>[0], "candidates">,
  candidates: readonly Candidate[],
  isOneDevice: boolean,
  told: (at: number, verdict: Verdict) => void,
): Promise<Verdict[]> {
  const singly = async (): Promise<Verdict[]> =>
    await Promise.all(
      candidates.map(async (candidate, at) => {
        const verdict = await judge.evaluate({ ...asked, candidate });
        told(at, verdict);
        return verdict;
      }),
    );
  if (isOneDevice || candidates.length === 0) return await singly();
  try {
    const reply = await judge.series({ ...asked, candidates: [...candidates] });
    const verdicts = reply.verdicts as Verdict[]; // without a limit of seconds the client takes no reply that lacks one
    for (const [at, verdict] of verdicts.entries()) told(at, verdict);
    return verdicts;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return await singly();
  }
}

/** Measures the winner on further hosts with the same device, one after the other. */
async function confirmed(judge: Judge, asked: Parameters<Judge["evaluate"]>[0], hosts: number, { place }: Verdict, host: Host) {
  const [known, verdicts] = [place ? [place.host] : [], [] as Verdict[]];
  while (known.length > 0 && known.length < hosts) {
    const live = await judge.hostsLike(host, asked.target);
    if (!live?.some((one) => !known.includes(one))) break;
    const verdict = await judge.evaluate(asked, [...known]);
    verdicts.push(verdict);
    known.push(verdict.place?.host ?? "a host without a name");
  }
  const found = Math.max(1, known.length);
  const missing =
    found < hosts ? `the winner was measured on ${found} of ${hosts} hosts: the queue has no other live worker with ${deviceOf(host, asked.target)}` : "";
  return { hosts, verdicts, missing };
}
