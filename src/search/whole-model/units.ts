/** Which modules of a model are searched: the ranking by time, and the units among the nested modules. */
import type { ModuleGroup, TimedModule, WholeModel } from "../../domain/whole-model.ts";

/** A unit below this share is not searched: without any time, the model would be at most 1 % faster. */
export const LEAST_SHARE = 0.01;

/** Identifies a group among those of one model. */
export const groupKey = ({ class: name, settings }: Pick<TimedModule, "class" | "settings">): string => `${name} ${settings}`;

/** All modules in groups, by time. A module inside another one of its group adds no time. */
export function groupsOf(model: WholeModel): ModuleGroup[] {
  const groups = Map.groupBy(model.modules, groupKey);
  return [...groups.values()].map((modules) => groupOf(model, modules)).toSorted((a, b) => b.seconds - a.seconds || b.height - a.height);
}

/**
 * The groups that can be searched, by time. A unit is a leaf (a module without submodules) or a small block (a module of leaves). It lies in no
 * other unit, so the largest one counts. The parts of a `refused` block are units themselves.
 */
export function unitsOf(model: WholeModel, refused: ReadonlySet<string>): ModuleGroup[] {
  const fits = (one: TimedModule): boolean => one.height <= 1 && !refused.has(groupKey(one));
  const blocks = model.modules.filter((one) => fits(one) && one.height === 1);
  const units = model.modules.filter((one) => fits(one) && !blocks.some((block) => isInside(one, block)));
  return groupsOf({ ...model, modules: units });
}

function groupOf(model: WholeModel, modules: readonly TimedModule[]): ModuleGroup {
  const sum = (of: (one: TimedModule) => number, from = modules): number => from.reduce((total, one) => total + of(one), 0);
  const outermost = modules.filter((one) => !modules.some((other) => isInside(one, other)));
  const { name, class: className, settings, height } = modules[0]!;
  const seconds = sum((one) => one.seconds, outermost);
  return {
    name,
    class: className,
    settings,
    fingerprints: [...new Set(modules.map(({ fingerprint }) => fingerprint))],
    paths: modules.map(({ path }) => path),
    height,
    calls: sum((one) => one.calls),
    seconds,
    share: seconds / model.seconds,
    ownShare: sum((one) => one.ownSeconds) / model.seconds,
  };
}

const isInside = (one: TimedModule, other: TimedModule): boolean => one !== other && (other.path === "" || one.path.startsWith(`${other.path}.`));

/** A file name for each dotted class: Mlp, Mlp_2. They differ in more than case, because files are named in lower case and a disk may ignore it. */
export function uniqueNames(classes: readonly string[]): string[] {
  const taken = new Set<string>();
  return classes.map((dotted) => {
    const base = (dotted.split(".").at(-1) ?? dotted).replace(/\W/g, "_");
    let name = base;
    for (let at = 2; taken.has(name.toLowerCase()); at++) name = `${base}_${at}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

/** A total in whole parts of at least 1, in proportion to the weights. The largest remainders get what is left. */
export function inProportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  const spare = Math.max(0, total - weights.length);
  const exact = weights.map((weight) => (spare * weight) / sum);
  const parts = exact.map(Math.floor);
  const left = spare - parts.reduce((a, b) => a + b, 0);
  const byRemainder = exact.map((_, at) => at).toSorted((a, b) => exact[b]! - parts[b]! - (exact[a]! - parts[a]!));
  for (const at of byRemainder.slice(0, left)) parts[at]!++;
  return parts.map((part) => part + 1);
}
