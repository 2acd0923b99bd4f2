/**
 * Searches a change for secrets before it leaves this machine. A patch must apply and a snapshot must restore, so they cannot be
 * redacted: a change with a secret is not published.
 */

import { namedUpTo } from "../../base/words.ts";
import type { BlobVisitor } from "../git/cat-file.ts";
import type { TreeEdit } from "../changes.ts";
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

/** A file is searched in pieces that overlap by more than the length of any secret. */
const PIECE_BYTES = 1_000_000;
const OVERLAP_BYTES = 50_000;

/** Files of `to` with a secret that the same file does not have in `from`. A secret that is already committed does not count. */
export async function findLeaks({ git, from, to, search }: LeakRequest): Promise<readonly Leak[]> {
  const found = await namesIn(git, await git.edits(from, to), search);
  if (found.size === 0) return [];
  const back = await git.edits(to, from);
  const known = await namesIn(
    git,
    back.filter(({ path }) => found.has(path)),
    search,
  );
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
  const inBlobs = createBlobSearch(search);
  const oids = present.flatMap(({ mode, oid }) => (oid === undefined || mode === "160000" ? [] : [oid]));
  await git.readBlobs(oids, inBlobs);
  return new Map(
    present.flatMap(({ path, oid }) => {
      const names = [...search(path), ...inBlobs.namesIn(oid ?? "")];
      return names.length === 0 ? [] : [[path, [...new Set(names)].toSorted()] as const];
    }),
  );
}

interface BlobSearch extends BlobVisitor {
  /** Names of the secrets in a blob that was read. */
  readonly namesIn: (oid: string) => ReadonlySet<string>;
}

/** Searches the bytes as Latin-1, so that no encoding is presumed. */
function createBlobSearch(search: LeakSearch): BlobSearch {
  const found = new Map<string, Set<string>>();
  const none: ReadonlySet<string> = new Set();
  let current = new Set<string>();
  let pieces: Buffer[] = [];
  let length = 0;
  const searchPieces = (): Buffer => {
    const bytes = Buffer.concat(pieces);
    for (const name of search(bytes.toString("latin1"))) current.add(name);
    return bytes;
  };
  return {
    namesIn: (oid) => found.get(oid) ?? none,
    begin: (id) => {
      current = new Set();
      found.set(id, current);
      pieces = [];
      length = 0;
    },
    piece: (bytes) => {
      pieces.push(bytes);
      length += bytes.length;
      if (length < PIECE_BYTES + OVERLAP_BYTES) return;
      pieces = [Buffer.from(searchPieces().subarray(-OVERLAP_BYTES))];
      length = OVERLAP_BYTES;
    },
    end: () => void searchPieces(),
  };
}
