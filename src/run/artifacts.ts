/** The artifacts of a run: texts, stored by hash. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Candidate } from "../domain/candidate.ts";
import { Verdict } from "../domain/verdict.ts";
import { UserError } from "../domain/errors.ts";
import { hashOf } from "../lib/hash.ts";
import { readIfThere, writeWhole } from "../tools/system/files.ts";

export interface Artifacts {
  /** Stores a text under its hash and returns the hash. */
  put(text: string): string;
  /** The text stored under a hash. Throws UserError if it is missing. */
  get(hash: string): string;
  /** The candidate stored under a hash. */
  candidate(hash: string | null): Candidate;
  /** Stores a verdict and returns its hash. */
  putVerdict(verdict: Verdict): string;
  /** The verdict stored under a hash. Recently used ones are cached. */
  verdict(hash: string): Verdict;
}

/** The number of verdicts in memory: more than the branches of a round use. */
const VERDICTS = 32;

/** The artifacts in a run's folder. */
export function artifactsIn(folder: string): Artifacts {
  const place = (hash: string): string => join(folder, "artifacts", hash);
  const get = (hash: string): string => {
    const text = readIfThere(place(hash));
    if (text === undefined) throw new UserError(`${folder} lacks artifact ${hash}`, "the folder is damaged; start the run again");
    return text;
  };
  const put = (text: string): string => {
    const hash = hashOf(text);
    if (!existsSync(place(hash))) writeWhole(place(hash), text);
    return hash;
  };
  const verdicts = new Map<string, Verdict>();
  const remember = (hash: string, verdict: Verdict): Verdict => {
    verdicts.delete(hash);
    verdicts.set(hash, verdict);
    if (verdicts.size > VERDICTS) verdicts.delete(verdicts.keys().next().value!);
    return verdict;
  };
  return {
    put,
    get,
    putVerdict(verdict) {
      const hash = put(JSON.stringify(verdict));
      remember(hash, verdict);
      return hash;
    },
    verdict: (hash) => remember(hash, verdicts.get(hash) ?? Verdict.parse(JSON.parse(get(hash)))),
    candidate: (hash) => Candidate.parse(JSON.parse(get(hash ?? ""))),
  };
}
