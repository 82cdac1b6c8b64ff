/** The tasks of a KernelBench checkout, by level and subset. It reads file names and the checkout's own list, never a task's source. */
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { UserError } from "../../domain/errors.ts";
import { readIfThere } from "../system/files.ts";

/** The tasks that KernelBench-Verified (arXiv 2607.16241) excludes, by level: their outputs ignore some of their inputs. */
const NOT_VERIFIED: Record<number, readonly number[]> = { 2: [23, 80, 83] };

/**
 * The task files of `level` in the order of their numbers. `subset` is "all", "representative" (as the checkout's own dataset.py has it),
 * "verified", or numbers and ranges such as "1,3,6-9". Throws UserError for an unknown level or task.
 */
export function kernelbenchFiles(checkout: string, level: number, subset: string): string[] {
  const folder = join(checkout, "KernelBench", `level${level}`);
  if (!existsSync(folder)) throw new UserError(`${checkout} has no folder KernelBench/level${level}`, "give --kernelbench the root of a KernelBench checkout");
  const files = new Map(readdirSync(folder).flatMap((name) => (/^\d+_.*\.py$/.test(name) ? [[parseInt(name, 10), join(folder, name)] as const] : [])));
  const wanted = numbersIn(checkout, level, subset, [...files.keys()]);
  const missing = wanted.filter((number) => !files.has(number));
  if (missing.length > 0)
    throw new UserError(
      `level ${level} of ${checkout} has no task ${missing.join(", ")}`,
      `it has ${files.size} tasks; --subset takes numbers and ranges of them`,
    );
  return wanted.toSorted((a, b) => a - b).map((number) => files.get(number)!);
}

/** The name of a checkout's task in folders and tables: level1-40_LayerNorm. */
export function kernelbenchName(level: number, file: string): string {
  return `level${level}-${basename(file, ".py")}`;
}

function numbersIn(checkout: string, level: number, subset: string, all: readonly number[]): number[] {
  if (subset === "all") return [...all];
  if (subset === "verified") return all.filter((number) => !NOT_VERIFIED[level]?.includes(number));
  return subset === "representative" ? representative(checkout, level) : rangesIn(subset);
}

/** The checkout's own list, as its dataset.py has it since 2026 (rep_ids) or had it before (a list of file names per level). */
function representative(checkout: string, level: number): number[] {
  const source = ["src/kernelbench/dataset.py", "src/dataset.py"].map((name) => readIfThere(join(checkout, name))).find((text) => text !== undefined) ?? "";
  const table = /rep_ids\s*=\s*\{([^}]*)\}/.exec(source)?.[1] ?? "";
  const numbers = new RegExp(`\\b${level}:\\s*\\[([^\\]]*)\\]`).exec(table)?.[1]?.match(/\d+/g);
  const names = new RegExp(`level${level}_representative_subset\\s*=\\s*\\[([^\\]]*)\\]`, "i").exec(source)?.[1]?.match(/(?<=["'])\d+(?=_)/g);
  const found = numbers ?? names;
  if (!found) throw new UserError(`${checkout} lists no representative subset of level ${level} in its dataset.py`, "name the tasks: --subset all, or 1,3,6-9");
  return [...new Set(found.map(Number))];
}

function rangesIn(subset: string): number[] {
  const numbers = subset.split(",").flatMap((part) => {
    const [, from, to = from] = /^\s*(\d+)(?:-(\d+))?\s*$/.exec(part) ?? [];
    if (from === undefined || Number(to) < Number(from))
      throw new UserError(`--subset ${subset} is no subset`, "use representative, verified, all, or numbers and ranges such as 1,3,6-9");
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => Number(from) + at);
  });
  return [...new Set(numbers)];
}
