/** The outcome of a tool call, as it is recorded and as the engine acts on it. */

/** A message to an earlier self (Kimi CLI's D-Mail): the context goes back to a checkpoint, and only this message stays. */
export interface Mail {
  readonly checkpoint: number;
  readonly message: string;
  /** The workspace goes back as well. */
  readonly restoreFiles: boolean;
}

export interface ToolOutcome {
  readonly text: string;
  readonly isError?: boolean;
  /** The model's own fault (bad arguments, a diff that does not apply): counts towards `limits.mistakes`. */
  readonly isMistake?: boolean;
  /** Set by `attempt_completion`: the turn ends with this text. */
  readonly completion?: string;
  /** Set by `send_dmail`; delivered after the batch, unless a call in it was rejected. */
  readonly mail?: Mail;
}
