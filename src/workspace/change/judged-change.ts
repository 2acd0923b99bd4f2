/** Splits a change into the part that may be published, as a tree, and the files that are left out. */

import { canonicalJson } from "../../base/canonical-json.ts";
import { sha256 } from "../../base/sha256.ts";
import type { HeldBy, HeldFile } from "../../protocol/approval.ts";
import type { TreeEdit } from "../changes.ts";
import type { PublishGit } from "../push.ts";
import { heldFilesOf } from "./held-files.ts";

export interface Change {
  readonly git: Pick<PublishGit, "edits" | "blobs" | "contentsForLfs" | "moves" | "treeWith">;
  readonly from: string;
  readonly to: string;
  readonly heldBy: HeldBy;
  readonly only?: ReadonlySet<string> | undefined;
}

export interface JudgedChange {
  /** The part that may be published. */
  readonly tree: string;
  /** That part without the files of `only`; undefined without `only`. */
  readonly since?: string | undefined;
  readonly heldFiles: readonly HeldFile[];
  readonly changed: number;
}

/** Judges a change. If all of it may be published, git only lists the changes and reads the attributes. */
export async function judgedChange({ git, from, to, heldBy, only }: Change): Promise<JudgedChange> {
  if (from === to) return { tree: to, heldFiles: [], changed: 0 };
  const edits = await git.edits(from, to);
  const linkTargets = await linkTargetsOf(git, edits);
  const forLfs = await git.contentsForLfs(
    from,
    edits.flatMap(({ path, mode, oid }) => (oid === undefined || mode === "120000" ? [] : [{ path, oid }])),
  );
  const options = { edits, linkTargets, forLfs, heldBy };
  const alone = heldFilesOf({ ...options, moves: [] });
  const isMixed = alone.length > 0 && alone.length < edits.length;
  const heldFiles = isMixed ? heldFilesOf({ ...options, moves: await git.moves(from, to) }) : alone;
  const held = new Set(heldFiles.map(({ path }) => path));
  const published = edits.filter(({ path }) => !held.has(path));
  const tree = heldFiles.length === 0 ? to : await git.treeWith(from, published);
  const before = published.filter(({ path }) => only?.has(path) !== true);
  const since = only === undefined ? undefined : await git.treeWith(from, before);
  return { tree, since, heldFiles, changed: edits.length };
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
