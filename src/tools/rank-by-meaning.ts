/**
 * Orders the places that a search found by words with the vectors of their texts as well. Both orders are fused by reciprocal ranks, so
 * that neither kind of score has to be comparable with the other.
 */

import type { Embedder } from "../protocol/tools/embed.ts";

/** Of the original paper, and what others take: the first ten places of each order weigh about the same. */
const RANK_OFFSET = 60;

/** Positions of the texts, best first; `texts` are in the order of the words. Throws `tool.input` where no vectors come. */
export async function rankByMeaning(
  query: string,
  texts: readonly string[],
  { embed }: Pick<Embedder, "embed">,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const [asked, ...vectors] = await embed([query, ...texts], signal);
  if (asked === undefined) return texts.map((_, place) => place);
  const likeness = vectors.map((vector) => dot(asked, vector));
  const byMeaning = places(texts.length).toSorted((a, b) => (likeness[b] ?? 0) - (likeness[a] ?? 0) || a - b);
  const score = new Map<number, number>();
  for (const [rank, place] of byMeaning.entries()) {
    score.set(place, 1 / (RANK_OFFSET + rank + 1) + 1 / (RANK_OFFSET + place + 1));
  }
  return places(texts.length).toSorted((a, b) => (score.get(b) ?? 0) - (score.get(a) ?? 0) || a - b);
}

function places(count: number): readonly number[] {
  return Array.from({ length: count }, (_, place) => place);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}
