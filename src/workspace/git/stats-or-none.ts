/** `lstat` that returns undefined for a missing path. Node's `throwIfNoEntry: false` still throws for a path below a file (ENOTDIR). */

import { lstatSync, type BigIntStats } from "node:fs";

export function statsOrNone(path: string | Buffer): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}
