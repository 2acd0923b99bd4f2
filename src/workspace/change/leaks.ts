/** Searches a change for secrets before it leaves this machine: a patch or a snapshot cannot be redacted, so it is not published. */

import { namedUpTo } from "../../base/words.ts";
import { reverseOf, type TreeEdit } from "../changes.ts";
import type { PublishGit } from "../push.ts";

export interface Leak {
  readonly path: string;
  /** Names of the secrets, sorted. */
  readonly names: readonly string[];
}

/** Names of the secrets in a text. */
export type LeakSearch = (text: string) => readonly string[];

export interface LeakRequest {
  readonly git: Pick<PublishGit, "edits" | "readBlobs">;
  readonly from: string;
  readonly to: string;
  readonly search: LeakSearch;
}

/** Files of `to` with a secret that the same file does not have in `from`. A secret that is already committed does not count. */
export async function findLeaks({ git, from, to, search }: LeakRequest): Promise<readonly Leak[]> {
  const edits = await git.edits(from, to);
  const found = await namesIn(git, edits, search);
  const before = edits.filter(({ path }) => found.has(path)).map(reverseOf);
  const known = await namesIn(git, before, search);
  return [...found].flatMap(([path, names]) => {
    const fresh = names.filter((name) => known.get(path)?.includes(name) !== true);
    return fresh.length === 0 ? [] : [{ path, names: fresh }];
  });
}

/** One sentence with the first file and the names of its secrets. The caller must redact it, because a path may contain a secret. */
export function describeLeaks(leaks: readonly Leak[]): string {
  const files = leaks.map(({ path, names }) => `${path} (${names.join(", ")})`);
  return `The change contains secrets and does not leave this machine: ${namedUpTo(files, 1)}.`;
}

async function namesIn(
  git: LeakRequest["git"],
  edits: readonly TreeEdit[],
  search: LeakSearch,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const present = edits.filter(({ mode }) => mode !== undefined); // the others are deleted
  const inBlobs = new Map<string, readonly string[]>();
  await git.readBlobs(blobsOf(present), ({ id, content }) => {
    const names = latin1Pieces(content).flatMap(({ text }) => search(text));
    inBlobs.set(id, [...new Set(names)]);
  });
  return new Map(
    present.flatMap(({ path, oid = "" }) => {
      const names = [...search(path), ...(inBlobs.get(oid) ?? [])];
      return names.length === 0 ? [] : [[path, [...new Set(names)].toSorted()] as const];
    }),
  );
}

/** The contents of the changed files. A submodule has none. */
export function blobsOf(edits: readonly TreeEdit[]): readonly string[] {
  return edits.flatMap(({ mode, oid }) => (oid === undefined || mode === "160000" ? [] : [oid]));
}

/** A text takes its size again while it is searched, so a large content is searched in pieces. */
export const PIECE_BYTES = 1_000_000;
/** More than the length of any secret; a private key has at most about 13,000 bytes. */
const OVERLAP_BYTES = 50_000;

/** Overlapping pieces of a content, with their places in it. They are read as Latin-1: keys are ASCII, and no encoding is presumed. */
export function* latin1Pieces(content: Buffer): Generator<{ readonly text: string; readonly at: number }> {
  for (let at = 0; at < content.length; at += PIECE_BYTES)
    yield { text: content.toString("latin1", at, at + PIECE_BYTES + OVERLAP_BYTES), at };
}
