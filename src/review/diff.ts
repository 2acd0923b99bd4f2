/**
 * The difference of a pull request as GitHub shows it: from the merge base, with renames, without attributes. Paths come from git's raw
 * list and lines are counted, so that no name and no content can pass for a header.
 */

import type { Git } from "../workspace/git/git.ts";
import { objectId } from "../workspace/git/object-id.ts";

export interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  /** One character for each line: a blank, `-` or `+`. */
  readonly kinds: string;
}

export interface DiffFile {
  /** The name in the head; of a deleted file the name in the base. */
  readonly path: string;
  /** The name in the base, where it is another one. */
  readonly oldPath?: string | undefined;
  readonly status: "added" | "deleted" | "modified" | "renamed" | "type_changed";
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldId: string;
  readonly newId: string;
  readonly isBinary: boolean;
  readonly hunks: readonly Hunk[];
}

export interface ReviewDiff {
  /** The merge base. */
  readonly base: string;
  readonly head: string;
  /** By the name in the head, in git's order. */
  readonly files: ReadonlyMap<string, DiffFile>;
  /** The patch of a file, with its header. */
  readonly patch: (path: string) => string;
}

const OPTIONS = ["-r", "-M", "-p", "--raw", "-z", "--no-abbrev", "--no-ext-diff", "--no-textconv", "--no-color", "-U3"];

/** Reads the difference. Throws `git.failed`, also where the two have no ancestor in common. */
export async function readDiff(
  git: Git,
  { base, head }: { readonly base: string; readonly head: string },
): Promise<ReviewDiff> {
  const from = (await git({ args: ["merge-base", objectId(base), objectId(head)] })).toString("utf8").trim();
  return await readDifference(git, from, head);
}

/** Reads the difference between two commits, whatever their history is. Throws `git.failed`. */
export async function readDifference(git: Git, from: string, head: string): Promise<ReviewDiff> {
  const output = await git({ args: ["diff-tree", ...OPTIONS, objectId(from), objectId(head)] });
  return { base: from, head, ...parseReviewDiff(output) };
}

type Entry = Omit<DiffFile, "isBinary" | "hunks">;
/** Letters of a raw diff. Copies are not looked for. */
const STATUS: Readonly<Record<string, DiffFile["status"]>> = {
  A: "added",
  D: "deleted",
  M: "modified",
  R: "renamed",
  T: "type_changed",
};
const RAW = /^:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) ([ADMRT])\d*$/;

interface Open {
  readonly from: number;
  readonly hunks: Hunk[];
  isBinary: boolean;
}

/** Parses `diff-tree -p --raw -z`: first all entries, then an empty field, then the patch. */
function parseReviewDiff(output: Buffer): Pick<ReviewDiff, "files" | "patch"> {
  const { entries, at } = parseEntries(output);
  const patch = output.toString("latin1", at);
  const files = new Map<string, DiffFile>();
  const ranges = new Map<string, readonly [from: number, to: number]>();
  let open: Open | undefined;
  /** Index of the entry that the patch is at, and how many more patches it has. */
  let [index, more] = [-1, 0];
  const close = (to: number): void => {
    const entry = entries[index];
    if (open === undefined || entry === undefined || more > 0) return;
    files.set(entry.path, { ...entry, isBinary: open.isBinary, hunks: open.hunks });
    ranges.set(entry.path, [open.from, to]);
  };
  let next = 0;
  for (let from = 0; from < patch.length; from = next) {
    next = endOfLine(patch, from);
    if (patch.startsWith("diff --git ", from)) {
      close(from);
      if (more > 0) {
        more -= 1;
        continue;
      }
      index += 1;
      // git shows another type of file as a deletion and an addition.
      more = entries[index]?.status === "type_changed" ? 1 : 0;
      open = { from, hunks: [], isBinary: false };
    } else if (patch.startsWith("@@ ", from)) {
      const { hunk, end } = readHunk(patch, from, next);
      open?.hunks.push(hunk);
      next = end;
    } else if (patch.startsWith("Binary files ", from) && open !== undefined) open.isBinary = true;
  }
  close(patch.length);
  return {
    files,
    patch: (path) => {
      const [from, to] = ranges.get(path) ?? [0, 0];
      return Buffer.from(patch.slice(from, to), "latin1").toString("utf8");
    },
  };
}

function parseEntries(output: Buffer): { readonly entries: readonly Entry[]; readonly at: number } {
  const entries: Entry[] = [];
  let at = 0;
  const field = (): Buffer => {
    const end = output.indexOf(0, at);
    const value = output.subarray(at, end < 0 ? output.length : end);
    at = end < 0 ? output.length : end + 1;
    return value;
  };
  while (output[at] === 0x3a) {
    const [, oldMode = "", newMode = "", oldId = "", newId = "", letter = ""] =
      RAW.exec(field().toString("latin1")) ?? [];
    const status = STATUS[letter] ?? "modified";
    const first = field().toString("utf8");
    const names = status === "renamed" ? { path: field().toString("utf8"), oldPath: first } : { path: first };
    entries.push({ ...names, status, oldMode, newMode, oldId, newId });
  }
  return { entries, at: output[at] === 0 ? at + 1 : at };
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end + 1;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

function readHunk(patch: string, from: number, bodyAt: number): { readonly hunk: Hunk; readonly end: number } {
  const [, oldStart, oldLines = "1", newStart, newLines = "1"] = HUNK.exec(patch.slice(from, bodyAt)) ?? [];
  let [old, fresh, at] = [Number(oldLines), Number(newLines), bodyAt];
  const kinds: string[] = [];
  while ((old > 0 || fresh > 0) && at < patch.length) {
    const kind = patch.charAt(at);
    if (kind !== "\\") {
      kinds.push(kind);
      if (kind !== "+") old -= 1;
      if (kind !== "-") fresh -= 1;
    }
    at = endOfLine(patch, at);
  }
  return { hunk: { oldStart: Number(oldStart), newStart: Number(newStart), kinds: kinds.join("") }, end: at };
}
