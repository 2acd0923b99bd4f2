/**
 * Orders the places that a search by words found, using the embeddings of their texts as well. The two orders are combined by
 * reciprocal rank fusion, so that their scores need not be comparable.
 */

import type { Embedder } from "../protocol/tools/embed.ts";

/** The number of the original paper: the first ten places of each order weigh about the same. */
const RANK_OFFSET = 60;

/** Indices of the texts, best first. `texts` are in the order of the search by words. Throws `tool.input` without embeddings. */
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
