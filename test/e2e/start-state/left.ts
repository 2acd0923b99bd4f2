/** Reads what a run left behind: commits, patches, texts, objects of the server, the checkout. It judges nothing. */

import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { git, gitBytes } from "../../doubles/github/git.ts";

/** Path → mode and content, or "deleted". */
export type Change = Readonly<Record<string, string>>;

export interface Text {
  readonly where: string;
  readonly text: string;
}

export interface Count {
  readonly where: string;
  readonly count: number;
}

export interface CheckoutState {
  /** Path → mode and SHA-256 of each file. */
  readonly files: Readonly<Record<string, string>>;
  /** The entries of git's index, with the marks of hidden ones. */
  readonly index: readonly string[];
}

export interface Left {
  /** How the run ended, in the words of its channel. */
  readonly outcome: string;
  readonly code: number | null;
  /** What came to the branch, the posted patch, or `changes.patch` where nothing is published elsewhere. */
  readonly published: Change;
  /** `changes.patch`. */
  readonly patched: Change;
  /** The numbers of files that people and programs are told. */
  readonly counts: readonly Count[];
  /** Paths of the output `files`; undefined where the channel has none. */
  readonly files: readonly string[] | undefined;
  /** What people read. */
  readonly said: readonly Text[];
  /** Every other file and text that leaves the machine. */
  readonly uploaded: readonly Text[];
  /** Every object that the server got, also of deleted references. */
  readonly stored: Buffer;
  readonly after: CheckoutState;
  /** Shown where a cell fails. */
  readonly log: string;
}

/** What a tree or commit has other than another one. */
export async function changeBetween(bare: string, from: string, to: string): Promise<Change> {
  const raw = await git(bare, ["diff-tree", "-r", "-z", "--no-renames", "--raw", from, to]);
  const fields = raw.split("\0");
  const change: Record<string, string> = {};
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = "", , id = ""] = (fields[at] ?? "").split(" ");
    const path = fields[at + 1] ?? "";
    const content = async (): Promise<string> => (await gitBytes(bare, ["cat-file", "blob", id])).toString("utf8");
    change[path] = mode === "000000" ? "deleted" : `${mode} ${mode === "160000" ? id : await content()}`;
  }
  return change;
}

/** What a patch makes of a commit, as a person's git applies it. Throws where it does not apply. */
export async function changeOfPatch(bare: string, from: string, patch: string | Buffer): Promise<Change> {
  if (patch.length === 0) return {};
  const env = { GIT_INDEX_FILE: `${bare}/patch-index` };
  await git(bare, ["read-tree", from], { env });
  await git(bare, ["apply", "--cached", "--whitespace=nowarn"], { env, input: patch });
  return await changeBetween(bare, from, await git(bare, ["write-tree"], { env }));
}

/** The files below a folder as texts; none where there is no folder. */
export function textsIn(dir: string, where: string): readonly Text[] {
  if (!existsSync(dir)) return [];
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return { where: `${where}${path.slice(dir.length)}`, text: readFileSync(path, "latin1") };
  });
}

export async function storedObjects(bare: string): Promise<Buffer> {
  return await gitBytes(bare, ["cat-file", "--batch-all-objects", "--batch", "--unordered"]);
}

export async function checkoutState(dir: string): Promise<CheckoutState> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(dir.length + 1);
    if (entry.isDirectory() || path.split("/").includes(".git")) continue;
    const mode = (lstatSync(join(dir, path)).mode & 0o777).toString(8);
    const content = entry.isSymbolicLink() ? readlinkSync(join(dir, path)) : readFileSync(join(dir, path));
    files[path] = `${mode} ${createHash("sha256").update(content).digest("hex")}`;
  }
  const env = { GIT_OPTIONAL_LOCKS: "0" };
  const index = await git(dir, ["ls-files", "--stage", "-v", "-z"], { env });
  return { files, index: index.split("\0") };
}
