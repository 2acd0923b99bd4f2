/**
 * The last look at what a change holds before it leaves this machine: a patch must apply and a snapshot must restore, so that
 * nothing in them can be redacted. A file with a secret keeps the change here.
 */

import type { PublishGit, TreeEdit } from "./push.ts";

/** A changed file that holds secrets, by name. */
export interface Leak {
  readonly path: string;
  /** Sorted. */
  readonly names: readonly string[];
}

/** Names of the secrets in a text. */
export type LeakSearch = (text: string) => readonly string[];

export interface LeakRequest {
  readonly git: Pick<PublishGit, "edits" | "blobs">;
  /** Trees. */
  readonly from: string;
  readonly to: string;
  readonly search: LeakSearch;
}

/** Files in memory at once; one of git per so many. */
const BATCH = 200;
/** A file is looked through in pieces that overlap by more than any secret is long. */
const PIECE_CHARS = 1_000_000;
const OVERLAP_CHARS = 50_000;

/** Files of `to` that hold a secret which they do not hold in `from`: what is there already, everybody has. */
export async function findLeaks({ git, from, to, search }: LeakRequest): Promise<readonly Leak[]> {
  const held = await namesIn(git, await git.edits(from, to), search);
  if (held.size === 0) return [];
  const back = await git.edits(to, from);
  const known = await namesIn(
    git,
    back.filter(({ path }) => held.has(path)),
    search,
  );
  return [...held].flatMap(([path, names]) => {
    const fresh = names.filter((name) => known.get(path)?.includes(name) !== true);
    return fresh.length === 0 ? [] : [{ path, names: fresh }];
  });
}

/** One sentence for people: which files, and whose values. A path may be a value, so that whoever tells it redacts it. */
export function describeLeaks(leaks: readonly Leak[]): string {
  const [first, ...others] = leaks.map(({ path, names }) => `${path} (${names.join(", ")})`);
  const rest = others.length === 0 ? "" : ` and ${others.length} more`;
  return `The change holds secrets and stays where it was made: ${first ?? "nothing"}${rest}.`;
}

async function namesIn(
  git: LeakRequest["git"],
  edits: readonly TreeEdit[],
  search: LeakSearch,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (let start = 0; start < edits.length; start += BATCH) {
    const batch = edits.slice(start, start + BATCH);
    const files = batch.flatMap(({ mode, oid }) => (oid === undefined || mode === "160000" ? [] : [oid]));
    const blobs = await git.blobs(files);
    for (const { path, oid, mode } of batch) {
      if (mode === undefined) continue; // deleted
      const content = blobs.get(oid ?? "");
      const names = [...search(path), ...(content === undefined ? [] : namesInBytes(content, search))];
      if (names.length > 0) found.set(path, [...new Set(names)].toSorted());
    }
  }
  return found;
}

/** Byte by byte, so that no encoding is presumed. */
function namesInBytes(content: Buffer, search: LeakSearch): readonly string[] {
  const names = new Set<string>();
  for (let start = 0; start < content.length; start += PIECE_CHARS) {
    const piece = content.toString("latin1", start, start + PIECE_CHARS + OVERLAP_CHARS);
    for (const name of search(piece)) names.add(name);
  }
  return [...names];
}
