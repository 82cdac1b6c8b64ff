/** The id of an attempt: `root` for the reference, else round and branch (r2b1). A repair adds its number (r2b1s1), and tuning adds a t (r2b1s1t). */

export interface AttemptId {
  /** the selection that began the branch, from 1; 0 for the kernel of --start */
  readonly round: number;
  /** the branch of that round, from 1 */
  readonly branch: number;
  /** the number of the repair; 0 for the branch's first kernel */
  readonly repair: number;
  /** whether tuning made it from the attempt with the same numbers */
  readonly tuned: boolean;
}

const FORM = /^r(\d+)b(\d+)(?:s(\d+))?(t?)$/;

/** The parts of an id; null for the reference and for any other text. */
export function parseAttemptId(text: string): AttemptId | null {
  const [, round, branch, repair = "0", tuned] = FORM.exec(text) ?? [];
  return round === undefined ? null : { round: Number(round), branch: Number(branch), repair: Number(repair), tuned: tuned === "t" };
}

/** The id as text; `repair` and `tuned` may be left out. */
export function formatAttemptId({ round, branch, repair = 0, tuned = false }: Pick<AttemptId, "round" | "branch"> & Partial<AttemptId>): string {
  return `r${round}b${branch}${repair === 0 ? "" : `s${repair}`}${tuned ? "t" : ""}`;
}

/** The id of a repair in the branch of the attempt `of`. Throws if `of` is not an attempt's id. */
export const repairId = (of: string, repair: number): string => formatAttemptId({ ...numbered(of), repair });

/** The id of the tuned version of the attempt `of`. Throws if `of` is not an attempt's id. */
export const tunedId = (of: string): string => formatAttemptId({ ...numbered(of), tuned: true });

function numbered(text: string): AttemptId {
  const id = parseAttemptId(text);
  if (!id) throw new Error(`${text} is not the id of an attempt in a branch`);
  return id;
}
