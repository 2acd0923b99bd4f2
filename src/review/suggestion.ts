/** Suggestions as GitHub applies them: which are possible, how they are written, and what they make of the bytes of a file. Pure. */

import type { Anchor } from "../protocol/tools/finding.ts";
import { breakCommands, shownText, ticksFor } from "../base/plain-text.ts";
import { kindsAt, withoutMarks } from "./anchor.ts";
import type { DiffFile } from "./diff.ts";
import { isCommand } from "./foreign-words.ts";

const LINK = "120000";
const SUBMODULE = "160000";

export interface Suggested {
  readonly file: DiffFile;
  readonly anchor: Anchor;
  /** The lines of the file in the head. */
  readonly head: readonly string[];
  readonly replacement: readonly string[];
}

/** Why GitHub could not apply a suggestion; undefined where it can. */
export function suggestionProblem({ file, anchor, head, replacement }: Suggested): string | undefined {
  const { side, start, end } = anchor;
  if (side === "LEFT") return "deleted lines cannot be replaced";
  if (kindsAt(file, side, start, end - start + 1)?.includes("-") !== false)
    return "there are deleted lines between these lines";
  if ([file.oldMode, file.newMode].some((mode) => mode === LINK || mode === SUBMODULE))
    return "it is a symbolic link or a submodule";
  if (replacement.some((line) => shownText(line) !== line || breakCommands(line) !== line))
    return "GitHub does not show its text unchanged";
  if (replacement.some(isCommand)) return "a line of it is a command to programs that read comments";
  const now = head.slice(start - 1, end);
  if (start === 1 && now[0]?.startsWith("\uFEFF") === true) return "it would remove the byte order mark of the file";
  // Bytes that are not UTF-8 are read as U+FFFD, and the checks would get that text.
  if (head.some((line) => line.includes("\uFFFD"))) return "the file has U+FFFD, or is not UTF-8";
  const isSame =
    now.length === replacement.length && now.every((line, index) => withoutMarks(line) === replacement[index]);
  return isSame ? "the replacement is the same as the current lines" : undefined;
}

export interface PlacedRange {
  readonly path: string;
  readonly anchor: Pick<Anchor, "start" | "end">;
}

/** GitHub applies at most one suggestion for each line. */
export function overlaps(a: PlacedRange, b: PlacedRange): boolean {
  return a.path === b.path && a.anchor.start <= b.anchor.end && b.anchor.start <= a.anchor.end;
}

/** A suggestion block. Its fence is longer than every run of backticks in the code. */
export function suggestionBlock(lines: readonly string[]): string {
  const fence = ticksFor(lines.join("\n"), 3);
  return [`${fence}suggestion`, ...lines, fence].join("\n");
}

type Edit = Pick<PlacedRange, "anchor"> & Pick<Suggested, "replacement">;

/**
 * Applies suggestions for one file that do not overlap. Each new line ends as the first replaced one does. Where the file's last line has no line
 * end, its replacement has none either.
 */
export function applySuggestions(content: Buffer, edits: readonly Edit[]): Buffer {
  const lines = content.toString("latin1").match(/[^\n]*\n|[^\n]+$/g) ?? [];
  for (const { anchor, replacement } of edits.toSorted((a, b) => b.anchor.start - a.anchor.start)) {
    const { start, end } = anchor;
    const lineEnd = endOf(lines[start - 1]) || endOf(lines[start - 2]) || "\n";
    const isOpen = end === lines.length && endOf(lines[end - 1]) === "";
    const written = replacement.map((line) => Buffer.from(line, "utf8").toString("latin1") + lineEnd);
    const last = written.at(-1);
    if (isOpen && last !== undefined) written[written.length - 1] = last.slice(0, -lineEnd.length);
    lines.splice(start - 1, end - start + 1, ...written);
  }
  return Buffer.from(lines.join(""), "latin1");
}

function endOf(line = ""): "" | "\n" | "\r\n" {
  if (line.endsWith("\r\n")) return "\r\n";
  return line.endsWith("\n") ? "\n" : "";
}

/** The lines of a file, without the end of each. */
export function linesOf(content: Buffer): readonly string[] {
  const lines = content.toString("utf8").split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
