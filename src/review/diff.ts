/**
 * The difference of a pull request as GitHub shows it: from the merge base, with renames, without attributes. Paths come from git's raw
 * list, so that no name can pass for another.
 */

import { diffsIn } from "../base/diffs-in.ts";
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

/** Parses `diff-tree -p --raw -z`: first all entries, then an empty field, then the patch. */
function parseReviewDiff(output: Buffer): Pick<ReviewDiff, "files" | "patch"> {
  const { entries, at } = parseEntries(output);
  const sections = diffsIn(output.toString("latin1", at));
  const files = new Map<string, DiffFile>();
  const patches = new Map<string, string>();
  let next = 0;
  for (const entry of entries) {
    const from = next;
    next += entry.status === "type_changed" ? 2 : 1; // git shows another type of file as a deletion and an addition
    const patch = sections.slice(from, next).join("");
    const isBinary = /\nBinary files /.test(patch);
    files.set(entry.path, { ...entry, isBinary, hunks: headAndHunks(patch).slice(1).map(parseHunk) });
    patches.set(entry.path, patch);
  }
  return { files, patch: (path) => Buffer.from(patches.get(path) ?? "", "latin1").toString("utf8") };
}

function parseEntries(output: Buffer): { readonly entries: readonly Entry[]; readonly at: number } {
  const end = output.indexOf("\0\0");
  if (end < 0) return { entries: [], at: 0 };
  const fields = output.toString("utf8", 0, end).split("\0").values();
  const entries: Entry[] = [];
  for (const raw of fields) {
    const [, oldMode = "", newMode = "", oldId = "", newId = "", letter = ""] = RAW.exec(raw) ?? [];
    const status = STATUS[letter] ?? "modified";
    const { value: path = "" } = fields.next();
    const names = status === "renamed" ? { path: fields.next().value ?? "", oldPath: path } : { path };
    entries.push({ ...names, status, oldMode, newMode, oldId, newId });
  }
  return { entries, at: end + 2 };
}

/**
 * What stands before the first hunk of a patch, and the hunks. A line of a hunk begins with its kind, so that no content passes for a
 * header; `^` would also match behind a carriage return.
 */
export function headAndHunks(patch: string): readonly string[] {
  return patch.split(/(?<=\n)(?=@@ )/);
}

const RANGE = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

function parseHunk(hunk: string): Hunk {
  const [, oldStart, newStart] = RANGE.exec(hunk) ?? [];
  const [, ...lines] = hunk.split("\n");
  const kinds = lines.map((line) => line.charAt(0)).filter((kind) => kind !== "\\");
  return { oldStart: Number(oldStart), newStart: Number(newStart), kinds: kinds.join("") };
}
