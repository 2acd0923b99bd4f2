/** The searched files: git lists them before each query, and those whose size or times changed are read again. */

import { execFileSync } from "node:child_process";
import { basename, join } from "node:path";
import { lstatOrNone } from "../../base/file-text.ts";
import { LOCK_FILES } from "../../base/lock-files.ts";
import { createReader, dampingOf, type IndexedFile } from "../search/entry.ts";
import { createRanking, type Ranking } from "../search/rank.ts";
import type { Searched } from "../search/search.ts";
import { createVocabulary } from "../search/words.ts";
import { MAX_TEXT_BYTES, readText } from "../read-text.ts";

/** With so many bytes the first question takes 7.5 s of CPU, each later one 0.9 s, and the program 570 MB of memory. */
const MAX_FILES = 20_000;
const MAX_BYTES = 100 * 1024 * 1024;

const GIT_TIMEOUT_MS = 30_000;
const MAX_LIST_BYTES = 64 * 1024 * 1024;
/** The options override settings of the repository that would run a program. */
const GIT_LIST = "-c core.fsmonitor=false -c core.quotePath=false ls-files -co --exclude-standard -z".split(" ");

/** Files that are not searched: pictures, archives, lock files, and minified code. */
const LEFT_OUT =
  /\.(?:svg|map|lock|sum|snap|min\.js|min\.css|wasm|png|jpe?g|gif|ico|woff2?|ttf|eot|pdf|zip|gz|br|tgz|jar|mo)$/i;
const LOCKS = new Set(LOCK_FILES);

/** A file that changed so shortly before it was read is read again for the next query, because a file system's clock may lag. */
const SETTLED_MS = 100;
/** A sign of life is given after so many files. */
const FILES_AT_ONCE = 200;

export interface Corpus extends Searched {
  /** Says which files are left out, where not all fit. */
  readonly note?: string | undefined;
}

interface Kept {
  /** Size and times when it was read; empty where it may have changed since then. */
  readonly stamp: string;
  /** Undefined for a file without text. */
  readonly entry: IndexedFile | undefined;
}

interface Listed {
  readonly path: string;
  readonly bytes: number;
  readonly stamp: string;
  readonly changedMs: number;
}

/** Returns a function that reads what changed since its last call, and calls `alive` from time to time. `now` is the wall clock in ms. */
export function createCorpus(root: string, now: () => number): (alive: () => void) => Corpus {
  let kept = new Map<string, Kept>();
  const vocabulary = createVocabulary();
  const reader = createReader(vocabulary);
  let ranking: Ranking | undefined;
  return (alive) => {
    const { files, note } = bounded(listed(root));
    alive();
    const next = new Map<string, Kept>();
    let changed = 0;
    for (const { path, stamp, changedMs } of files) {
      const before = kept.get(path);
      if (before !== undefined && before.stamp === stamp) {
        next.set(path, before);
        continue;
      }
      const isSettled = changedMs < now() - SETTLED_MS;
      const text = readText(join(root, path));
      next.set(path, { stamp: isSettled ? stamp : "", entry: text === undefined ? undefined : reader(path, text) });
      changed += 1;
      if (changed % FILES_AT_ONCE === 0) alive();
    }
    const isSame = changed === 0 && files.length === kept.size;
    kept = next;
    if (!isSame || ranking === undefined) {
      ranking = createRanking([...kept.values()].flatMap(({ entry }) => entry ?? []));
    }
    return { ranking, vocabulary, note, read: (path) => readText(join(root, path)) };
  };
}

/** Text files by git's list, in the order of their paths. Throws when git fails. */
function listed(root: string): readonly Listed[] {
  const output = execFileSync("git", GIT_LIST, {
    cwd: root,
    encoding: "utf8",
    timeout: GIT_TIMEOUT_MS,
    maxBuffer: MAX_LIST_BYTES,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const paths = [...new Set(output.split("\0"))]
    .filter((path) => path !== "" && !LEFT_OUT.test(path) && !LOCKS.has(basename(path)))
    .toSorted();
  return paths.flatMap((path): readonly Listed[] => {
    const stats = lstatOrNone(join(root, path));
    if (stats?.isFile() !== true || stats.size > MAX_TEXT_BYTES) return [];
    const { size, mtimeMs, ctimeMs, ino } = stats;
    return [
      { path, bytes: size, stamp: `${size} ${mtimeMs} ${ctimeMs} ${ino}`, changedMs: Math.max(mtimeMs, ctimeMs) },
    ];
  });
}

/** The files that fit, code before everything else. */
function bounded(files: readonly Listed[]): { readonly files: readonly Listed[]; readonly note?: string } {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (files.length <= MAX_FILES && bytes <= MAX_BYTES) return { files };
  const byWeight = files.toSorted((a, b) => dampingOf(b.path) - dampingOf(a.path)); // stable: paths stay in order
  let left = MAX_BYTES;
  const used = byWeight.findIndex((file, at) => at === MAX_FILES || (left -= file.bytes) < 0);
  const taken = byWeight.slice(0, used).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const note = `only ${used} of ${files.length} files are searched (at most ${MAX_FILES} and ${MAX_BYTES / 1024 / 1024} MB, code first); use search_files for the others`;
  return { files: taken, note };
}
