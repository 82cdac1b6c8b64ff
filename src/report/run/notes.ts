/**
 * The caveats on a run's numbers, as text, most serious first.
 * Each note is one plain sentence or two; they hold text from candidates, so whoever prints them must escape it.
 */
import type { RunRecord } from "../../run/events.ts";
import { type OkVerdict, problemOf, unprovenText } from "../../domain/verdict.ts";
import { percent, plural, ratio, times } from "../format.ts";
import { alternativeNotes, incumbentNotes } from "./baselines.ts";
import type { Outcome } from "./outcome.ts";
import { slowText } from "./shapes.ts";
import { confirmationNotes, placeNotes } from "./places.ts";

/** The notes on a run: on its result, evidence and conditions, and on finalists that lost. */
export function notesOf(record: RunRecord, outcome: Outcome): readonly string[] {
  return [...ofResult(record, outcome), ...ofEvidence(record, outcome), ...ofConditions(record, outcome), ...ofLosses(record, outcome)];
}

function ofResult(record: RunRecord, { best, standing, verdict, baselines, eagerName }: Outcome): string[] {
  const notes = confirmationNotes(record);
  if (!record.finished) notes.push(`The run has not finished${best ? `; ${best.id} is the fastest attempt so far` : ""}.`);
  const everywhere = record.baselines?.workloads ? ", and not slower on any shape" : "";
  if (!best && record.finished) notes.push(`No win: no attempt that passed every check was faster than ${eagerName}${everywhere}.`);
  if (standing === "tie") notes.push("No win: the 95 % interval of the speedup includes 1, so the difference may be noise.");
  if (standing === "loss") notes.push(`No win: the best attempt is slower than ${eagerName}.`);
  for (const { kind, label, speedup } of baselines) {
    if (kind === "eager") continue;
    if (speedup.high < 1) notes.push(`A loss: ${label} is faster than this candidate (${ratio(speedup)} against it).`);
    else if (speedup.low <= 1) notes.push(`Against ${label} the difference may be noise: the interval includes 1.`);
  }
  return [...notes, ...alternativeNotes(baselines), ...incumbentNotes(record.incumbents, verdict)];
}

function ofEvidence(record: RunRecord, { best, promoted, verdict, solFraction }: Outcome): string[] {
  const notes = [];
  if (best && !promoted)
    notes.push(
      "The best attempt was not confirmed in a fresh process: its numbers are those of the search, which does not look for rare conditions such as NaN.",
    );
  if (promoted && best?.speedup && verdict && verdict.speedup.high < best.speedup.low)
    notes.push(`Promotion measured ${times(verdict.speedup.median)} where the search had measured ${times(best.speedup.median)}; the lower number counts.`);
  if (best?.blocks?.used.length) notes.push(`Built from proven building blocks (docs/search.md): ${best.blocks.used.join(", ")}.`);
  if (verdict?.unproven?.length) notes.push(`Not proven: ${unprovenText(verdict.unproven)}.`);
  notes.push(...sanitizerNotes(verdict?.sanitizers));
  if (verdict?.precisionBlind) notes.push("The task is precision-blind: operands rounded to the next lower format would pass too.");
  if (verdict && !verdict.deterministic)
    notes.push("The same input does not give the same bits twice (atomic additions, or a race); every output was within its error budget.");
  if (verdict && verdict.isolation.level !== "L3")
    notes.push("Not for publication: the isolation level was L2, so a hostile candidate could have reached the judge.");
  if (solFraction !== null && solFraction > 1)
    notes.push(`The time is below the memory floor (${percent(solFraction)}): part of the data stayed in a cache, or less moved than the floor counts.`);
  return notes;
}

function sanitizerNotes(found: OkVerdict["sanitizers"]): string[] {
  const missing = found?.why ? [`not run: ${found.why}`] : [];
  return [...missing, ...(found?.notes ?? [])].map((note) => `Sanitizers: ${note}.`);
}

function ofConditions(record: RunRecord, outcome: Outcome): string[] {
  const { started, baselines, resumes, feedback } = record;
  const notes = placeNotes(record);
  if (started.mode === "replay")
    notes.push("Replayed: the model's replies were recorded earlier and no model was asked. Every kernel was built and measured in this run.");
  if (started.target === "cpu")
    notes.push(
      `CPU target: kernel and baseline both ran on the CPU${baselines ? ` (${plural(baselines.host.threads, "thread")}, BLAS: ${baselines.host.blas ?? "unknown"})` : ""}. This says nothing about a GPU.`,
    );
  const known = baselines?.rivals.find(({ name }) => name === "compile");
  if (baselines && !outcome.compiled && !known?.time) notes.push(`No comparison with torch.compile: ${known?.note || "it was not measured"}.`);
  if (!outcome.compiled && known?.time && outcome.best) notes.push("The best attempt was not timed against torch.compile.");
  if (baselines && baselines.timedOn !== "shipped")
    notes.push(`On the task's own inputs ${vacuous(baselines)} would pass. The judge therefore checked and timed the kernel on ${baselines.timedOn} inputs.`);
  if (baselines?.gradients) notes.push("A call is forward and backward, and all times are of both together: forward alone was not timed.");
  if (started.precision !== "fp32") notes.push(`Precision track ${started.precision}: the baseline was allowed the same arithmetic.`);
  if (feedback.length > 0)
    notes.push(`A person steered this search (${plural(feedback.length, "message")}, listed above its attempts): its result is not the program's alone.`);
  if (resumes > 0) notes.push(`The run was interrupted and resumed ${resumes === 1 ? "once" : `${resumes} times`}.`);
  return notes;
}

function ofLosses({ started, attempts, promotions, finished }: RunRecord, { promoted, speedup: published, eagerName }: Outcome): string[] {
  const lost = promotions.filter(({ attempt }) => attempt !== finished?.best);
  const chosen = started.mode === "replay" ? "what the recorded run published, else the earliest" : "the earliest";
  const notes = lost.flatMap(({ attempt, verdict }) => {
    if (verdict.status !== "ok") return `${attempt} passed the search but not promotion (${words(verdict.status)}): ${problemOf(verdict)}`;
    const slow = slowText(verdict, eagerName);
    if (slow) return `${attempt} is not published: ${slow}.`;
    if (verdict.speedup.low <= 1) return `${attempt} was not reliably faster than ${eagerName} when measured again: ${ratio(verdict.speedup)}.`;
    if (!promoted || !published || verdict.speedup.median <= published.median) return [];
    return `${attempt} reached ${ratio(verdict.speedup)} when measured again, which is within the variation between processes; of such kernels ${chosen} is the winner.`;
  });
  const slower = attempts.flatMap(({ id, speedup }) => (speedup && speedup.high < 1 ? `${id} (${times(speedup.median)})` : []));
  if (slower.length > 0) notes.push(`Slower than ${eagerName}: ${slower.join(", ")}.`);
  return notes;
}

function vacuous(baselines: NonNullable<RunRecord["baselines"]>): string {
  const [shipped] = baselines.admission;
  return shipped && shipped.vacuous.length > 0 ? `a trivial answer (${shipped.vacuous.join(" or ")})` : "any answer";
}

/** A status as words, such as "build failed". */
export function words(status: string): string {
  return status.replaceAll("_", " ");
}
