/** The folder for a run's private copy of the workspace, which a killed run needs: not among temporary files, which later runs clear. */

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
export function makeOverlayDir(places: readonly string[], now: number): string | undefined {
  for (const place of places) {
    try {
      crashAt("overlay.make.before");
      makeFolders(place, 0o700);
      if (UNFIT.has(statfsSync(place).type) || statSync(place).uid !== process.getuid?.()) continue;
      sweep(place, now);
      const made = mkdtempSync(join(place, PREFIX));
      crashAt("overlay.make.after");
      return made;
    } catch {
      // The next place.
    }
  }
  return undefined;
}

/** Makes a link with the session's name to the folder, by which a resume finds it. Returns a function that removes the link. */
export function nameOverlay(dir: string, sessionId: string): () => void {
  const link = join(dirname(dir), sessionId);
  rmSync(link, { force: true });
  symlinkSync(basename(dir), link);
  return () => rmSync(link, { force: true });
}

/** The folder of a session whose process did not bring its work to an end. */
export function findOverlay(places: readonly string[], sessionId: string): string | undefined {
  const link = places
    .map((place) => join(place, basename(sessionId)))
    .find((path) => existsSync(path) && lstatSync(path).isSymbolicLink());
  return link === undefined ? undefined : realpathSync(link);
}

/** Removes the folders that killed runs left long ago, and links to folders that are gone. */
function sweep(place: string, now: number): void {
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    const path = join(place, entry.name);
    try {
      if (entry.isSymbolicLink() && !existsSync(path)) rmSync(path);
      const isOld = entry.isDirectory() && statSync(path).mtimeMs < now - KEPT_DAYS * DAY_MS;
      if (isOld && entry.name.startsWith(PREFIX)) removeTree(path);
    } catch {
      // Another run removed it, or a part of it belongs to another user.
    }
  }
}
