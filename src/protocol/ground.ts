/**
 * The private copy of the workspace that a run works on: an overlay over the checkout, mounted in a namespace of its own. Only
 * programs that are started in the namespace see it at a path; this process sees it through the kernel's folder of such a program.
 */

/** Where a run works: on a private copy of the checkout, whose changes are put into it at the end, or in the checkout itself. */
export const ISOLATIONS = ["overlay", "direct"] as const;
export type Isolation = (typeof ISOLATIONS)[number];

export interface Ground {
  /** The copy, for programs that `run` starts. */
  readonly root: string;
  /** The same folder for this process's own calls. */
  readonly files: string;
  /** What differs from the checkout, as the kernel keeps it. It says where something changed; contents are read in the copy. */
  readonly changes: string;
  readonly run: RunOnGround;
}

interface GroundCall {
  readonly file: string;
  readonly args: readonly string[];
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly input?: Buffer | string | undefined;
  /** Kills the program. */
  readonly signal?: AbortSignal | undefined;
}

export interface GroundReply {
  readonly code: number;
  /** File with the standard output, which the caller removes. */
  readonly output: string;
  /** Standard error. */
  readonly said: string;
}

/** Starts a program in the copy's root and waits for its end. Rejects when the namespace is gone. */
export type RunOnGround = (call: GroundCall) => Promise<GroundReply>;
