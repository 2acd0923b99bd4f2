/**
 * Folders of the cell that are writable copies of the host's, by overlayfs. bubblewrap's own `--overlay` exists from 0.11 only, cannot mount
 * `volatile`, and its mounts cannot be read from outside of the cell.
 */

import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { isWithin } from "../../base/paths/is-within.ts";
import type { BoundMount, Mount, Overlay } from "../process/mounts.ts";
import type { Shape } from "./shapes.ts";

/** The folders of a copy as they are seen in the namespace: `merged` is the copy itself, `upper` what differs from the lower folders. */
type StagedOverlay = Readonly<Record<"at" | "merged" | "upper", string>>;

/** A writable folder of the workspace as the cell gets it. Masks are mounted over the view, so trusted git does not meet them. */
export interface View {
  /** Folder in the cell. */
  readonly at: string;
  /** The shared mount that the cell's own one follows, in the namespace. */
  readonly view: string;
  /** The same folder without masks: in the namespace for a copy, else the host's. */
  readonly files: string;
  readonly isCopy: boolean;
}

export type Staged = ReturnType<typeof stageOverlays>;

/** The folder of the overlays in the scratch folder. It is on a disk, because builds fill it. */
export const STAGE_NAME = "overlays";
/** The table of the mounts, in it. */
export const MOUNT_TABLE = "fstab";

/** Makes the folders of overlays and views, and the table of their mounts. Work folders are always new: the kernel refuses used ones. */
export function stageOverlays(mounts: readonly Mount[], stage: string, shape: Shape, workDir: string) {
  const staged: StagedOverlay[] = [];
  const views: View[] = [];
  const lines: string[] = [];
  mkdirSync(stage, { recursive: true, mode: 0o700 });
  const viewOf = (at: string, dir: string, from: string, isCopy: boolean): string => {
    const view = join(dir, "v");
    makeFolder(view);
    const real = realpathSync(view);
    lines.push(`${escaped(from)} ${escaped(real)} none rbind,rshared 0 0\n`);
    views.push({ at, view: real, files: from, isCopy });
    return real;
  };
  const bound = mounts.map((mount): BoundMount => {
    if ((mount.kind === "rw" || mount.kind === "ro") && mount.at === workDir) {
      const dir = join(stage, "direct");
      makeFolder(dir);
      return { ...mount, from: viewOf(workDir, dir, mount.from, false) };
    }
    if (mount.kind !== "overlay") return mount;
    const name = String(staged.length);
    lines.push(stageOne(mount, join(stage, name), shape));
    const dir = mount.keptIn ?? join(stage, name);
    const merged = join(dir, "m");
    staged.push({ at: mount.at, merged, upper: join(dir, "u") });
    const from = isWithin(mount.at, workDir) ? viewOf(mount.at, dir, merged, true) : merged;
    return { kind: mount.isReadOnly === true ? "ro" : "rw", from, at: mount.at };
  });
  if (views.length > 0) lines.push(stageEmpty(stage));
  writeFileSync(join(stage, MOUNT_TABLE), lines.join(""));
  return { mounts: bound, overlays: staged, views };
}

/** Folder of the empty file and the empty folder that masks are made of. It is read-only before there is a mask, and so are they. */
const EMPTY_NAME = "empty";
export const EMPTY_FILE = `${EMPTY_NAME}/file`;
export const EMPTY_FOLDER = `${EMPTY_NAME}/folder`;

/** Their permissions allow every user to write, so that writing fails for the one reason that the mount is read-only. */
function stageEmpty(stage: string): string {
  makeFolder(join(stage, EMPTY_NAME), 0o755);
  makeFolder(join(stage, EMPTY_FOLDER));
  chmodSync(join(stage, EMPTY_FOLDER), 0o777);
  writeFileSync(join(stage, EMPTY_FILE), "");
  chmodSync(join(stage, EMPTY_FILE), 0o666);
  return `${EMPTY_NAME} ${EMPTY_NAME} none bind,ro,nosuid,nodev,noexec 0 0\n`;
}

/** A path as a table of mounts has it. */
export function escaped(path: string | Buffer): string {
  const bytes = Buffer.from(path as string).toString("latin1");
  return bytes.replace(/[^\w./@+-]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`);
}

/** A path of the kernel's list of mounts, which has spaces and the like in octal digits. */
export function unescaped(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

/** The mounts in place of overlays, on a machine that mounts none. */
export function withoutOverlays(mounts: readonly Mount[]): readonly BoundMount[] {
  return mounts.flatMap((mount): BoundMount[] => {
    if (mount.kind !== "overlay") return [mount];
    const from = mount.lower.find((path) => existsSync(path));
    return from === undefined ? [] : [{ kind: mount.otherwise, from, at: mount.at }];
  });
}

/** A path that needs no escapes in the table. Others get a link with a plain name. */
const PLAIN = /^[\w./@+-]+$/;

/** Makes the folders of one overlay and returns its line for `mount`. A busy disk takes up to half a millisecond for each. */
function stageOne({ lower, keptIn }: Overlay, dir: string, shape: Shape): string {
  const name = basename(dir);
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
  mkdirSync(path, { recursive: true, mode });
}

function link(to: string, path: string): void {
  rmSync(path, { force: true });
  symlinkSync(to, path);
}
