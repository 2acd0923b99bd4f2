/** Splits a change into the part that may be published, as a tree, and the files that are left out. */

import { canonicalJson } from "../../base/canonical-json.ts";
import { sha256 } from "../../base/sha256.ts";
import type { FileVersion, HeldBy, HeldFile } from "../../protocol/approval.ts";
import type { TreeEdit } from "../changes.ts";
import { withoutAsIs } from "../git/filters.ts";
import type { PublishGit } from "../push.ts";
import { heldFilesOf } from "./held-files.ts";
import { keysBrought } from "./key-lines.ts";

/** How the files of a change under filters of git are judged. */
export interface FilterRules {
  /** Trees or commits whose attributes count beside those of both ends of the change, such as the base of a pull request. */
  readonly trees: readonly string[];
  /** Files that differed from the start commit when the run began. A copy or a move of one is judged as the file itself. */
  readonly before?: readonly FileVersion[] | undefined;
  /** Names of the filters whose files are published as the work tree has them. */
  readonly asIs: ReadonlySet<string>;
}

/** A file that is published without its filters. */
export interface UnfilteredFile {
  readonly path: string;
  readonly filters: readonly string[];
}

export interface Change {
  readonly git: Pick<PublishGit, "edits" | "blobs" | "readBlobs" | "filteredFiles" | "moves" | "treeWith">;
  readonly from: string;
  readonly to: string;
  readonly heldBy: HeldBy;
  readonly filters: FilterRules;
  readonly only?: ReadonlySet<string> | undefined;
}

export interface JudgedChange {
  /** The part that may be published. */
  readonly tree: string;
  /** That part without the files of `only`; undefined without `only`. */
  readonly since?: string | undefined;
  readonly heldFiles: readonly HeldFile[];
  /** Files of that part under a filter of `asIs`. */
  readonly unfiltered: readonly UnfilteredFile[];
  readonly changed: number;
}

/** Judges a change. If all of it may be published, git only lists the changes and reads the attributes. */
export async function judgedChange(change: Change): Promise<JudgedChange> {
  const { git, from, to, heldBy, filters, only } = change;
  if (from === to) return { tree: to, heldFiles: [], unfiltered: [], changed: 0 };
  const edits = await git.edits(from, to);
  const linkTargets = await linkTargetsOf(git, edits);
  const filtered = await git.filteredFiles({ ...filters, trees: [...filters.trees, from, to], files: edits });
  const keys = await keysBrought(git, edits);
  const options = { edits, linkTargets, filters: withoutAsIs(filtered, filters.asIs), keys, heldBy };
  const alone = heldFilesOf({ ...options, moves: [] });
  const isMixed = alone.length > 0 && alone.length < edits.length;
  const copies = edits.filter(({ path }) => filtered.has(path));
  const moves = isMixed ? [...(await git.moves(from, to)), ...movesOf(filters.before, copies)] : [];
  const heldFiles = isMixed ? heldFilesOf({ ...options, moves }) : alone;
  const held = new Set(heldFiles.map(({ path }) => path));
  const published = edits.filter(({ path }) => !held.has(path));
  const tree = heldFiles.length === 0 ? to : await git.treeWith(from, published);
  const before = published.filter(({ path }) => only?.has(path) !== true);
  const since = only === undefined ? undefined : await git.treeWith(from, before);
  const unfiltered = published.flatMap(({ path }) => {
    const names = filtered.get(path);
    return names === undefined ? [] : [{ path, filters: names }];
  });
  return { tree, since, heldFiles, unfiltered, changed: edits.length };
}

/** Both paths of each file that was moved as it was before the run, which git cannot see by the commit. */
function movesOf(
  before: FilterRules["before"] = [],
  edits: readonly TreeEdit[],
): readonly (readonly [string, string])[] {
  const paths = new Map(before.flatMap(({ path, oid }) => (oid === undefined ? [] : [[oid, path] as const])));
  return edits.flatMap(({ path, oid = "" }) => {
    const from = paths.get(oid) ?? path;
    return from === path ? [] : [[from, path] as const];
  });
}

async function linkTargetsOf(
  git: Pick<PublishGit, "blobs">,
  edits: readonly TreeEdit[],
): Promise<ReadonlyMap<string, string>> {
  const links = edits.flatMap(({ path, mode, oid }) => (mode === "120000" && oid !== undefined ? [{ path, oid }] : []));
  const blobs = await git.blobs(links.map(({ oid }) => oid));
  return new Map(links.map(({ path, oid }) => [path, blobs.get(oid)?.toString("utf8") ?? "/"]));
}

/** Digest of the files that an answer can publish; undefined if there are none. It depends on every byte of them. */
export function changeDigest(heldFiles: readonly HeldFile[], sessionId: string): string | undefined {
  const files = heldFiles
    .filter(({ isAnswerable }) => isAnswerable)
    .map(({ path, mode, oid }) => ({ path, mode, oid }));
  return files.length === 0 ? undefined : sha256(canonicalJson({ v: 1, publish: files, session: sessionId }));
}
