/** Text files of the workspace, bounded in size. */

import { regularFile } from "../base/file-text.ts";

/** Larger files are taken for data. */
export const MAX_TEXT_BYTES = 1024 * 1024;

/** Binary files have a NUL in their first bytes. */
const SNIFFED_BYTES = 8000;
const NUL = 0;

/** The text of a file; undefined where it is no regular file, too large, binary or gone. The last name of the path may not be a link. */
export function readText(path: string): string | undefined {
  const bytes = regularFile(path, MAX_TEXT_BYTES);
  return bytes?.subarray(0, SNIFFED_BYTES).includes(NUL) === false ? bytes.toString("utf8") : undefined;
}
