/** Finds tags outside of code, by Markdown's rules for fenced blocks and backticks. A tag in code is an example, not a call. */

/** A fence from the start of its line, a run of backticks, or a start tag. */
const MARK = /^[ \t]*(?:(`{3,})[^`\n]*|(~{3,}).*)$|(`+)|<([\w.:-]+)>/gm;

/** The first start tag at or after `from` that is not in code and whose name is wanted. `from` itself must not be in code. */
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
