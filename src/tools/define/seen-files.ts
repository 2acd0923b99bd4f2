/** Remembers which content of which file the model knows, for the stale guard. Events in the journal restore it on resume. */

import type { FileSeen } from "../../protocol/context.ts";

type LineSpan = readonly [first: number, last: number];

export type SeenFiles = ReturnType<typeof createSeenFiles>;

/** `before`: the `file.seen` events of the session so far. Paths are relative to the workspace, links resolved; digests are SHA-256. */
export function createSeenFiles(before: Iterable<Omit<FileSeen, "type">> = []) {
  const seen = new Map<string, Omit<FileSeen, "type" | "path">>();
  for (const { path, ...fact } of before) seen.set(path, fact);
  const note = (path: string, { unread = [], ...fact }: Omit<FileSeen, "type" | "path">): readonly FileSeen[] => {
    const kept = unread.length === 0 ? fact : { ...fact, unread };
    seen.set(path, kept);
    return [{ type: "file.seen", path, ...kept }];
  };
  /** Ranges of lines that the model did not read. After an edit these are still the numbers from before it. */
  const unreadOf = (path: string): readonly LineSpan[] => seen.get(path)?.unread ?? [];
  return {
    /** Digest of the content the model last saw or wrote. */
    digestOf: (path: string) => seen.get(path)?.digest,
    /** The same, if the last change was our own write. */
    ownWriteOf: (path: string) => {
      const last = seen.get(path);
      return last?.own === true ? last.digest : undefined;
    },
    unreadOf,
    /** `total`: lines of the whole file. Returns the event to record; none when the model knew these lines already. */
    noteRead: (
      path: string,
      digest: string,
      { first, last, total }: { readonly first: number; readonly last: number; readonly total: number },
    ) => {
      const known = seen.get(path);
      const isSame = known?.digest === digest;
      const before = isSame ? unreadOf(path) : [[1, total] as const].filter(() => total > 0);
      const unread = before.flatMap((span) => without(span, [first, last]));
      if (isSame && JSON.stringify(unread) === JSON.stringify(before)) return [];
      // After reading back what we wrote, the last change is still our own.
      return note(path, { digest, own: isSame && known.own, unread });
    },
    /** Returns the event to record. Unread lines of an edited file stay unread; a new file is known completely. */
    noteWrite: (path: string, digest: string, isNew: boolean) =>
      note(path, { digest, own: true, unread: isNew ? [] : unreadOf(path) }),
  };
}

/** The parts of the first span that lie outside the second one. */
function without([first, last]: LineSpan, [from, to]: LineSpan): readonly LineSpan[] {
  const parts: readonly LineSpan[] = [
    [first, Math.min(last, from - 1)],
    [Math.max(first, to + 1), last],
  ];
  return to < from ? [[first, last]] : parts.filter(([start, end]) => start <= end);
}
