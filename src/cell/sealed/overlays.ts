/**
 * Folders of the cell that are writable copies of the host's: overlayfs, mounted in a namespace that bubblewrap enters
 * (mount-namespace.ts). bubblewrap's own `--overlay` is not used: it exists from 0.11 only, cannot mount `volatile`, and its mounts
 * cannot be read from outside of the cell.
 */

import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { BoundMount, Mount, Overlay } from "../process/mounts.ts";
import type { Shape } from "./shapes.ts";

/** A copy's folders, as they are seen in the namespace. */
interface StagedOverlay {
  readonly at: string;
  /** The copy itself. */
  readonly merged: string;
  /** What differs from the lower folders. */
  readonly upper: string;
}

export interface Staged {
  readonly mounts: readonly BoundMount[];
  readonly overlays: readonly StagedOverlay[];
}

/** The folder of the overlays in the scratch folder. It is on a disk, because builds fill it. */
export const STAGE_NAME = "overlays";
/** The table of the mounts, in it. */
export const MOUNT_TABLE = "fstab";

/** Makes the folders of the overlays, and the table of their mounts. Each call makes new work folders: the kernel refuses used ones. */
export function stageOverlays(mounts: readonly Mount[], stage: string, shape: Shape): Staged {
  const staged: StagedOverlay[] = [];
  const lines: string[] = [];
  mkdirSync(stage, { recursive: true, mode: 0o700 });
  const bound = mounts.map((mount): BoundMount => {
    if (mount.kind !== "overlay") return mount;
    const name = String(staged.length);
    lines.push(stageOne(mount, { stage, name, shape }));
    const dir = mount.keptIn ?? join(stage, name);
    const merged = join(dir, "m");
    staged.push({ at: mount.at, merged, upper: join(dir, "u") });
    return { kind: "rw", from: merged, at: mount.at };
  });
  writeFileSync(join(stage, MOUNT_TABLE), lines.join(""));
  return { mounts: bound, overlays: staged };
}

/** The mounts in place of overlays, on a machine that mounts none. */
export function withoutOverlays(mounts: readonly Mount[]): readonly BoundMount[] {
  return mounts.flatMap((mount): BoundMount[] => {
    if (mount.kind !== "overlay") return [mount];
    const from = mount.lower.find((path) => existsSync(path));
    return from === undefined ? [] : [{ kind: mount.otherwise, from, at: mount.at }];
  });
}

interface Stage {
  readonly stage: string;
  readonly name: string;
  readonly shape: Shape;
}

/** A path that needs no escapes in the table. Others get a link with a plain name. */
const PLAIN = /^[\w./@+-]+$/;

/** Makes the folders of one overlay and returns its line for `mount`. A busy disk takes up to half a millisecond for each. */
function stageOne({ lower, keptIn }: Overlay, { stage, name, shape }: Stage): string {
  const dir = join(stage, name);
  if (keptIn === undefined) makeFolder(dir);
  else {
    mkdirSync(keptIn, { recursive: true, mode: 0o700 });
    link(keptIn, dir);
  }
  const lowers = lower.filter((path) => existsSync(path));
  const upper = join(dir, "u");
  for (const made of ["u", "m", ...(lowers.length === 0 ? ["empty"] : [])]) makeFolder(join(dir, made), 0o755);
  const [first] = lowers;
  if (first !== undefined) chmodSync(upper, statSync(first).mode & 0o777); // the merged folder has the upper one's mode and owner
  if (shape.kind === "root") lchownSync(upper, shape.runAs.uid, shape.runAs.gid);
  const nameOf = (path: string, index: number): string => {
    if (PLAIN.test(path)) return path;
    link(path, join(dir, `l${index}`));
    return `${name}/l${index}`;
  };
  const names = lowers.length === 0 ? [`${name}/empty`] : lowers.map(nameOf);
  const work = mkdtempSync(join(dir, "w-")).slice(dir.length + 1);
  const options = [
    `lowerdir=${names.join(":")}`,
    `upperdir=${name}/u`,
    `workdir=${name}/${work}`,
    // A user may keep the marks of deletions only in extended attributes of users; root can rename folders of the host.
    shape.kind === "user" ? "userxattr" : "redirect_dir=on",
    "volatile", // otherwise each first write of a file waits for the disk, up to 0.5 ms
  ];
  return `overlay ${name}/m overlay ${options.join(",")} 0 0\n`;
}

/** Makes a folder that may be there from an earlier opening. */
function makeFolder(path: string, mode = 0o700): void {
  unlessThere(() => mkdirSync(path, mode));
}

function link(to: string, path: string): void {
  unlessThere(() => symlinkSync(to, path));
  if (readlinkSync(path) === to) return;
  rmSync(path);
  symlinkSync(to, path);
}

function unlessThere(make: () => void): void {
  try {
    make();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
