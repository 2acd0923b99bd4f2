/** A unified diff of two texts, as `git apply` takes it. For previews: made in the controller, so bounded in cost. */

/** Lines of context around a change. */
const CONTEXT = 3;

/** Cells of the table that finds common lines (2 bytes each): about 2 MB and 10 ms. Above it the middle counts as replaced. */
const MAX_CELLS = 1_000_000;

export interface Diff {
  /** Empty when nothing differs. */
  readonly text: string;
  readonly added: number;
  readonly removed: number;
}

interface Edit {
  readonly mark: " " | "-" | "+";
  /** With its line ending; only the last line of a text may lack it. */
  readonly line: string;
}

/** Compares line by line. `before` is undefined for a new file. Line endings are part of a line. */
export function unifiedDiff(path: string, before: string | undefined, after: string): Diff {
  const edits = editsOf(linesOf(before ?? ""), linesOf(after));
  const added = edits.filter(({ mark }) => mark === "+").length;
  const removed = edits.filter(({ mark }) => mark === "-").length;
  const from = before === undefined ? "/dev/null" : quoted(`a/${path}`);
  const hunks = hunksOf(edits);
  return { text: hunks === "" ? "" : `--- ${from}\n+++ ${quoted(`b/${path}`)}\n${hunks}`, added, removed };
}

/** `+3 −1`, as it stands in summaries. */
export function countsOf({ added, removed }: Diff): string {
  return `+${added} −${removed}`;
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function editsOf(a: readonly string[], b: readonly string[]): readonly Edit[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return [
    ...marked(" ", a.slice(0, start)),
    ...middleEdits(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...marked(" ", a.slice(a.length - end)),
  ];
}

function marked(mark: Edit["mark"], lines: readonly string[]): Edit[] {
  return lines.map((line) => ({ mark, line }));
}

/** Longest common subsequence by table; removals come before additions. */
function middleEdits(a: readonly string[], b: readonly string[]): Edit[] {
  if (a.length * b.length > MAX_CELLS) return [...marked("-", a), ...marked("+", b)];
  const width = b.length + 1;
  const common = new Uint16Array((a.length + 1) * width); // a common run is at most 1,000 lines under MAX_CELLS
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const edits: Edit[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      edits.push({ mark: " ", line: left });
      i += 1;
      j += 1;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      edits.push({ mark: "-", line: left });
      i += 1;
    } else if (right !== undefined) {
      edits.push({ mark: "+", line: right });
      j += 1;
    }
  }
  return edits;
}

/** Changes with their context; two changes share a hunk when their contexts touch. */
function hunksOf(edits: readonly Edit[]): string {
  const kept = new Set<number>();
  for (const [index, { mark }] of edits.entries()) {
    if (mark === " ") continue;
    for (let near = index - CONTEXT; near <= index + CONTEXT; near += 1) kept.add(near);
  }
  let [text, oldLine, newLine] = ["", 1, 1];
  let hunk: Edit[] = [];
  const flush = (): void => {
    if (hunk.length === 0) return;
    const oldCount = hunk.filter(({ mark }) => mark !== "+").length;
    const newCount = hunk.filter(({ mark }) => mark !== "-").length;
    text += `@@ -${span(oldLine - oldCount, oldCount)} +${span(newLine - newCount, newCount)} @@\n`;
    text += hunk.map(printed).join("");
    hunk = [];
  };
  for (const [index, edit] of edits.entries()) {
    if (!kept.has(index)) flush();
    else hunk.push(edit);
    if (edit.mark !== "+") oldLine += 1;
    if (edit.mark !== "-") newLine += 1;
  }
  flush();
  return text;
}

/** An empty span names the line before it. */
function span(start: number, count: number): string {
  return `${count === 0 ? start - 1 : start},${count}`;
}

function printed({ mark, line }: Edit): string {
  return line.endsWith("\n") ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`;
}

/** Names that git would quote are quoted; a tab ends one that holds a space, else the rest would read as a time stamp. */
function quoted(path: string): string {
  if (/["\\\p{Cc}]/u.test(path)) return JSON.stringify(path).replaceAll(/\\u00(..)/g, (_, hex: string) => octal(hex));
  return path.includes(" ") ? `${path}\t` : path;
}

function octal(hex: string): string {
  return `\\${Number.parseInt(hex, 16).toString(8).padStart(3, "0")}`;
}
