/** Finds the tags of a text: `<name>` and `</name>` without attributes. Everything else is text; entities are not decoded. */

export interface Tag {
  readonly name: string;
  /** Whether it is an end tag. */
  readonly isEnd: boolean;
  /** Position of `<`. */
  readonly start: number;
  /** Position after `>`. */
  readonly end: number;
}

/** Lookups take logarithmic time, because a model in a loop writes tens of thousands of open tags. */
export interface Tags {
  /** In order. */
  readonly all: readonly Tag[];
  /** Index of the first tag at or after a position. */
  readonly indexAt: (position: number) => number;
  /** The first `</name>` at or after a position. */
  readonly endBehind: (name: string, position: number) => Tag | undefined;
  /** The last `</name>` that ends at or before a position. */
  readonly lastEndBefore: (name: string, position: number) => Tag | undefined;
}

export function tagsOf(text: string): Tags {
  const all: Tag[] = [];
  const ends = new Map<string, Tag[]>();
  for (const { 0: whole, 1: slash, 2: name = "", index } of text.matchAll(/<(\/?)([\w.:-]+)>/g)) {
    const tag = { name, isEnd: slash === "/", start: index, end: index + whole.length };
    all.push(tag);
    if (!tag.isEnd) continue;
    const known = ends.get(name);
    if (known === undefined) ends.set(name, [tag]);
    else known.push(tag);
  }
  const endsOf = (name: string): readonly Tag[] => ends.get(name) ?? [];
  return {
    all,
    indexAt: (position) => firstAt(all, position),
    endBehind: (name, position) => endsOf(name)[firstAt(endsOf(name), position)],
    lastEndBefore: (name, position) => endsOf(name)[firstAt(endsOf(name), position) - 1],
  };
}

/** Index of the first tag that starts at or after a position, by binary search. */
function firstAt(tags: readonly Tag[], position: number): number {
  let [low, high] = [0, tags.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tags[middle]?.start ?? position) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
