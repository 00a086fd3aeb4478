// The seeded generator: the only source of randomness in the program.

/** Draws uniform numbers in [0, 1). */
export type Random = () => number;

/**
 * mulberry32 (Tommy Ettinger's 32-bit mixer): 2^32 states, one per seed, the same sequence on every platform.
 * Only the lowest 32 bits of `seed` count.
 */
export function randomFrom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A uniform integer from `minimum` to `maximum`, both included. */
export function integerBetween(minimum: number, maximum: number, random: Random): number {
  return minimum + Math.floor(random() * (maximum - minimum + 1));
}
