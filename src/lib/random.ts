/**
 * Seeded random draws without state. Equal seed and label give the same sequence, so a resumed run continues with the same draws. The
 * generator is Mulberry32, seeded by FNV-1a of the label.
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

/** Draws `count` distinct items uniformly and keeps their order. Returns all items if there are at most `count`. */
export function sample<T>(items: readonly T[], count: number, draw: () => number): T[] {
  const gone = new Uint32Array(Math.max(0, items.length - count)); // who leaves, one after the other: a place among those still there
  for (let at = 0; at < gone.length; at++) gone[at] = draw() * (items.length - at);
  const stays = Uint32Array.from({ length: items.length - gone.length }, (_, place) => place);
  for (let at = gone.length - 1; at >= 0; at--) for (let one = 0; one < stays.length; one++) if (stays[one]! >= gone[at]!) stays[one]!++;
  return Array.from(stays, (at) => items[at]!);
}
