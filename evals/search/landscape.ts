/**
 * Synthetic tasks for comparing search strategies without a model or a GPU. A random draw decides the effect of each attempt. The constants
 * are fitted to STARK's figures (arXiv 2510.16996, tables 1 to 3): correct attempts, tasks solved, tasks at least as fast as eager, mean
 * speedup. `npm run bench:search` prints the fit. docs/search.md lists the assumptions behind the other constants.
 */
import { draws } from "../../src/lib/random.ts";
import type { Policy } from "../../src/domain/settings.ts";

type Agents = Policy["agents"];
export type LevelName = "level 1" | "level 2" | "level 3";

/** Speeds are natural logarithms of the speedup over eager PyTorch; chances are per attempt. */
export interface Level {
  /** bugs in a kernel written from the reference: Poisson, its mean Gamma-distributed over tasks */
  readonly bugs: { readonly shape: number; readonly scale: number };
  /** chance that a repair removes a bug, on the middle task; tasks differ by `spread` on the logit scale */
  readonly repair: { readonly chance: number; readonly spread: number };
  /** speed of a first passing kernel: its mean over tasks, and how tasks and kernels of one task differ */
  readonly first: { readonly mean: number; readonly tasks: number; readonly kernels: number };
  /** how far a branch can be improved before it needs another idea */
  readonly room: number;
  /** the speed of light above eager's speed, where all branches of a task end: its mean, exponentially distributed over tasks */
  readonly light: number;
}

export interface Skills {
  /** bugs of a first kernel and of a change, relative to the task's */
  readonly write: number;
  readonly change: number;
  /** chance that a change is an improvement */
  readonly helps: number;
  /** how much faster a planned first kernel is */
  readonly head: number;
  /** chance that a change is a rewrite from scratch */
  readonly rewrites: number;
  /** chance to repeat what was tried on this parent already, where that is shown and where it is not */
  readonly repeats: { readonly shown: number; readonly unseen: number };
}

export interface World {
  readonly levels: Record<LevelName, Level>;
  readonly skills: Record<Agents, Skills>;
  /** mean share of the remaining room that an improvement takes */
  readonly step: number;
  /** chance that a change only prepares: a little slower now, more room for what builds on it */
  readonly prepares: number;
  /** chance that a repair brings a new bug */
  readonly newBug: number;
}

/** A kernel as the landscape knows it; the search sees its outcome and measured speed alone. */
export interface Kernel {
  readonly bugs: number;
  readonly speed: number;
  /** the speed that its branch can reach */
  readonly limit: number;
}

export interface Task {
  readonly level: Level;
  readonly bugs: number;
  readonly repair: number;
  readonly first: number;
  readonly light: number;
}

/** Draws from one seeded stream. */
export class Dice {
  readonly draw: () => number;
  constructor(seed: number, label: string) {
    this.draw = draws(seed, label);
  }
  chance(p: number): boolean {
    return this.draw() < p;
  }
  normal(mean = 0, deviation = 1): number {
    return mean + deviation * Math.sqrt(-2 * Math.log(1 - this.draw())) * Math.cos(2 * Math.PI * this.draw());
  }
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.draw());
  }
  poisson(mean: number): number {
    let count = 0;
    for (let product = this.draw(); product > Math.exp(-mean); product *= this.draw()) count++;
    return count;
  }
  /** Marsaglia and Tsang 2000. */
  gamma(shape: number, scale: number): number {
    if (shape < 1) return this.gamma(shape + 1, scale) * this.draw() ** (1 / shape);
    const d = shape - 1 / 3;
    for (;;) {
      const x = this.normal();
      const v = (1 + x / Math.sqrt(9 * d)) ** 3;
      if (v > 0 && Math.log(1 - this.draw()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v * scale;
    }
  }
}

export function drawTask(level: Level, dice: Dice): Task {
  const logit = Math.log(level.repair.chance / (1 - level.repair.chance)) + dice.normal(0, level.repair.spread);
  return {
    level,
    bugs: Math.min(12, dice.gamma(level.bugs.shape, level.bugs.scale)),
    repair: 1 / (1 + Math.exp(-logit)),
    first: dice.normal(level.first.mean, level.first.tasks),
    light: 0.05 + dice.exponential(level.light),
  };
}

/** Draws the result of one attempt: a first kernel, a repair of a failed one, or a change of a passing one. */
export function attemptOn(task: Task, parent: Kernel | null, agents: Agents, world: World, dice: Dice): Kernel {
  const skills = world.skills[agents];
  if (parent === null || (parent.bugs === 0 && dice.chance(skills.rewrites))) return written(task, skills, dice);
  if (parent.bugs > 0) return repaired(task, parent, world, dice);
  const bugs = dice.poisson(task.bugs * skills.change);
  if (dice.chance(world.prepares))
    return { bugs, speed: parent.speed - 0.03, limit: Math.min(task.light, parent.limit + dice.exponential(task.level.room / 2)) };
  const left = Math.max(0, parent.limit - parent.speed);
  const gain = dice.chance(skills.helps) ? left * Math.min(1, dice.exponential(world.step)) : dice.normal(-0.1, 0.1);
  return { bugs, speed: Math.min(task.light, parent.speed + gain), limit: parent.limit };
}

function written(task: Task, skills: Skills, dice: Dice): Kernel {
  const speed = Math.min(task.light, dice.normal(task.first + skills.head, task.level.first.kernels));
  return { bugs: dice.poisson(task.bugs * skills.write), speed, limit: Math.min(task.light, speed + dice.exponential(task.level.room)) };
}

function repaired(task: Task, parent: Kernel, world: World, dice: Dice): Kernel {
  let bugs = dice.chance(world.newBug) ? 1 : 0;
  for (let bug = 0; bug < parent.bugs; bug++) if (!dice.chance(task.repair)) bugs++;
  return { ...parent, bugs };
}
