/** What is at a path, links not followed. A path below a file has nothing, as a path below nothing has; node throws for the first. */

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
