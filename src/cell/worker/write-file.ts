/** Writes files atomically: readers, also after a crash, find the old bytes or the new ones. */

import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  type Stats,
} from "node:fs";
import { randomBytes } from "node:crypto";
import { lstatOrNone } from "../../base/file-text.ts";
import { sha256 } from "../../base/sha256.ts";
import { fileError } from "./errors.ts";
import type { Operations } from "../process/frames.ts";
import { IS_LINK, openParent, type OpenParent } from "./open-judged.ts";
import { readBytes } from "./read-file.ts";

type WriteFile = Operations["writeFile"];

/** Writes a judged file; keeps owner and mode, without setuid bits. `expectedDigest: null`: it must be new. Throws `workspace.file`. */
export function writeFile(root: string, { path, text, expectedDigest }: WriteFile["args"]): WriteFile["reply"] {
  using folder = openParent(root, path, { creates: true });
  const stats = lstatOrNone(folder.file);
  if (stats?.isSymbolicLink() === true) throw folder.explain(IS_LINK);
  if (stats !== undefined && !stats.isFile()) {
    const what = stats.isDirectory() ? "a folder" : "a pipe, socket or device";
    throw fileError(`${path} is ${what}.`, "Name a regular file.");
  }
  const bytes = Buffer.from(text, "utf8");
  const temporary = folder.at(`.kimi-${randomBytes(6).toString("hex")}.tmp`);
  try {
    fill(temporary, bytes, stats);
    // Checked last, microseconds before the rename.
    if (typeof expectedDigest === "string") refuseChanged(folder, path, expectedDigest);
    place(temporary, folder.file, path, expectedDigest === null);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return { digest: sha256(bytes) };
}

function fill(temporary: string, bytes: Buffer, before: Stats | undefined): void {
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;
  const fd = openSync(temporary, flags, 0o666);
  try {
    writeFileSync(fd, bytes);
    if (before === undefined) return;
    const own = process.getuid?.();
    if (own === 0 && before.uid !== own) fchownSync(fd, before.uid, before.gid);
    fchmodSync(fd, before.mode & 0o777); // new content does not run as the owner
  } finally {
    closeSync(fd);
  }
}

function refuseChanged(folder: OpenParent, path: string, expected: string): void {
  const stats = lstatOrNone(folder.file);
  const found = stats?.isFile() === true ? sha256(readBytes(folder, path, stats.size)) : undefined;
  if (found === expected) return;
  const what = found === undefined ? "was deleted" : "changed";
  throw fileError(`${path} ${what} since it was read.`, "Read it again before writing.");
}

/** Creates the file with `link`, which refuses an existing name atomically; `rename` would replace it. */
function place(temporary: string, real: string, path: string, mustBeNew: boolean): void {
  if (!mustBeNew) return renameSync(temporary, real);
  try {
    linkSync(temporary, real);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw fileError(`${path} already exists.`, "Read it before writing, or choose another name.");
  }
  rmSync(temporary);
}
