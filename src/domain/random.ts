/**
 * Seeded draws without state: the same seed and label always give the same sequence, so a resumed run
 * continues with the draws it would have made. Mulberry32 seeded by FNV-1a of the label.
 */
export function draws(seed: number, label: string): () => number {
  let state = (fnv1a(label) ^ Math.imul(seed + 1, 0x9e3779b1)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  return hash;
}

/** `count` distinct items, uniformly, in their original order; all of them when there are no more than that. */
export function sample<T>(items: readonly T[], count: number, draw: () => number): T[] {
  const leaves: number[] = []; // places of those that leave one after the other, each among those still there
  for (let left = items.length; left > count; left--) leaves.push(Math.floor(draw() * left));
  const stays = Array.from({ length: Math.min(count, items.length) }, (_, place) => leaves.reduceRight((at, left) => (at >= left ? at + 1 : at), place));
  return stays.map((at) => items[at]!);
}
