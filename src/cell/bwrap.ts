/** bubblewrap: finding it, telling it what the cell is made of, and understanding why it refused. */

import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import type { Mount } from "./host-paths.ts";

/** The first `bwrap` on PATH that may be run, or undefined. */
export function findBwrap(pathVar: string): string | undefined {
  return pathVar
    .split(":")
    .filter((folder) => folder.startsWith("/"))
    .map((folder) => join(folder, "bwrap"))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

export interface BwrapOptions {
  readonly mounts: readonly Mount[];
  readonly env: Readonly<Record<string, string>>;
  readonly workDir: string;
  readonly command: readonly string[];
}

/**
 * Arguments of bwrap. Without `--cap-drop ALL` a root caller could remount the host writable; without `--disable-userns` the
 * cell could make itself a namespace with every capability. `--remount-ro /` comes last: mount points are made on the way.
 */
export function bwrapArguments({ mounts, env, workDir, command }: BwrapOptions): readonly string[] {
  return [
    "--unshare-all",
    "--unshare-user",
    "--disable-userns",
    "--cap-drop",
    "ALL",
    "--die-with-parent",
    "--new-session",
    "--clearenv",
    ...Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]),
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    ...mounts.flatMap(mountArguments),
    "--remount-ro",
    "/",
    "--chdir",
    workDir,
    "--",
    ...command,
  ];
}

function mountArguments(mount: Mount): readonly string[] {
  switch (mount.kind) {
    case "ro":
      return ["--ro-bind", mount.from, mount.at];
    case "rw":
      return ["--bind", mount.from, mount.at];
    case "tmpfs":
      return ["--size", String(mount.sizeBytes), "--tmpfs", mount.at];
    case "link":
      return ["--symlink", mount.to, mount.at];
  }
}

/** What bwrap says when it cannot build the cell, and what helps. First match wins. */
const CURES: readonly (readonly [RegExp, string])[] = [
  [
    /Unknown option/,
    "bubblewrap 0.8.0 or later is needed; this one is older. Use an ubuntu-24.04 runner or install a newer bubblewrap.",
  ],
  [
    /setting up uid map: Permission denied|RTM_NEWADDR: Operation not permitted|loopback: Failed/,
    "Ubuntu's AppArmor forbids user namespaces here: run `sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0` in a step before, or load an AppArmor profile for bwrap.",
  ],
  [
    /[Cc]reating new namespace failed|No permissions to creat/,
    "User namespaces are forbidden here: run `sudo sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000`, or start the container with `--security-opt seccomp=unconfined --security-opt apparmor=unconfined`.",
  ],
  [
    /mount|pivot_root/i,
    "A container that forbids mounts needs `--security-opt seccomp=unconfined --security-opt systempaths=unconfined`.",
  ],
];

/** How to get a sealed cell, from bwrap's own words. */
export function cureFor(stderr: string): string {
  return (
    CURES.find(([symptom]) => symptom.test(stderr))?.[1] ?? "Install bubblewrap: `sudo apt-get install -y bubblewrap`."
  );
}
