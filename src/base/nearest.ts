/** "Did you mean …?" for names that people write. */

/** The accepted name closest to a mistyped one; undefined when none is close. */
export function nearest(name: string, accepted: readonly string[]): string | undefined {
  const most = (candidate: string): number => Math.ceil(candidate.length / 3);
  const ranked = accepted
    // A name may have thousands of characters, and the distance costs their number times that of the candidate.
    .filter((candidate) => Math.abs(name.length - candidate.length) <= most(candidate))
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .filter(({ candidate, distance }) => distance <= most(candidate))
    .toSorted((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate;
}

/** Letters to change, add, leave out or swap with their neighbour. */
function editDistance(a: string, b: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const isSwapped = a[i] === b[j - 1] && a[i - 1] === b[j];
      const swapped = isSwapped ? (before[j - 1] ?? Infinity) + 1 : Infinity;
      const changed = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, changed, swapped));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
