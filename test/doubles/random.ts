/** Random numbers that are the same every time, so that a failure can be repeated. */

/** A whole number from 0 up to `below`, exclusive. */
export type Random = (below: number) => number;

/** A generator of its own (mulberry32). Same seed, same numbers. */
export function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
