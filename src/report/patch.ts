/** Reads the output of `git diff`. Parsers from npm throw at binary patches and quoted names. */

import { unquoted } from "../base/paths/quoted-lines.ts";

export interface PatchLine {
  readonly sign: " " | "+" | "-" | "\\";
  readonly text: string;
  /** Number in the old file; undefined for an added line. */
  readonly old?: number;
  readonly new?: number;
}

interface PatchHunk {
  /** First line in the old file; for a hunk without old lines, the line before it. */
  readonly oldStart: number;
  readonly lines: readonly PatchLine[];
}

export interface PatchFile {
  readonly path: string;
  readonly state: "changed" | "new" | "deleted";
  /** Changes besides those of lines: of the mode. */
  readonly facts: readonly string[];
  readonly isBinary: boolean;
  readonly hunks: readonly PatchHunk[];
  readonly added: number;
  readonly removed: number;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

/** The files of a patch. A text that is not a patch has none. A patch that ends early has the files up to there. */
export function readPatch(patch: string): readonly PatchFile[] {
  const files: Writable<PatchFile>[] = [];
  let lines: PatchLine[] | undefined;
  const at = { old: 0, new: 0, oldLeft: 0, newLeft: 0 };
  for (const line of patch.split("\n")) {
    const file = files.at(-1);
    const isInHunk = at.oldLeft > 0 || at.newLeft > 0;
    if (!isInHunk && line.startsWith("diff --git ")) {
      lines = undefined;
      files.push({ path: pathOf(line), state: "changed", facts: [], isBinary: false, hunks: [], added: 0, removed: 0 });
      continue;
    }
    if (file === undefined) continue;
    const head = isInHunk ? null : /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (head !== null) {
      lines = [];
      Object.assign(at, { old: Number(head[1]), new: Number(head[3]) });
      Object.assign(at, { oldLeft: Number(head[2] ?? 1), newLeft: Number(head[4] ?? 1) });
      file.hunks.push({ oldStart: Number(head[1]), lines });
    } else if (lines !== undefined && (isInHunk || line.startsWith("\\"))) lines.push(readLine(line, at, file));
    else readFact(line, file);
  }
  return files;
}

function readLine(
  line: string,
  at: { old: number; new: number; oldLeft: number; newLeft: number },
  file: Writable<PatchFile>,
): PatchLine {
  const text = line.slice(1);
  switch (line.slice(0, 1)) {
    case "+":
      file.added += 1;
      at.newLeft -= 1;
      return { sign: "+", text, new: at.new++ };
    case "-":
      file.removed += 1;
      at.oldLeft -= 1;
      return { sign: "-", text, old: at.old++ };
    case "\\":
      return { sign: "\\", text };
    default:
      at.oldLeft -= 1;
      at.newLeft -= 1;
      return { sign: " ", text, old: at.old++, new: at.new++ };
  }
}

function readFact(line: string, file: Writable<PatchFile>): void {
  if (line.startsWith("new file mode")) file.state = "new";
  else if (line.startsWith("deleted file mode")) file.state = "deleted";
  else if (line.startsWith("GIT binary patch") || line.startsWith("Binary files")) file.isBinary = true;
  else if (/^(?:old|new) mode /.test(line)) file.facts.push(line);
}

/** The path in `diff --git a/x b/x`. Both paths are the same, because git is asked for no renames. */
function pathOf(line: string): string {
  const names = line.slice("diff --git ".length);
  const [quoted] = /^"(?:[^"\\]|\\.)*"/.exec(names) ?? [];
  const name = quoted === undefined ? names.slice(0, (names.length - 1) / 2) : unquoted(quoted);
  return name.replace(/^a\//, "");
}
