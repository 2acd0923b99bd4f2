/** What a sealed cell is made of: every mount in order, and the environment. Nothing of the host that is not named here is in it. */

import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { RunnerError } from "../../protocol/error.ts";
import { cellEnvironment } from "../process/environment.ts";
import { makeEtc } from "./etc.ts";
import { makeGitDirectory } from "./git-directory.ts";
import { hostMounts, isWithin, realFolder, type Mount } from "./host-paths.ts";
import type { OpenCellOptions } from "../process/options.ts";
import { memoryFolders } from "../process/resource-limits.ts";

export interface SealedPlan {
  readonly mounts: readonly Mount[];
  readonly env: Readonly<Record<string, string>>;
  /** As the cell sees them. */
  readonly nodePath: string;
  readonly workerPath: string;
  readonly objectsDir?: string | undefined;
}

/** The worker's own small files. */
const RUN_BYTES = 64 * 1024 * 1024;

/** What the plan leaves in the scratch folder. */
export const SCRATCH_NAMES = ["cell-files", "cell-git", "cell-git-file", "net"];

/** Where our own files are in the cell. */
const OURS = "/opt/kimi";
const DEFAULT_HOME = "/home/kimi";

/** Plans the cell and writes what it needs (git directory, configuration) into the scratch folder. */
export function planSealed(options: OpenCellOptions): SealedPlan {
  const { workDir, gitDir, scratchDir, pathVar, toolDirs = [], env: extra = {} } = options;
  if (workDir === "/") {
    throw new RunnerError({
      code: "sandbox.refused",
      message: "No sealed cell: the workspace is the root of the file system.",
      hint: "Check the repository out into a folder.",
    });
  }
  // The cell's home has the same path as the user's, so that ~/.rustup and its like are where the tools look; it is empty otherwise.
  const userHome = options.home === undefined ? undefined : realFolder(options.home);
  const home = userHome === undefined || isWithin(userHome, workDir) || userHome === "/" ? DEFAULT_HOME : userHome;
  const git = makeGitDirectory({ workDir, gitDir, scratchDir });
  const etc = makeEtc(join(scratchDir, "cell-files"));
  const worker = ourMounts(options);
  const sizes = memoryFolders();
  const mounts: readonly Mount[] = [
    { kind: "tmpfs", at: "/tmp", sizeBytes: sizes.tmp },
    { kind: "tmpfs", at: "/var/tmp", sizeBytes: sizes.other },
    { kind: "tmpfs", at: "/dev/shm", sizeBytes: sizes.other },
    { kind: "tmpfs", at: "/run", sizeBytes: RUN_BYTES },
    { kind: "tmpfs", at: home, sizeBytes: sizes.home },
    ...etc,
    ...hostMounts({ pathVar, home: home === DEFAULT_HOME ? undefined : home, toolDirs, workDir }),
    { kind: "rw", from: workDir, at: workDir },
    ...(git?.mounts ?? []),
    ...worker.mounts,
    makeNetworkFolder(scratchDir),
  ];
  const env = cellEnvironment({ path: pathVar, home, tmpDir: "/tmp", extra });
  return { mounts, env, nodePath: worker.nodePath, workerPath: worker.workerPath, objectsDir: git?.objectsDir };
}

/** Where the cell finds the way to the network, if the policy gives it one: what it says is read while the cell is built. */
export const NETWORK_SOCKET = { inScratch: "net/proxy", inCell: `${OURS}/net/proxy` } as const;

function makeNetworkFolder(scratchDir: string): Mount {
  const from = join(scratchDir, dirname(NETWORK_SOCKET.inScratch));
  mkdirSync(from, { recursive: true, mode: 0o755 });
  return { kind: "ro", from, at: dirname(NETWORK_SOCKET.inCell) };
}

interface OurMounts {
  readonly mounts: readonly Mount[];
  readonly nodePath: string;
  readonly workerPath: string;
}

/** node and the worker. In development the worker is many files: the folder is bound, with a word on what they are. */
function ourMounts({ nodePath, workerPath, scratchDir }: OpenCellOptions): OurMounts {
  const node = { kind: "ro", from: nodePath, at: `${OURS}/node` } as const;
  if (!workerPath.endsWith(".ts")) {
    const at = `${OURS}/cell.mjs`; // the ending says that it is a module
    return { nodePath: node.at, workerPath: at, mounts: [node, { kind: "ro", from: workerPath, at }] };
  }
  const manifest = join(scratchDir, "cell-files", "package.json");
  writeFileSync(manifest, `{"type":"module"}\n`); // spares node the guess
  return {
    nodePath: node.at,
    workerPath: `${OURS}/src/${basename(workerPath)}`,
    mounts: [
      node,
      { kind: "ro", from: dirname(workerPath), at: `${OURS}/src` },
      { kind: "ro", from: manifest, at: `${OURS}/package.json` },
    ],
  };
}
