/** The policy's settings of the cell. */

import type { NetworkEntry } from "../base/network/network-entry.ts";

/** How a sealed cell sees the caches of tools: `copy` (copy on write), `read` (read-only), or `none` (empty in each run). */
export const CACHE_MODES = ["copy", "read", "none"] as const;
export type CacheMode = (typeof CACHE_MODES)[number];

/** Commands that run before the first model call, so that the agent finds its dependencies installed. */
export interface SetupSettings {
  /** Command lines, run one after the other. */
  readonly run: readonly string[];
  /** Hosts that these commands may reach, as written in the policy. The run itself has another list. */
  readonly network: readonly NetworkEntry[];
  /** Files whose content decides whether an earlier setup is used again. Left out: the known lock files. */
  readonly keys?: readonly string[] | undefined;
  /** Whether install scripts of packages run. Left out: only when the trusted commit is checked out. */
  readonly scripts?: boolean | undefined;
  readonly onFailure: "stop" | "continue";
}

/** What the cell sees of this machine. A cell that is opened before the policy is read has none of these settings. */
export interface CellSettings {
  /** `copy` when left out. */
  readonly caches?: CacheMode | undefined;
  /** Further folders and files that the cell sees read-only. `~/` is the home folder. */
  readonly readonly?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** `all`: git in the cell takes bare repositories for repositories, and runs hooks. */
  readonly repositories?: "all" | undefined;
  readonly setup?: SetupSettings | undefined;
}
