/** What belongs to sessions on the server: names of references and files of a stored session. */

export const SESSIONS = "refs/kimi/sessions/";
export const CLAIMS = "refs/kimi/claims/";
/** Claims on comments that begin no session, but decide about one. They are kept apart from runs, which are counted. */
export const ANSWERS = "refs/kimi/answers/";
export const CANCELS = "refs/kimi/cancel/";

/** Files of a stored session. */
export const LEASE = "lease.json";
export const BUNDLE = "bundle/";
export const JOURNAL = `${BUNDLE}journal.jsonl`;
