/** Files of the work tree, which a tool or a test runner has written before. They are data, like any source. */

import { globSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { isUtf8 } from "node:buffer";
import { join } from "node:path";
import { isWithin } from "../../../base/paths/is-within.ts";
import { systemReason } from "../../../base/system-error.ts";
import type { TextSource } from "./jsonl.ts";
import { sourceError } from "./source-record.ts";

/** The reports of a whole test suite with its output. */
const MAX_BYTES = 100_000_000;

const MUST_BE_WRITTEN = "An earlier step must write it; this file is not read from the commit.";

/** Reads a file that must be there. Throws `config.invalid`. */
export function readLocal(root: string, file: string): TextSource {
  const path = join(root, file);
  try {
    if (!isWithin(realpathSync(path), root))
      throw sourceError(file, "the file lies outside of the checkout", "Name one inside.");
    const stats = lstatSync(path);
    if (!stats.isFile()) throw sourceError(file, "this is not a regular file", "Name a file.");
    if (stats.size > MAX_BYTES)
      throw sourceError(file, `the file has ${stats.size} bytes`, `At most ${MAX_BYTES} are read.`);
    const bytes = readFileSync(path);
    if (isUtf8(bytes)) return { file, text: bytes.toString("utf8") };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith("E") !== true) throw error;
    throw sourceError(file, `the checkout has no such file (${systemReason(error)})`, MUST_BE_WRITTEN, error);
  }
  throw sourceError(file, "the file is not UTF-8", "Write it as UTF-8.");
}

/** Reads files by path or glob, sorted. Throws `config.invalid` for a glob that finds no file. */
export function readLocals(root: string, globs: readonly string[]): readonly TextSource[] {
  const found = globs.flatMap((glob) => {
    const paths = globSync(glob, { cwd: root, exclude: (name) => name === "node_modules" || name === ".git" });
    if (paths.length === 0) throw sourceError(glob, "the checkout has no such file", MUST_BE_WRITTEN);
    return paths;
  });
  return [...new Set(found)].toSorted().map((path) => readLocal(root, path));
}
