/** The interval of a rate that E. B. Wilson published in 1927. It is sound for few tries, and never goes outside of 0 to 1. */

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The quantile of the normal distribution for 95 %. */
const Z = 1.959963984540054;

/** Without tries, every rate is possible. */
export function wilsonInterval(passed: number, tries: number): Interval {
  if (tries === 0) return { low: 0, high: 1 };
  const rate = passed / tries;
  const square = (Z * Z) / tries;
  const middle = (rate + square / 2) / (1 + square);
  const half = (Z / (1 + square)) * Math.sqrt((rate * (1 - rate)) / tries + square / (4 * tries));
  // Exactly 0 and 1 at the ends: rounding would leave a remainder of 1e-17 there.
  return { low: passed === 0 ? 0 : middle - half, high: passed === tries ? 1 : middle + half };
}
