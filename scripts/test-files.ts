/** Which test files are meant: those whose path contains one of some parts. */

import { globSync } from "node:fs";

/** All test files below the current folder when no part is given. Sorted, so that two runs go in one order. */
export function testFiles(parts: readonly string[]): string[] {
  return globSync("test/**/*.test.ts")
    .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
    .toSorted();
}
