/** Ranges of a text: the offset of the first character, and the offset behind the last one. */

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The ranges in order, without the parts that earlier ones cover. */
export function merged(ranges: readonly Range[]): readonly Range[] {
  const found: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const done = found.at(-1)?.to ?? 0;
    if (range.to > done) found.push({ from: Math.max(range.from, done), to: range.to });
  }
  return found;
}

/** The first range that ends after an offset, which it may contain. The ranges are in order and do not overlap. */
export function firstEndingAfter<T extends Range>(ranges: readonly T[], at: number): T | undefined {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.to ?? Infinity) > at) high = middle;
    else low = middle + 1;
  }
  return ranges[low];
}

/** Whether an offset lies in one of the ranges, which are in order and do not overlap. */
export function within(ranges: readonly Range[], at: number): boolean {
  return (firstEndingAfter(ranges, at)?.from ?? Infinity) <= at;
}

/** The text with its parts in these ranges replaced. The ranges are in order and do not overlap. */
export function replaceRanges<T extends Range>(
  text: string,
  ranges: readonly T[],
  replace: (source: string, range: T) => string,
): string {
  let result = "";
  let done = 0;
  for (const range of ranges) {
    result += text.slice(done, range.from) + replace(text.slice(range.from, range.to), range);
    done = range.to;
  }
  return result + text.slice(done);
}

/** The places that do not begin in one of the ranges. */
export function outside<T extends Range>(ranges: readonly Range[], places: readonly T[]): readonly T[] {
  const inOrder = merged(ranges);
  return inOrder.length === 0 ? places : places.filter(({ from }) => !within(inOrder, from));
}
