/** Commits and changed files of a bare repository as plain records. */

import { git, gitBytes, type Signature } from "./git.ts";
import { readObject } from "./loose.ts";

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
  const [commit] = [commitIn(dir, sha) ?? (await readCommits(dir, ["-1", sha]))].flat();
  if (commit === undefined) throw new Error(`There is no commit ${sha}.`);
  return commit;
}

/** A commit that has nothing but what each has, in an object of its own file. */
const COMMIT =
  /^tree (\w{40})\n((?:parent \w{40}\n)*)author (.*?) <(.*?)> (\d+) [+-]\d{4}\ncommitter (.*?) <(.*?)> (\d+) [+-]\d{4}\n\n([^]*)$/;

function commitIn(dir: string, sha: string): CommitRecord | undefined {
  const text = readObject(dir, sha)?.data.toString("utf8");
  const [, tree, parents, an = "", ae = "", ad, cn = "", ce = "", cd, message = ""] = COMMIT.exec(text ?? "") ?? [];
  if (tree === undefined) return undefined;
  const date = (seconds: string | undefined): string => utc(new Date(Number(seconds) * 1000).toISOString());
  return {
    sha,
    tree,
    parents: (parents ?? "").match(/\w{40}/g) ?? [],
    author: { name: an, email: ae, date: date(ad) },
    committer: { name: cn, email: ce, date: date(cd) },
    message: message.replace(/\n+$/, ""),
  };
}

function utc(date: string): string {
  return new Date(date).toISOString().replace(".000Z", "Z");
}

const DIFF = ["diff", "--no-color", "--no-ext-diff", "--find-renames", "--full-index"];

/** What changed between two trees or commits, in path order. */
export async function readChanges(dir: string, from: string, to: string): Promise<ChangedFile[]> {
  const both = (await gitBytes(dir, [...DIFF, "--raw", "-p", "-z", from, to])).toString("utf8");
  const end = both.indexOf("\0\0"); // between the two
  const [raw, text] = end === -1 ? [both, ""] : [both.slice(0, end + 1), both.slice(end + 2)];
  // Pieces come in the order of --raw, so a path never has to be read out of a diff's header.
  const pieces = text.split(/^(?=diff --git )/m).values();
  return rawEntries(raw).map(({ status, before, after, path, previousPath }) => {
    const piece = pieces.next().value ?? "";
    const second = status === "changed" ? (pieces.next().value ?? "") : ""; // a file that becomes a link is removed and added
    const counted = [piece, second].map((one) => hunksOf(one) ?? "");
    const count = (sign: RegExp): number => counted.reduce((sum, one) => sum + (one.match(sign)?.length ?? 0), 0);
    const [additions, deletions] = [count(/^\+/gm), count(/^-/gm)];
    const hunks = hunksOf(piece)?.trimEnd();
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

/** What stands behind the names of a file, as far as its lines are shown. */
function hunksOf(piece: string): string | undefined {
  return /^@@[^]*$/m.exec(piece)?.[0];
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
