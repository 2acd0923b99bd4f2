/**
 * The difference of a pull request as GitHub shows it: from the merge base, with renames, without attributes. Paths come from git's raw
 * list, so that no name can pass for another.
 */

import type { Git } from "../workspace/git/git.ts";
import { mergeBase } from "../workspace/git/merge-base.ts";
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
  return await readDifference(git, await mergeBase(git, base, head), head);
}

/** Reads the difference between two commits, which need not have an ancestor in common. Throws `git.failed`. */
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

/** What begins a file and a hunk. Each line of content has a sign before it; `^` would also match behind its carriage returns. */
const FILE = /(?<=\n)(?=diff --git )/;
const HUNK = /(?<=\n)(?=@@ )/;

/** Parses `diff-tree -p --raw -z`: first all entries, then an empty field, then the patch. */
function parseReviewDiff(output: Buffer): Pick<ReviewDiff, "files" | "patch"> {
  const { entries, at } = parseEntries(output);
  const sections = output.toString("latin1", at).split(FILE);
  const files = new Map<string, DiffFile>();
  const patches = new Map<string, string>();
  let next = 0;
  for (const entry of entries) {
    const from = next;
    next += entry.status === "type_changed" ? 2 : 1; // git shows another type of file as a deletion and an addition
    const patch = sections.slice(from, next).join("");
    const isBinary = /\nBinary files /.test(patch);
    files.set(entry.path, { ...entry, isBinary, hunks: patch.split(HUNK).slice(1).map(parseHunk) });
    patches.set(entry.path, patch);
  }
  return { files, patch: (path) => Buffer.from(patches.get(path) ?? "", "latin1").toString("utf8") };
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

const RANGE = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

function parseHunk(hunk: string): Hunk {
  const [, oldStart, newStart] = RANGE.exec(hunk) ?? [];
  const [, ...lines] = hunk.split("\n");
  const kinds = lines.map((line) => line.charAt(0)).filter((kind) => kind !== "\\");
  return { oldStart: Number(oldStart), newStart: Number(newStart), kinds: kinds.join("") };
}
