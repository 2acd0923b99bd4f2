/**
 * Folders of the cell that are writable copies of the host's: overlayfs, mounted by a shell in a namespace of its own, which then
 * becomes bubblewrap. The mounts end with the namespace, so a killed run leaves none. bubblewrap's own `--overlay` is not used: it
 * exists from 0.11 only, cannot mount `volatile`, and its mounts cannot be read from outside of the cell.
 */

import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { BoundMount, Mount, Overlay } from "../process/mounts.ts";
import type { Shape } from "./shapes.ts";

export interface StagedMounts {
  readonly mounts: readonly BoundMount[];
  /** A program that makes the overlays and becomes the program that follows; empty without overlays. */
  readonly mounter: readonly string[];
}

/** The folder of the overlays in the scratch folder. It is on a disk, because builds fill it. */
export const STAGE_NAME = "overlays";
const TABLE = "fstab";

/** Makes the folders of the overlays among the mounts. Each call takes fresh work folders: the kernel refuses one that was used. */
export function stageOverlays(mounts: readonly Mount[], scratchDir: string, shape: Shape): StagedMounts {
  const overlays = mounts.filter((mount) => mount.kind === "overlay");
  if (overlays.length === 0) return { mounts: withoutOverlays(mounts), mounter: [] };
  const stage = join(scratchDir, STAGE_NAME);
  mkdirSync(stage, { recursive: true, mode: 0o700 });
  const rows = overlays.map((overlay, index) => stageOne(overlay, { stage, name: String(index), shape }));
  writeFileSync(join(stage, TABLE), rows.join(""));
  let index = 0;
  return {
    mounts: mounts.map((mount) =>
      mount.kind === "overlay" ? { kind: "rw", from: join(stage, String(index++), "m"), at: mount.at } : mount,
    ),
    mounter: mounterOf(stage, shape),
  };
}

/** The same mounts on a machine that mounts no overlays. */
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

/** Makes the folders of one overlay and returns its line for `mount`. Names in it are ours, so that no path needs escapes. */
function stageOne({ lower, keptIn }: Overlay, { stage, name, shape }: Stage): string {
  const dir = join(stage, name);
  if (!existsSync(dir)) {
    if (keptIn === undefined) mkdirSync(dir, { mode: 0o700 });
    else symlinkSync(keptIn, dir);
  }
  const lowers = lower.filter((path) => existsSync(path));
  const upper = join(dir, "u");
  for (const made of ["u", "m", "empty"]) mkdirSync(join(dir, made), { recursive: true, mode: 0o755 });
  const top = lowers[0] === undefined ? undefined : statSync(lowers[0]);
  if (top !== undefined) chmodSync(upper, top.mode & 0o777); // the merged folder has the upper one's mode and owner
  if (shape.kind === "root") lchownSync(upper, shape.runAs.uid, shape.runAs.gid);
  lowers.forEach((path, at) => {
    rmSync(join(dir, `l${at}`), { force: true });
    symlinkSync(path, join(dir, `l${at}`));
  });
  const names = lowers.length === 0 ? [`${name}/empty`] : lowers.map((_, at) => `${name}/l${at}`);
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

/** One `mount` makes all of them; one process for each costs 2 ms. The cell can read the environment of bubblewrap. */
const SCRIPT = `cd "$1" && shift && mount --all --fstab ${TABLE} || { echo "overlays: not mounted"; exit 9; } >&2
unset OLDPWD
exec "$@"`;

function mounterOf(stage: string, { kind }: Shape): readonly string[] {
  const own = kind === "user" ? ["--user", "--map-root-user"] : [];
  const shell = ["/bin/sh", "-c", SCRIPT, "sh", stage];
  return ["/usr/bin/unshare", ...own, "--mount", "--propagation", "private", "--", ...shell];
}

/** Why no overlay was mounted, by what the mounter wrote; undefined when it wrote nothing of that. */
export function mountFailure(said: string): string | undefined {
  const lines = said.split("\n").filter((line) => !line.includes("dmesg(1)"));
  const failed = lines.some((line) => line.startsWith("overlays: ") || line.startsWith("unshare: "));
  if (!failed) return undefined;
  return lines.find((line) => /^\s*(?:mount|unshare): /.test(line))?.trim() ?? "mount is not installed";
}
