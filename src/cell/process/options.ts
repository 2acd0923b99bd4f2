/** Options for opening a cell. */

import type { Probe, SandboxLevel } from "../../protocol/cell.ts";
import type { CacheMode } from "../../protocol/cell-settings.ts";
import type { Isolation, WorkspaceOverlay } from "../../protocol/overlay.ts";
import type { Overlay } from "./mounts.ts";
import type { Channel } from "./channel.ts";

export interface OpenCellOptions {
  /** Absolute real path of the workspace. */
  readonly workDir: string;
  /** The repository's real common git directory. */
  readonly gitDir: string;
  readonly want: SandboxLevel;
  /** `dist/cell.js`, or `src/cell.ts` in development. */
  readonly workerPath: string;
  readonly nodePath: string;
  /** Needed for `sealed`. */
  readonly bwrapPath?: string | undefined;
  /** Used for `sealed` when the user cannot build it. It must ask for no password. */
  readonly sudoPath?: string | undefined;
  /** Try sudo first, as on hosted runners. */
  readonly prefersSudo?: boolean;
  /** Folders and files of the runner that nothing in the cell may write to, e.g. RUNNER_TEMP. */
  readonly runnerPaths?: readonly string[];
  /** Files of the workspace that a sealed cell sees as empty: credentials that an earlier step of the job left there. */
  readonly hiddenFiles?: readonly string[];
  /** Commands of a sealed cell cannot write to the workspace. */
  readonly isReadOnly?: boolean | undefined;
  /** Whether a sealed cell works on a copy of the workspace; `direct` when left out, or where it cannot be mounted. */
  readonly isolation?: Isolation | undefined;
  /** Folder of mode 0700 for the changes of that copy. It is removed when the copy is released. */
  readonly overlayDir?: string | undefined;
  /** Further folders of a sealed cell that are copies on write. A later one covers an earlier one. */
  readonly overlays?: readonly Overlay[] | undefined;
  /** How a sealed cell sees the tools' caches; `copy` when left out. */
  readonly caches?: CacheMode | undefined;
  /** Folder that keeps copies of what packages have outside of /usr, for later cells. Without it each cell makes them anew. */
  readonly keepPackagesIn?: string | undefined;
  /** Folder of mode 0700 that keeps what is written to the caches. Without it that is lost with the cell. */
  readonly keepCachesIn?: string | undefined;
  /** Time between two pings of the worker; `PING_EVERY_MS` when left out. */
  readonly pingEveryMs?: number | undefined;
  /** Private folder of the controller (mode 0700), outside the workspace. The caller removes it. */
  readonly scratchDir: string;
  /** PATH of the controller. The cell gets its visible folders. */
  readonly pathVar: string;
  /** The user's home folder, whose toolchains the cell sees read-only. */
  readonly home?: string | undefined;
  /** More folders of tools that the cell sees read-only, e.g. RUNNER_TOOL_CACHE. */
  readonly toolDirs?: readonly string[];
  /** Variables for the cell on top of the fixed ones; `toolVariables` picks them from the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A folder of the cell that should be a copy on write, but is the host's own or missing. */
export type Uncopied = Readonly<Record<"at" | "why", string>>;

export interface BuiltCell {
  readonly channel: Channel;
  readonly level: SandboxLevel;
  readonly probes: readonly Probe[];
  /** Why no folder is a copy on write, though some should be; undefined where copies were mounted. */
  readonly withoutOverlays?: string | undefined;
  /** The folders that could not be mounted as copies on write, where others could. */
  readonly uncopied?: readonly Uncopied[] | undefined;
  /** Paths in the cell. */
  readonly nodePath: string;
  readonly workerPath: string;
  /** Opens the cell again after the worker's death, with the same files. Throws as the first opening does. */
  readonly reopen: (used: number) => Promise<BuiltCell>;
  /** Makes paths of the workspace look empty to commands; throws `sandbox.refused` for one that it cannot. Undefined without mounts. */
  readonly hide?: ((paths: readonly Buffer[]) => Promise<void>) | undefined;
  /** The index of the cell's own git directory. Commands can write to it. */
  readonly gitIndex?: string | undefined;
  /** The workspace's private copy, where `overlays` names the workspace. It outlives the cell: `onReleased` ends it. */
  readonly overlay?: WorkspaceOverlay | undefined;
  readonly onReleased?: ((keepsOverlay: boolean) => Promise<void>) | undefined;
  /** Called after the worker has ended. */
  readonly onClosed: () => void | Promise<void>;
}
