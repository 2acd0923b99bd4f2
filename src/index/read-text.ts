/** Text files of the workspace, bounded in size. */

import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** Larger files are taken for data. */
export const MAX_TEXT_BYTES = 1024 * 1024;

/** Binary files have a NUL in their first bytes. */
const SNIFFED_BYTES = 8000;
const NUL = 0;

/** The text of a file; undefined where it is no regular file, too large, binary or gone. The last name of the path may not be a link. */
export function readText(path: string): string | undefined {
  let fd: number | undefined;
  try {
    // O_NONBLOCK: opening a pipe would wait for its other end.
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = fstatSync(fd);
    if (!stats.isFile() || stats.size > MAX_TEXT_BYTES) return undefined;
    const bytes = readFileSync(fd);
    if (bytes.length > MAX_TEXT_BYTES || bytes.subarray(0, SNIFFED_BYTES).includes(NUL)) return undefined;
    return bytes.toString("utf8");
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
