/** What it takes to open a cell. */

export interface OpenCellOptions {
  /** Absolute real path of the workspace. */
  readonly workDir: string;
  /** The repository's real common git directory. */
  readonly gitDir: string;
  readonly want: "sealed" | "none";
  /** `dist/cell.js`, or `src/cell.ts` in development. */
  readonly workerPath: string;
  readonly nodePath: string;
  /** From `findBwrap`; needed for `sealed`. */
  readonly bwrapPath?: string | undefined;
  /** Private folder of the controller (mode 0700), outside the workspace. The caller removes it. */
  readonly scratchDir: string;
  /** PATH of the controller: the cell gets the same, as far as it can see it. */
  readonly pathVar: string;
  /** The user's home folder; its toolchains are shown read-only. Default: none. */
  readonly home?: string | undefined;
  /** Further folders with tools to show read-only, e.g. RUNNER_TOOL_CACHE. */
  readonly toolDirs?: readonly string[];
  /** Variables for the cell on top of the fixed ones; `toolVariables` picks them from the environment. */
  readonly env?: Readonly<Record<string, string>>;
}
