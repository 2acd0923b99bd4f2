/** Finds the tags of a text, `<name>` and `</name>` without attributes, and which of them are in code, by Markdown's rules. */

export interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  /** Position of `<`. */
  readonly start: number;
  /** Position after `>`. */
  readonly end: number;
}

export type Tags = ReturnType<typeof tagsOf>;

/** Finds the tags. Lookups take logarithmic time, because a model in a loop writes tens of thousands of open tags. */
export function tagsOf(text: string) {
  const found = text.matchAll(/<(\/?)([\w.:-]+)>/g).map(({ 0: whole, 1: slash, 2: name = "", index }): Tag => {
    return { name, isEnd: slash === "/", start: index, end: index + whole.length };
  });
  const all: readonly Tag[] = [...found];
  const ends = Map.groupBy(
    all.filter(({ isEnd }) => isEnd),
    ({ name }) => name,
  );
  const endsOf = (name: string): readonly Tag[] => ends.get(name) ?? [];
  return {
    /** In order. */
    all,
    /** Index of the first tag at or after a position. */
    indexAt: (position: number) => firstAt(all, position),
    /** The first `</name>` at or after a position. */
    endBehind: (name: string, position: number) => endsOf(name)[firstAt(endsOf(name), position)],
    /** The last `</name>` that ends at or before a position. */
    lastEndBefore: (name: string, position: number) => endsOf(name)[firstAt(endsOf(name), position) - 1],
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

/** A longer name in a tag is not a tool's. */
export const MAX_NAME_CHARS = 128;

/** Whether a text has a tag of a tool. It tells when a streamed text has to be read again, from its beginning. */
export function namesTool(text: string, tools: { readonly has: (name: string) => boolean }): boolean {
  return text.includes(">") && tagsOf(text).all.some(({ name }) => tools.has(name));
}

/** A fence from the start of its line, a run of backticks, or a start tag. */
const MARK = /^[ \t]*(?:(`{3,})[^`\n]*|(~{3,}).*)$|(`+)|<([\w.:-]+)>/gm;

/** The first wanted start tag at or after `from` outside of code, where it would be an example. `from` must not be in code. */
export function startTagOutsideCode(
  text: string,
  from: number,
  isWanted: (name: string) => boolean,
): number | undefined {
  const marks = new RegExp(MARK);
  marks.lastIndex = from;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const { 1: backticks, 2: tildes, 3: ticks, 4: name, index } = mark;
    const fence = backticks ?? tildes;
    if (name !== undefined && isWanted(name)) return index;
    if (fence !== undefined) marks.lastIndex = endOfBlock(text, marks.lastIndex, fence);
    if (ticks !== undefined) marks.lastIndex = endOfSpan(text, marks.lastIndex, ticks.length);
  }
  return undefined;
}

/** Position after the closing fence, which is at least as long. A block without one reaches to the end of the text. */
function endOfBlock(text: string, from: number, fence: string): number {
  const closing = /^[ \t]*(`{3,}|~{3,})[ \t]*$/gm;
  closing.lastIndex = from;
  for (let found = closing.exec(text); found !== null; found = closing.exec(text)) {
    if (found[1]?.startsWith(fence) === true) return closing.lastIndex;
  }
  return text.length;
}

/** Position after the next run of the same number of backticks on the line. Without one, the first run is text. */
function endOfSpan(text: string, from: number, length: number): number {
  const runs = /`+|\n/g;
  runs.lastIndex = from;
  for (let run = runs.exec(text); run !== null && run[0] !== "\n"; run = runs.exec(text)) {
    if (run[0].length === length) return runs.lastIndex;
  }
  return from;
}
