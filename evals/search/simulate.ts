/** One search on one synthetic task: the program's own selection, repair and twin rules; only attempts are drawn. */
import { asDuplicate, type Attempt } from "../../src/run/attempt.ts";
import type { Policy } from "../../src/domain/settings.ts";
import { ROOT, SearchTree, type Tree } from "../../src/run/tree.ts";
import type { Expansion } from "../../src/search/selection/expansion.ts";
import { select } from "../../src/search/selection/select.ts";
import { twinsOf } from "../../src/search/selection/twins.ts";
import { attemptOn, Dice, drawTask, type Kernel, type Level, type Task, type World } from "./landscape.ts";

export interface Outcome {
  readonly attempts: number;
  readonly correct: number;
  /** how long it took, in medians of one attempt: model and judge are taken to have room for all branches in flight */
  readonly time: number;
  /** true speedup of the attempt that measured fastest, after each attempt; 0 while none passes */
  readonly path: readonly number[];
}

/** Scatter of a search-tier measurement, as the logarithm of a ratio. */
const NOISE = 0.02;
/** Scatter of the time an attempt takes, as the logarithm of a ratio. */
const PACE = 0.5;

interface Branch {
  readonly expansion: Expansion;
  readonly made: readonly Attempt[];
  readonly ends: number;
}

/**
 * Searches the task of `seed` by `policy` until its budget is spent. It works in rounds, or refills branches as they return. It never stops
 * early, which keeps budgets equal.
 */
export function simulate(level: Level, policy: Policy, world: World, seed: number): Outcome {
  const task = drawTask(level, new Dice(seed, "task"));
  const kernels = new Map<string, Kernel>();
  const path: number[] = [];
  let best: Attempt = reference;
  const tree = new SearchTree([reference]);
  let inFlight: Branch[] = [];
  let time = 0;
  for (let round = 1; ; round++) {
    const expansions = inFlight.map((one) => one.expansion);
    for (const expansion of select(tree, expansions, policy, seed, round)) {
      const beside = inFlight.flatMap((one) => one.made);
      inFlight = [...inFlight, grow(expansion, tree, beside, kernels, { task, policy, world, seed, time })];
    }
    if (inFlight.length === 0) break;
    time = policy.async ? Math.min(...inFlight.map((one) => one.ends)) : Math.max(...inFlight.map((one) => one.ends));
    const completed = inFlight.filter((one) => one.ends <= time);
    inFlight = inFlight.filter((one) => !completed.includes(one));
    const made = completed.flatMap((one) => one.made);
    for (const one of made) tree.put(one);
    for (const twin of twinsOf(tree, made)) tree.put(asDuplicate(tree.find(twin.attempt), twin.of));
    for (const one of made.map(({ id }) => tree.find(id))) {
      if ((one.speedup?.median ?? 0) > (best.speedup?.median ?? 0)) best = one;
      path.push(best === reference ? 0 : Math.exp(kernels.get(best.id)!.speed));
    }
  }
  return { attempts: tree.spent(), correct: tree.all().filter((one) => one.status === "ok").length, time, path };
}

interface Setting {
  task: Task;
  policy: Policy;
  world: World;
  seed: number;
  time: number;
}

/** One branch: an attempt, and repairs while it is broken and may be repaired. */
function grow(expansion: Expansion, tree: Tree, beside: readonly Attempt[], kernels: Map<string, Kernel>, setting: Setting): Branch {
  const { task, policy, world, seed } = setting;
  const dice = new Dice(seed, `attempt ${expansion.id}`);
  let ends = setting.time;
  const made: Attempt[] = [];
  let parent = tree.find(expansion.parent);
  for (let repair = 0; repair <= expansion.repairs; repair++) {
    const id = repair === 0 ? expansion.id : `${expansion.id}s${repair}`;
    const twin = repair === 0 ? repeated(expansion, tree, beside, setting, dice) : undefined;
    const kernel =
      (twin && kernels.get(twin.id)) ?? attemptOn(task, kernels.get(parent.id) ?? null, expansion.first === "solo" ? "solo" : policy.agents, world, dice);
    kernels.set(id, kernel);
    const attempt = asAttempt(id, parent.id, expansion.round, kernel, twin?.normalized ?? id, dice);
    made.push(attempt);
    ends += Math.exp(dice.normal(0, PACE));
    if (attempt.status === "ok" || twin) break;
    parent = attempt;
  }
  return { expansion, made, ends };
}

/** An agent that is not shown what was tried on this parent, or does not heed it, may write the same again. */
function repeated({ parent }: Expansion, tree: Tree, beside: readonly Attempt[], { policy, world }: Setting, dice: Dice): Attempt | undefined {
  const { shown, unseen } = world.skills[policy.agents].repeats;
  const unheeded = beside.filter((one) => one.parent === parent);
  const pool = dice.chance(unseen) ? unheeded : dice.chance(shown) ? tree.childrenOf(parent) : [];
  return pool[Math.floor(dice.draw() * pool.length)];
}

const reference = { ...blank(ROOT, null, 0), role: "reference", status: "reference" } as const satisfies Attempt;

function asAttempt(id: string, parent: string, round: number, kernel: Kernel, normalized: string, dice: Dice): Attempt {
  const median = Math.exp(kernel.speed + dice.normal(0, NOISE));
  const attempt = { ...blank(id, parent, round), normalized, source: id, verdict: id };
  if (kernel.bugs > 0) return { ...attempt, status: "wrong" };
  return { ...attempt, status: "ok", speedup: { median, low: median, high: median, samples: 1 } };
}

function blank(id: string, parent: string | null, round: number): Attempt {
  const nothing = { language: null, source: null, normalized: null, plan: null, explanation: "", problem: "", time: null, speedup: null, diagnosis: null };
  return { id, parent, round, role: "coder", status: "wrong", ...nothing, verdict: null, tokens: 0, modelSeconds: 0, judgeSeconds: 0 };
}
