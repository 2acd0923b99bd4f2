/** What changed between two commits of a repository, read once: a list of 3,000 files is asked for in 30 pages. */

import { readChanges, type ChangedFile } from "./git-read.ts";
import type { Repository } from "./state.ts";

/** The changed files between two commits, in path order. */
export function changesOf(repository: Repository, from: string, to: string): Promise<readonly ChangedFile[]> {
  const key = `${from}..${to}`;
  const known = repository.changes.get(key) ?? readChanges(repository.dir, from, to);
  repository.changes.set(key, known);
  return known;
}
