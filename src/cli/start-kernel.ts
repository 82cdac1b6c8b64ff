/** The kernel that a search starts from, as `--start` names it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Candidate } from "../domain/candidate.ts";
import { UserError } from "../domain/errors.ts";
import type { Settings } from "../domain/settings.ts";
import { languagesOf } from "../domain/task.ts";
import { bundleProblem } from "../search/grounding/bundle.ts";
import { languageOf, readCandidate } from "../tools/tasks/candidate-files.ts";

/**
 * Reads a bundle folder, a Python file with ModelNew, or the winner of a run's folder. Throws UserError in two cases: the path is something
 * else, or the run does not allow the language.
 */
export function readStart(path: string, { target, language, alsoIn }: Settings): Candidate {
  const isRun = existsSync(join(path, "run.json"));
  if (isRun && !existsSync(join(path, "best"))) throw new UserError(`the run ${path} has no winner to start from`, "name a finished run that has one");
  const candidate = readCandidate(isRun ? join(path, "best") : path, { language });
  const known = { ...candidate, language: languageOf(candidate.files, language) };
  if (![language, ...alsoIn].includes(known.language))
    throw new UserError(
      `${path} is written in ${known.language}, and this run writes ${[language, ...alsoIn].join(", ")}`,
      languagesOf[target].includes(known.language) ? `add --language ${known.language}` : `name a kernel for ${target}, or the other target with --target`,
    );
  const problem = bundleProblem(known.files, known.language);
  if (problem !== null) throw new UserError(`${path} is no candidate: ${problem}`, "docs/runs.md says what --start takes");
  return known;
}
