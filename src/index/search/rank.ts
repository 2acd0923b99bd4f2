/**
 * Ranks files by the BM25 of their windows plus the BM25 of the whole file. No package is used, because names and paths must count
 * more, there are two levels, and a change must be taken in within a tenth of a second. A query looks through the terms of all
 * files, which takes about 3 ms for a megabyte of source.
 */

import { termOf, weightOf, type IndexedFile } from "./entry.ts";

const K1 = 1.2;
const B = 0.75;
const FILE_PATH_WEIGHT = 3;
/** A query with all words of a file's name adds this to its score, because commits and people refer to files by their names. */
const NAMED = 3;

export interface RankedWindow {
  readonly line: number;
  readonly score: number;
}

export interface RankedFile {
  readonly file: IndexedFile;
  readonly score: number;
  /** Windows with a word of the query, best first. They are sorted when they are asked for, because that is done for few files. */
  readonly windows: () => readonly RankedWindow[];
}

interface Ranked {
  /** Files with a word of the query, best first; equal scores by path. */
  readonly files: readonly RankedFile[];
  /** The weight of each term of the query. Rare terms have more. */
  readonly rarity: ReadonlyMap<number, number>;
}

export type Ranking = (terms: readonly number[], isWanted: (path: string) => boolean) => Ranked;

/** What a file has of a query. Lists of weights are in the order of the query's terms. */
interface Match {
  readonly file: IndexedFile;
  /** By window; empty for a window without a term of the query. */
  readonly windows: readonly (readonly number[])[];
  /** Sums over the windows. */
  readonly weights: readonly number[];
}

/** Creates the ranking of these files, which are in the order of their paths. */
export function createRanking(files: readonly IndexedFile[]): Ranking {
  const lengths = files.flatMap(({ windows }) => windows.map(({ length }) => length));
  const averageWindow = mean(lengths);
  const averageFile = mean(files.map(fileLength));
  return (terms, isWanted) => {
    // Of each term the place in the query, plus one. A map would take three times as long.
    const places = new Uint32Array(terms.reduce((most, term) => Math.max(most, term + 1), 0));
    for (const [at, term] of terms.entries()) places[term] = at + 1;
    const matches = files.flatMap((file) => matchOf(file, places, terms.length));
    const inWindows = matches.flatMap(({ windows }) => windows);
    const rarities = terms.map((_, place) => idf(lengths.length, having(inWindows, place)));
    const inFiles = matches.map(({ weights }) => weights);
    const fileRarities = terms.map((_, place) => idf(files.length, having(inFiles, place)));

    const ranked = ({ file, windows, weights }: Match): RankedFile => {
      const scored = file.windows.map(({ line, length }, at) => {
        const relative = length / averageWindow;
        const parts = windows[at]?.map((weight, place) => (rarities[place] ?? 0) * saturated(weight, relative)) ?? [];
        return { line, score: sumOf(parts) };
      });
      const relative = fileLength(file) / averageFile;
      const whole = weights.map((weight, place) => {
        const term = terms[place];
        if (weight === 0 || term === undefined) return 0;
        const count = weight + pathWeight(file, term) * (FILE_PATH_WEIGHT - file.windows.length);
        const isNamed = file.nameTerms.some((packed) => termOf(packed) === term);
        const named = isNamed ? NAMED / file.nameTerms.length : 0;
        return (fileRarities[place] ?? 0) * (saturated(count, relative) + named);
      });
      const best = scored.reduce((most, { score }) => Math.max(most, score), 0);
      return {
        file,
        score: (best + sumOf(whole)) * file.damping,
        windows: () => scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score || a.line - b.line),
      };
    };
    return {
      files: matches
        .filter(({ file }) => isWanted(file.path))
        .map(ranked)
        .toSorted((a, b) => b.score - a.score || (a.file.path < b.file.path ? -1 : 1)),
      rarity: new Map(terms.map((term, place) => [term, rarities[place] ?? 0])),
    };
  };
}

/** Empty for a file without a term of the query. */
function matchOf(file: IndexedFile, places: Uint32Array, count: number): readonly Match[] {
  const weights = Array<number>(count).fill(0);
  const windows = file.windows.map(({ terms }) => {
    let found: number[] = [];
    for (const packed of terms) {
      const place = (places[termOf(packed)] ?? 0) - 1;
      if (place < 0) continue;
      if (found.length === 0) found = Array<number>(count).fill(0);
      found[place] = weightOf(packed);
      weights[place] = (weights[place] ?? 0) + weightOf(packed);
    }
    return found;
  });
  return weights.some((weight) => weight > 0) ? [{ file, windows, weights }] : [];
}

function having(lists: readonly (readonly number[])[], place: number): number {
  return lists.filter((weights) => (weights[place] ?? 0) > 0).length;
}

function idf(documents: number, having: number): number {
  return Math.log(1 + (documents - having + 0.5) / (having + 0.5));
}

function saturated(count: number, relativeLength: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + B * relativeLength));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function mean(lengths: readonly number[]): number {
  return lengths.length === 0 ? 1 : Math.max(1, sumOf(lengths) / lengths.length);
}

function pathWeight({ pathTerms }: IndexedFile, term: number): number {
  const packed = pathTerms.find((one) => termOf(one) === term);
  return packed === undefined ? 0 : weightOf(packed);
}

/** The windows' lengths, with the path counted as in the score of a file. */
function fileLength({ windows, pathTerms }: IndexedFile): number {
  const path = pathTerms.reduce((sum, packed) => sum + weightOf(packed), 0);
  return sumOf(windows.map(({ length }) => length)) + path * (FILE_PATH_WEIGHT - windows.length);
}
