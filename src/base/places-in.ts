/** Every index at which the wanted texts stand in a row, in linear time (algorithm of Knuth, Morris and Pratt). An empty row stands at every index. */
export function placesIn(texts: readonly string[], wanted: readonly string[]): readonly number[] {
  if (wanted.length === 0) return texts.map((_, at) => at);
  const fallBack = [0];
  for (let at = 1, length = 0; at < wanted.length; at += 1) {
    while (length > 0 && wanted[at] !== wanted[length]) length = fallBack[length - 1] ?? 0;
    if (wanted[at] === wanted[length]) length += 1;
    fallBack.push(length);
  }
  const found: number[] = [];
  for (let at = 0, length = 0; at < texts.length; at += 1) {
    while (length > 0 && texts[at] !== wanted[length]) length = fallBack[length - 1] ?? 0;
    if (texts[at] === wanted[length]) length += 1;
    if (length < wanted.length) continue;
    found.push(at - length + 1);
    length = fallBack[length - 1] ?? 0;
  }
  return found;
}
