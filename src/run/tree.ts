/**
 * The search tree. It keeps its indexes up to date attempt by attempt, so a step costs about the same after ten thousand attempts as after
 * ten. The order of arrival does not matter. src/search decides by the tree. src/run/attempt-log.ts decides who sees which tree.
 */
import { type Attempt, compareIds, isBroken, isCounted, scoreOf } from "./attempt.ts";

export const ROOT = "root";

/** The queries of a tree. Attempts are ordered by id: the reference last, and after it the attempts of the branch that sees the tree. */
export interface Tree {
  all(): readonly Attempt[];
  /** `all` from its end. */
  backwards(): IteratorObject<Attempt, undefined>;
  /** Throws for an unknown id. */
  find(id: string): Attempt;
  childrenOf(id: string): readonly Attempt[];
  /** The attempts with the same program. */
  twins(normalized: string): readonly Attempt[];
  /** The attempts with a score, including the reference, best first. The earlier id wins ties. */
  ranked(): IteratorObject<Attempt, undefined>;
}

/** The number of attempts in a subtree, and the sum of their scores. */
export interface Sums {
  readonly attempts: number;
  readonly score: number;
}

type Order = (one: Attempt, other: Attempt) => number;
const byScore: Order = (one, other) => (scoreOf(other) ?? 0) - (scoreOf(one) ?? 0) || compareIds(one, other);

/** A whole, growing tree. */
export class SearchTree implements Tree {
  readonly #known = new Map<string, Attempt>();
  readonly #all: Attempt[] = [];
  readonly #ranked: Attempt[] = [];
  readonly #leaves: Attempt[] = [];
  readonly #children = new Map<string, Attempt[]>();
  readonly #twins = new Map<string, Attempt[]>();
  readonly #sums = new Map<string, Sums>();
  #spent = 0;

  constructor(attempts: readonly Attempt[] = []) {
    for (const attempt of attempts) this.put(attempt);
  }

  /** Adds an attempt, or replaces its old version. */
  put(attempt: Attempt): void {
    const { id, parent } = attempt;
    const before = this.#known.get(id);
    if (before) this.#drop(before);
    this.#known.set(id, attempt);
    for (const [list, order] of this.#listsOf(attempt)) insert(list, attempt, order);
    this.#spent += costOf(attempt);
    const above = this.#known.get(parent ?? "");
    if (above) remove(this.#leaves, above, compareIds);
    this.#sums.delete(id);
    for (let at = above; at && this.#sums.delete(at.id);) at = this.#known.get(at.parent ?? "");
  }

  #drop(attempt: Attempt): void {
    for (const [list, order] of this.#listsOf(attempt)) remove(list, attempt, order);
    this.#spent -= costOf(attempt);
  }

  /** The lists that contain an attempt, each with its order. */
  #listsOf(attempt: Attempt): readonly (readonly [Attempt[], Order])[] {
    const { id, parent, normalized } = attempt;
    const isScored = scoreOf(attempt) !== null;
    const isLeaf = id !== ROOT && (isScored || isBroken(attempt)) && this.childrenOf(id).length === 0;
    return [
      [this.#all, compareIds],
      [listIn(this.#children, parent ?? ""), compareIds],
      ...(normalized === null ? [] : [[listIn(this.#twins, normalized), compareIds] as const]),
      ...(isScored ? [[this.#ranked, byScore] as const] : []),
      ...(isLeaf ? [[this.#leaves, compareIds] as const] : []),
    ];
  }

  all(): readonly Attempt[] {
    return this.#all;
  }

  *backwards(): Generator<Attempt, undefined> {
    for (let at = this.#all.length - 1; at >= 0; at--) yield this.#all[at]!;
  }

  find(id: string): Attempt {
    const attempt = this.#known.get(id);
    if (!attempt) throw new Error(`no attempt ${id} in the tree`);
    return attempt;
  }

  childrenOf(id: string): readonly Attempt[] {
    return this.#children.get(id) ?? [];
  }

  twins(normalized: string): readonly Attempt[] {
    return this.#twins.get(normalized) ?? [];
  }

  ranked(): IteratorObject<Attempt, undefined> {
    return this.#ranked.values();
  }

  /** The leaves: attempts without children that pass or can be repaired. The reference is excluded. */
  leaves(): readonly Attempt[] {
    return this.#leaves;
  }

  /** The number of spent attempts, without the reference and tuned versions. */
  spent(): number {
    return this.#spent;
  }

  /** Sums are cached until their subtree grows. They are added from the leaves, in the order of ids. */
  sumsOf(id: string): Sums {
    const missing = this.#sums.has(id) ? [] : [id];
    for (let next = 0; next < missing.length; next++)
      for (const child of this.childrenOf(missing[next]!)) if (!this.#sums.has(child.id)) missing.push(child.id);
    for (const one of missing.toReversed()) {
      const below = this.childrenOf(one).map((child) => this.#sums.get(child.id)!);
      const attempts = below.reduce((sum, child) => sum + child.attempts, 1);
      this.#sums.set(one, { attempts, score: below.reduce((sum, child) => sum + child.score, scoreOf(this.find(one)) ?? 0) });
    }
    return this.#sums.get(id)!;
  }

  /** The tree that a branch sees: the attempts from before its selection, then its `own`. */
  seen(isThere: (one: Attempt) => boolean, own: readonly Attempt[]): Tree {
    const known = new Map(own.map((one) => [one.id, one]));
    const part = (list: readonly Attempt[], isMine: (one: Attempt) => boolean): Attempt[] => list.filter(isThere).concat(own.filter(isMine));
    return {
      all: () => part(this.#all, () => true),
      backwards: () => chained(own.toReversed(), this.backwards().filter(isThere)),
      find: (id) => known.get(id) ?? this.find(id),
      childrenOf: (id) => part(this.childrenOf(id), (one) => one.parent === id),
      twins: (normalized) => part(this.twins(normalized), (one) => one.normalized === normalized),
      ranked: () => merged(this.ranked().filter(isThere), own.filter((one) => scoreOf(one) !== null).toSorted(byScore)),
    };
  }
}

const costOf = (attempt: Attempt): number => (isCounted(attempt) ? 1 : 0);

function listIn(lists: Map<string, Attempt[]>, key: string): Attempt[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** The index of an attempt in a list, or its insertion point. */
function placeIn(list: readonly Attempt[], one: Attempt, order: Order): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (order(list[middle]!, one) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function insert(list: Attempt[], one: Attempt, order: Order): void {
  list.splice(placeIn(list, one, order), 0, one);
}

/** Removes an attempt from a list, if the list has it. */
function remove(list: Attempt[], one: Attempt, order: Order): void {
  const at = placeIn(list, one, order);
  if (list[at]?.id === one.id) list.splice(at, 1);
}

function* chained(first: Iterable<Attempt>, then: Iterable<Attempt>): Generator<Attempt, undefined> {
  yield* first;
  yield* then;
}

/** Merges two lists that are sorted by score. */
function* merged(many: Iterable<Attempt>, few: Attempt[]): Generator<Attempt, undefined> {
  for (const one of many) {
    while (few.length > 0 && byScore(few[0]!, one) < 0) yield few.shift()!;
    yield one;
  }
  yield* few;
}
