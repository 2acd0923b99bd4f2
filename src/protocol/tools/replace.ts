/** Replacing every match in a text, which is done in the cell: a pattern may take for ever. */

export interface ReplaceRequest {
  /** With line feeds only. */
  readonly text: string;
  readonly pattern: string;
  readonly replacement: string;
  /** The pattern is a JavaScript regex, and the replacement may name its groups. Otherwise both are literal. */
  readonly isRegex: boolean;
  readonly ignoresCase: boolean;
}

export interface ReplaceReply {
  readonly text: string;
  /** Matches that were replaced. */
  readonly count: number;
}
