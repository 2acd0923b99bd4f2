/** How a deferral can be answered, as the comment that asks says it. */

/** Who may answer the held calls of a session, until when, and with which command. */
export interface DeferralTerms {
  /** The word that begins a command, e.g. `/kimi`. */
  readonly command: string;
  /** Ms since the epoch. */
  readonly expiresAt: number;
  readonly permission: "write" | "maintain" | "admin";
  readonly twoPerson: boolean;
  readonly codeOwners: boolean;
  /** Approvals may hold for the rest of the session. */
  readonly allowsSession: boolean;
  /** The session is saved on the server, so that an answer in the thread works. */
  readonly isKept: boolean;
  /** One sentence, which may quote the server. */
  readonly whyNotKept?: string | undefined;
  /** Id of the session: the comment belongs to it. */
  readonly session: string;
  /** What resumes the session on a person's machine, up to the answers. */
  readonly bundleCommand?: string | undefined;
}
