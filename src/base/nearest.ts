/** "Did you mean …?" for names that people write. */

/** The accepted name closest to a mistyped one; undefined when none is near. */
export function nearest(name: string, accepted: readonly string[]): string | undefined {
  const ranked = accepted
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.ceil(candidate.length / 3))
    .toSorted((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, left] of Array.from(a).entries()) {
    let diagonal = i;
    const next = [i + 1];
    for (const [j, right] of Array.from(b).entries()) {
      const above = row[j + 1] ?? 0;
      next.push(Math.min(above + 1, (next[j] ?? 0) + 1, diagonal + (left === right ? 0 : 1)));
      diagonal = above;
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
