/**
 * Which content of which file the model knows: the memory of the stale guard. Every change of it is an event for the
 * journal, so that a resumed session begins with what the stopped one knew.
 */

import type { EventOf } from "../../protocol/wire.ts";

type FileSeen = EventOf<"file.seen">;

export interface SeenFiles {
  /** Digest of the content the model last saw or wrote. */
  readonly digestOf: (path: string) => string | undefined;
  /** The same, but only when the last thing that happened was a write of our own. */
  readonly ownWriteOf: (path: string) => string | undefined;
  /** Returns the event to record; none when this content was known already. */
  readonly noteRead: (path: string, digest: string) => readonly FileSeen[];
  /** Returns the event to record. */
  readonly noteWrite: (path: string, digest: string) => readonly FileSeen[];
}

/** A memory that holds `before`, the `file.seen` events of the session so far, in order. Paths are relative to the workspace with links resolved; digests are SHA-256 of the bytes. */
export function createSeenFiles(before: Iterable<Omit<FileSeen, "type">> = []): SeenFiles {
  const seen = new Map<string, { readonly digest: string; readonly own: boolean }>();
  for (const { path, digest, own } of before) seen.set(path, { digest, own });
  const note = (path: string, digest: string, own: boolean): readonly FileSeen[] => {
    seen.set(path, { digest, own });
    return [{ type: "file.seen", path, digest, own }];
  };
  return {
    digestOf: (path) => seen.get(path)?.digest,
    ownWriteOf: (path) => {
      const last = seen.get(path);
      return last?.own === true ? last.digest : undefined;
    },
    // After reading back what we wrote, the last change is still our own.
    noteRead: (path, digest) => (seen.get(path)?.digest === digest ? [] : note(path, digest, false)),
    noteWrite: (path, digest) => note(path, digest, true),
  };
}
