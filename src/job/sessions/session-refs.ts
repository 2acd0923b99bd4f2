/** References of sessions, of claims on them and of requests to cancel them. */

export const SESSIONS = "refs/kimi/sessions/";
export const CLAIMS = "refs/kimi/claims/";
/** Claims on comments that begin no session, but decide about one. They are not runs, so that nobody counts them as such. */
export const ANSWERS = "refs/kimi/answers/";
export const CANCELS = "refs/kimi/cancel/";
