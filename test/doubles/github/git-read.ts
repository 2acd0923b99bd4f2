/** Commits and changed files of a bare repository as plain records. */

import { git, gitBytes, type Signature } from "./git.ts";

export interface CommitRecord {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

export interface ChangedFile {
  readonly path: string;
  readonly previousPath?: string;
  readonly status: "added" | "removed" | "modified" | "renamed" | "changed";
  /** Of the blob after the change; before it for removed files. */
  readonly sha: string;
  readonly additions: number;
  readonly deletions: number;
  /** Hunks only; absent for binary files. */
  readonly patch?: string;
}

const FIELDS = ["%H", "%T", "%P", "%an", "%ae", "%aI", "%cn", "%ce", "%cI", "%B"].join("%x1f");

/** Commits by `git log` arguments, in git's order. */
export async function readCommits(dir: string, args: readonly string[]): Promise<CommitRecord[]> {
  const out = await git(dir, ["log", "-z", `--format=${FIELDS}`, ...args]);
  return out
    .split("\0")
    .filter((record) => record !== "")
    .map((record) => {
      const [sha = "", tree = "", parents = "", an = "", ae = "", ad = "", cn = "", ce = "", cd = "", message = ""] =
        record.split("\x1f");
      return {
        sha,
        tree,
        parents: parents.split(" ").filter((parent) => parent !== ""),
        author: { name: an, email: ae, date: utc(ad) },
        committer: { name: cn, email: ce, date: utc(cd) },
        message: message.replace(/\n+$/, ""),
      };
    });
}

/** One commit. */
export async function readCommit(dir: string, sha: string): Promise<CommitRecord> {
  const [commit] = await readCommits(dir, ["-1", sha]);
  if (commit === undefined) throw new Error(`There is no commit ${sha}.`);
  return commit;
}

function utc(date: string): string {
  return new Date(date).toISOString().replace(".000Z", "Z");
}

/** The id of the empty tree, for diffs of a first commit. */
export const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

const DIFF = ["diff", "--no-color", "--no-ext-diff", "--find-renames", "--full-index"];

/** What changed between two trees or commits, in path order. */
export async function readChanges(dir: string, from: string, to: string): Promise<ChangedFile[]> {
  const [raw, counts, text] = await Promise.all([
    git(dir, [...DIFF, "--raw", "-z", from, to]),
    git(dir, [...DIFF, "--numstat", "-z", from, to]),
    diffText(dir, from, to),
  ]);
  const numbers = numstat(counts);
  // Pieces come in the order of --raw, so a path never has to be read out of a diff's header.
  const pieces = text.split(/^(?=diff --git )/m).values();
  return rawEntries(raw).map(({ status, before, after, path, previousPath }, index) => {
    const { additions = 0, deletions = 0 } = numbers[index] ?? {};
    const piece = pieces.next().value ?? "";
    if (status === "changed") pieces.next(); // a file that becomes a link is shown as removed and added
    const hunks = /^@@[\s\S]*$/m.exec(piece)?.[0].trimEnd();
    return {
      path,
      ...(previousPath === undefined ? {} : { previousPath }),
      status,
      sha: status === "removed" ? before : after,
      additions,
      deletions,
      ...(hunks === undefined ? {} : { patch: hunks }),
    };
  });
}

/** The unified diff between two trees or commits. */
export async function diffText(dir: string, from: string, to: string): Promise<string> {
  return (await gitBytes(dir, [...DIFF, from, to])).toString("utf8");
}

interface RawEntry {
  readonly status: ChangedFile["status"];
  readonly before: string;
  readonly after: string;
  readonly path: string;
  readonly previousPath?: string;
}

const STATUS: Readonly<Record<string, ChangedFile["status"]>> = {
  A: "added",
  D: "removed",
  R: "renamed",
  T: "changed",
};

function rawEntries(raw: string): RawEntry[] {
  const parts = raw.split("\0");
  const entries: RawEntry[] = [];
  for (let at = 0; at + 1 < parts.length;) {
    const [, , before = "", after = "", letter = ""] = (parts[at] ?? "").split(" ");
    const status = STATUS[letter[0] ?? ""] ?? "modified";
    const first = parts[at + 1] ?? "";
    if (status === "renamed") {
      entries.push({ status, before, after, path: parts[at + 2] ?? "", previousPath: first });
      at += 3;
    } else {
      entries.push({ status, before, after, path: first });
      at += 2;
    }
  }
  return entries;
}

function numstat(text: string): { readonly additions: number; readonly deletions: number }[] {
  const parts = text.split("\0");
  const counts: { readonly additions: number; readonly deletions: number }[] = [];
  for (let at = 0; at + 1 < parts.length;) {
    const [additions = "", deletions = "", path = ""] = (parts[at] ?? "").split("\t");
    counts.push({ additions: Number(additions) || 0, deletions: Number(deletions) || 0 });
    at += path === "" ? 3 : 1; // a rename has its two paths as parts of their own
  }
  return counts;
}
