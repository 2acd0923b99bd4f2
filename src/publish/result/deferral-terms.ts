/** The terms of a request for approval: who may answer the held calls of a session, until when, and with which command. */

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
  /** The session is stored on the server, so that an answer in the thread works. */
  readonly isKept: boolean;
  /** A sentence that may quote the server. */
  readonly whyNotKept?: string | undefined;
  /** Id of the session that the comment belongs to. */
  readonly session: string;
  /** Last line of the comment, where the server does not tell who edited it. */
  readonly seal?: ((text: string) => string) | undefined;
}

/** The state of a request for approval. */
export type DeferralState =
  /** Some of the calls may have answers. */
  | { readonly kind: "waiting" }
  /** Every call has an answer, and a job resumes the run. `done`: its result in a few words, once it has ended. */
  | { readonly kind: "answered"; readonly runUrl: string; readonly done?: string | undefined }
  | { readonly kind: "expired" }
  /** `from` and `to` are commits or digests. */
  | { readonly kind: "void"; readonly changed: "head" | "policy"; readonly from: string; readonly to: string }
  | { readonly kind: "cancelled"; readonly by: string; readonly at: number };
