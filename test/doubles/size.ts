/**
 * How much is tried. The suite takes a sample of what is generated that still fails for each kind of mistake, and runs the program in
 * the test's process where it can; with KIMI_TESTS=full, which `npm run proof` sets, everything is tried, by the built program.
 */

export const IS_FULL = process.env["KIMI_TESTS"] === "full";

/** `sample` in the suite, `full` where everything is tried. */
export function sized(sample: number, full: number): number {
  return IS_FULL ? full : sample;
}

/** Every second case in the suite, all of them where everything is tried. */
export function sampled<T>(cases: readonly T[]): readonly T[] {
  return IS_FULL ? cases : cases.filter((_, at) => at % 2 === 0);
}
