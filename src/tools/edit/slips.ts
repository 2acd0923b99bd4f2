/** Slips in what models write into files: the line numbers of a display, and a code fence around the whole. Each is taken away only where it surely is one. */

/** A line as `read_file` shows it, and as Roo Code does. */
const [OWN, ROO] = [/^( *\d+)(?:\t|$)/, /^( *\d+) +\|(?!\|) ?/];
/** `read_file` fills numbers up to this width, so that a table whose first column counts up is not taken for its display. */
const OWN_WIDTH = 6;

/** The lines without their numbers, and the first of these, if every line has one and they count up. */
export function unnumbered(
  lines: readonly string[],
): { readonly lines: readonly string[]; readonly first: number } | undefined {
  for (const form of [OWN, ROO]) {
    const numbers = lines.map((line) => form.exec(line)?.[1] ?? "");
    const first = Number(numbers[0]);
    const isPadded = numbers[0]?.[0] === " " && numbers.every(({ length }) => length >= OWN_WIDTH);
    // The tab of an empty line may be lost.
    const isShown = form === ROO || (isPadded && lines.some((line) => line.includes("\t")));
    if (isShown && lines.length > 0 && numbers.every((number, at) => number !== "" && Number(number) === first + at))
      return { lines: lines.map((line) => line.replace(form, "")), first };
  }
  return undefined;
}

/** Takes the numbers from those lines that have one. */
export function withoutNumbers(lines: readonly string[]): readonly string[] {
  return unnumbered(lines)?.lines ?? lines.flatMap((line) => unnumbered([line])?.lines ?? [line]);
}

/** Old and new text without line numbers that were copied from a display. What stands in the file like this is meant. */
export function withoutCopiedNumbers(text: string, old: string, by: string): readonly [old: string, by: string] {
  const isCopied = !text.includes(old) && unnumbered(old.replace(/\n$/, "").split("\n")) !== undefined;
  if (!isCopied && !(isDisplay(by.split("\n")) && !isDisplay(old.split("\n")))) return [old, by];
  const plain = (from: string): string => withoutNumbers(from.split("\n")).join("\n");
  return [isCopied ? plain(old) : old, plain(by)];
}

/** Lines in the very form of `read_file`. */
export function isDisplay(lines: readonly string[]): boolean {
  return OWN.test(lines[0] ?? "") && unnumbered(lines) !== undefined;
}

const FENCE = /^\s*(`{3,}|~{3,})([\w+#.-]*)\s*$/;

/** The lines inside a fence that stands around all of them. A fence that ends before the last line is none. */
export function unfenced(
  lines: readonly string[],
): { readonly lines: readonly string[]; readonly language: string } | undefined {
  const [first = "", last = ""] = [lines[0], lines.at(-1)];
  const [, mark = "", language = ""] = FENCE.exec(first) ?? [];
  if (lines.length < 2 || mark === "" || last.trim() !== mark) return undefined;
  const inner = lines.slice(1, -1);
  // A fence inside begins with its language. A bare one ends the outer one.
  const next = inner.find((line) => FENCE.exec(line)?.[1] === mark);
  return next === undefined || FENCE.exec(next)?.[2] !== "" ? { lines: inner, language } : undefined;
}

/** Files in which a fence is content. */
export const MARKDOWN = /\.(?:md|mdx|markdown|mkd|mdc|qmd|rmd|rst|adoc)$/i;
/** Files in which a column of numbers is content. */
const TABLE = /\.(?:csv|tsv|psv|dat|out|snap)$/i;

/** The content for a whole file, and notes on what was taken away. In a file that had numbered lines `before`, numbers are meant. */
export function withoutSlips(path: string, content: string, before = "") {
  const isMarkdown = MARKDOWN.test(path);
  const notes: string[] = [];
  let text = content;
  const ended = (lines: readonly string[]): string => (lines.length === 0 ? "" : `${lines.join("\n")}\n`);
  const trimmed = text
    .replace(/^\s*\n/, "")
    .trimEnd()
    .split(/\r?\n/);
  const fenced = unfenced(trimmed);
  if (fenced !== undefined && (!isMarkdown || /^(?:md|markdown)$/i.test(fenced.language))) {
    text = ended(fenced.lines);
    notes.push("The code fence around the content was left out.");
  }
  const plain = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const isSure = isDisplay(plain) || (plain.length > 1 && !isMarkdown && !TABLE.test(path));
  const isMeant = unnumbered(before.replace(/\r?\n$/, "").split(/\r?\n/)) !== undefined;
  const numbered = isSure && !isMeant ? unnumbered(plain) : undefined;
  if (numbered !== undefined) {
    text = text.endsWith("\n") ? ended(numbered.lines) : numbered.lines.join("\n");
    notes.push("The line numbers in front of the content were left out.");
  }
  return { text, notes };
}
