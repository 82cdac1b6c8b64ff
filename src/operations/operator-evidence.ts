/** The evidence file of an exported operator: hashes, verdicts, hardware and versions, and each step to the kernel with its plan and diff. */
import { createTwoFilesPatch } from "diff";
import { version } from "../lib/repository.ts";
import { hashOf } from "../lib/hash.ts";
import type { Candidate } from "../domain/candidate.ts";
import { incumbentsOf } from "../domain/incumbent.ts";
import type { Attempt } from "../run/attempt.ts";
import type { RunRecord } from "../run/events.ts";
import type { RunFolder } from "../run/run-folder.ts";
import { parentOf, pathTo } from "../report/run/outcome.ts";

/** The evidence for one attempt of a run. Hashes are the first 24 digits of a SHA-256. */
export function evidenceOf(run: RunFolder, record: RunRecord, id: string, about: string): object {
  const { task, settings, id: runId } = run.about;
  const attempt = record.attempts.find((one) => one.id === id) ?? null;
  const candidate = run.candidate(attempt?.source ?? null);
  const { host, ...baselines } = record.baselines ?? { host: null };
  return {
    about,
    task: { name: task.name, sha256: hashOf(task.source) },
    kernel: { language: candidate.language, sha256: Object.fromEntries(candidate.files.map((file) => [file.name, hashOf(file.text)])) },
    run: { id: runId, attempt: id, startedAt: record.started.at, kernelwright: version, model: settings.model.name, precision: settings.precision },
    host,
    baselines,
    verdicts: {
      search: attempt?.verdict ? run.verdict(attempt.verdict) : null,
      promotion: record.promotions.find((one) => one.attempt === id)?.verdict ?? null,
    },
    incumbents: incumbentsOf(run.about.against, record.baselines ?? {}, settings.target).map(({ name, candidate: own }) => ({
      name,
      sha256: Object.fromEntries(own.files.map((file) => [file.name, hashOf(file.text)])),
      ...record.incumbents.find((one) => one.name === name),
    })),
    path: pathTo(attempt, record.attempts).map((one) => stepOf(run, record, one)),
  };
}

function stepOf(run: RunFolder, record: RunRecord, attempt: Attempt): object {
  const { id, parent, role, status, problem, plan, explanation, speedup } = attempt;
  const before = parentOf(attempt, record.attempts);
  return {
    attempt: id,
    parent,
    role,
    status,
    ...(problem && { problem }),
    speedup,
    plan: plan && { strategy: plan.strategy, advice: plan.advice },
    explanation,
    diff: diffOf(before?.source ? run.candidate(before.source) : null, attempt.source ? run.candidate(attempt.source) : null),
  };
}

/** The changes from the parent's files, which are none for the reference. */
function diffOf(before: Candidate | null, after: Candidate | null): string {
  const textOf = (name: string): string => before?.files.find((file) => file.name === name)?.text ?? "";
  return (after?.files ?? []).map(({ name, text }) => (textOf(name) === text ? "" : createTwoFilesPatch(name, name, textOf(name), text, "", ""))).join("");
}
