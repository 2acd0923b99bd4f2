/** Names of the references on the server that belong to sessions, and of the files in a stored session. */

export const SESSIONS = "refs/kimi/sessions/";
export const CLAIMS = "refs/kimi/claims/";
/** Claims on comments that decide about a session. They are kept apart from the claims of runs, because runs are counted. */
export const ANSWERS = "refs/kimi/answers/";
export const CANCELS = "refs/kimi/cancel/";
/** The newest review of each pull request, named by its session. */
export const REVIEWS = "refs/kimi/reviews/";

export const LEASE = "lease.json";
export const BUNDLE = "bundle/";
export const JOURNAL = `${BUNDLE}journal.jsonl`;
