/** The private copy of the workspace: an overlay over the checkout, in a namespace of its own. */

/** Where a run works: `overlay`, a private copy whose changes are put into the checkout at the end, or `direct`, the checkout itself. */
export const ISOLATIONS = ["overlay", "direct"] as const;
export type Isolation = (typeof ISOLATIONS)[number];

export interface WorkspaceOverlay {
  /** Path of the copy, as programs that `run` starts see it. */
  readonly root: string;
  /** Path of the same folder, as this process sees it. */
  readonly files: string;
  /** The overlay's upper folder. It says which files differ from the checkout; their contents are read in the copy. */
  readonly changes: string;
  readonly run: RunInOverlay;
}

export interface OverlayCall {
  readonly file: string;
  readonly args: readonly string[];
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly input?: Buffer | string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface OverlayReply {
  readonly code: number;
  /** File with the standard output, which the caller removes. */
  readonly output: string;
  /** Standard error. */
  readonly said: string;
}

/** Starts a program in the copy's root and waits for its end. Rejects when the namespace is gone. */
export type RunInOverlay = (call: OverlayCall) => Promise<OverlayReply>;
