/** Checking a claimed success: the commands of `limits.verify`, run in the cell. */

export interface VerifyResult {
  readonly command: string;
  readonly passed: boolean;
  /** `exit 1`, `not finished after 600 s`. */
  readonly end: string;
  /** Head and tail of its output; empty when it passed. */
  readonly output: string;
}

/** The newest round of verification in a run. */
export interface Verification {
  readonly rounds: number;
  readonly passed: boolean;
  readonly results: readonly VerifyResult[];
}

export interface Verifier {
  /** The commands that have to pass: all of them after a change; without one only those that were set for this run. */
  readonly commandsFor: (hasChanged: boolean) => readonly string[];
  /** Runs all of these commands in order, also after one that failed. */
  readonly run: (commands: readonly string[], signal: AbortSignal) => Promise<readonly VerifyResult[]>;
}
