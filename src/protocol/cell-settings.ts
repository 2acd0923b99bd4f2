/** What a policy says of the cell. */

import type { NetworkEntry } from "../base/network/network-entry.ts";

/** How a sealed cell sees the caches of tools: as copies on write, read-only, or empty ones in each run. */
export const CACHE_MODES = ["copy", "read", "none"] as const;
export type CacheMode = (typeof CACHE_MODES)[number];

/** What runs before the first model call, so that the agent finds its dependencies installed. */
export interface SetupSettings {
  /** Command lines, run one after the other. */
  readonly run: readonly string[];
  /** What they reach, as written; the run itself has its own list. */
  readonly network: readonly NetworkEntry[];
  /** Files whose content decides whether an earlier setup still holds; known lock files when left out. */
  readonly keys?: readonly string[] | undefined;
  /** Whether scripts of packages run; when left out, only where the trusted commit is checked out. */
  readonly scripts?: boolean | undefined;
  readonly onFailure: "stop" | "continue";
}

/** What a policy says of the cell's view of this machine. A cell that is opened before the policy is known has none of it. */
export interface CellSettings {
  /** `copy` when left out. */
  readonly caches?: CacheMode | undefined;
  /** More folders and files that the cell sees read-only; `~/` is the home folder. */
  readonly readonly?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly setup?: SetupSettings | undefined;
}
