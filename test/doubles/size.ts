/**
 * How much is tried of what is generated. The suite takes a sample that still fails for each kind of mistake; everything is tried
 * with KIMI_TESTS=full, which `npm run proof` sets.
 */

const IS_FULL = process.env["KIMI_TESTS"] === "full";

/** `sample` in the suite, `full` where everything is tried. */
export function sized(sample: number, full: number): number {
  return IS_FULL ? full : sample;
}
