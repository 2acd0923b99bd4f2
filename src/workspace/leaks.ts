/**
 * Searches a change for secrets before it leaves this machine. A patch must apply and a snapshot must restore, so they cannot be
 * redacted: a change with a secret is not published.
 */

import type { PublishGit, TreeEdit } from "./push.ts";

/** A changed file with secrets. */
export interface Leak {
  readonly path: string;
  /** Names of the secrets, sorted. */
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

/** Files in memory at once. Each batch starts one git process. */
const BATCH = 200;
/** A file is searched in pieces that overlap by more than the length of any secret. */
const PIECE_CHARS = 1_000_000;
const OVERLAP_CHARS = 50_000;

/** Files of `to` with a secret that they do not have in `from`: a committed secret is known already. */
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

/** One sentence for people with the files and the names of the secrets. The caller redacts it, because a path may be a secret. */
export function describeLeaks(leaks: readonly Leak[]): string {
  const [first, ...others] = leaks.map(({ path, names }) => `${path} (${names.join(", ")})`);
  const rest = others.length === 0 ? "" : ` and ${others.length} more`;
  return `The change contains secrets and does not leave this machine: ${first ?? "nothing"}${rest}.`;
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

/** Searches the bytes as Latin-1, so that no encoding is presumed. */
function namesInBytes(content: Buffer, search: LeakSearch): readonly string[] {
  const names = new Set<string>();
  for (let start = 0; start < content.length; start += PIECE_CHARS) {
    const piece = content.toString("latin1", start, start + PIECE_CHARS + OVERLAP_CHARS);
    for (const name of search(piece)) names.add(name);
  }
  return [...names];
}
