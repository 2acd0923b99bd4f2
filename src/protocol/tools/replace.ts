/** Replacing every match in a text. It is done in the cell, because a pattern may take for ever. */

export interface ReplaceRequest {
  /** The text, with line feeds only. */
  readonly text: string;
  readonly pattern: string;
  readonly replacement: string;
  /** The pattern is a JavaScript regex, and the replacement may name its groups. Otherwise both are literal. */
  readonly isRegex: boolean;
  readonly ignoresCase: boolean;
}

export interface ReplaceReply {
  readonly text: string;
  readonly count: number;
}
