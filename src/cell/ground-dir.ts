/**
 * The folder for the changes of a run's private copy of the workspace. It is not in the folder for temporary files, which a later run
 * clears, because a killed run leaves nothing else of its work. The end of a run removes it.
 */

import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { crashAt } from "../base/crash.ts";
import { removeTree } from "./process/remove-tree.ts";
import { makeFolders } from "../base/make-folders.ts";

const PREFIX = "run-";
/** The changes of a killed session that is not resumed in this time are lost. */
const KEPT_DAYS = 14;
const DAY_MS = 86_400_000;

/** File systems on which the kernel cannot keep the changes of an overlay: NFS, overlayfs, FUSE, SMB, eCryptfs, 9p. */
const UNFIT: ReadonlySet<number> = new Set([0x6969, 0x794c7630, 0x65735546, 0xff534d42, 0xf15f, 0x01021997]);

/** Makes the folder in the first of these places that can hold it; undefined where none can. */
export function makeGroundDir(places: readonly string[], now: number): string | undefined {
  for (const grounds of places) {
    try {
      crashAt("ground.make.before");
      makeFolders(grounds, 0o700);
      if (UNFIT.has(statfsSync(grounds).type) || statSync(grounds).uid !== process.getuid?.()) continue;
      sweep(grounds, now);
      const made = mkdtempSync(join(grounds, PREFIX));
      crashAt("ground.make.after");
      return made;
    } catch {
      // The next place.
    }
  }
  return undefined;
}

/** Makes a link with the session's name to the folder, by which a resume finds it. Returns a function that removes the link. */
export function nameGround(dir: string, sessionId: string): () => void {
  const link = join(dirname(dir), sessionId);
  rmSync(link, { force: true });
  symlinkSync(basename(dir), link);
  return () => rmSync(link, { force: true });
}

/** The folder of a session whose process did not bring its work to an end. */
export function findGround(places: readonly string[], sessionId: string): string | undefined {
  const link = places
    .map((grounds) => join(grounds, basename(sessionId)))
    .find((path) => existsSync(path) && lstatSync(path).isSymbolicLink());
  return link === undefined ? undefined : realpathSync(link);
}

/** Removes the folders that killed runs left long ago, and links to folders that are gone. */
function sweep(grounds: string, now: number): void {
  for (const entry of readdirSync(grounds, { withFileTypes: true })) {
    const path = join(grounds, entry.name);
    try {
      if (entry.isSymbolicLink() && !existsSync(path)) rmSync(path);
      const isOld = entry.isDirectory() && statSync(path).mtimeMs < now - KEPT_DAYS * DAY_MS;
      if (isOld && entry.name.startsWith(PREFIX)) removeTree(path);
    } catch {
      // Another run removed it, or a part of it belongs to another user.
    }
  }
}
