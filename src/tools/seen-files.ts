/** Which content of which file the model knows: the memory of the stale guard. Lives as long as one run; a resumed run reads again. */

export interface SeenFiles {
  /** Digest of the content the model last saw or wrote. */
  readonly digestOf: (path: string) => string | undefined;
  /** The same, but only when the last thing that happened was a write of our own. */
  readonly ownWriteOf: (path: string) => string | undefined;
  readonly noteRead: (path: string, digest: string) => void;
  readonly noteWrite: (path: string, digest: string) => void;
}

/** An empty memory. Paths are relative to the workspace with links resolved; digests are SHA-256 of the bytes. */
export function createSeenFiles(): SeenFiles {
  const seen = new Map<string, { readonly digest: string; readonly own: boolean }>();
  return {
    digestOf: (path) => seen.get(path)?.digest,
    ownWriteOf: (path) => {
      const last = seen.get(path);
      return last?.own === true ? last.digest : undefined;
    },
    noteRead: (path, digest) => {
      // Reading back what we wrote does not make it somebody else's.
      if (seen.get(path)?.digest !== digest) seen.set(path, { digest, own: false });
    },
    noteWrite: (path, digest) => {
      seen.set(path, { digest, own: true });
    },
  };
}
