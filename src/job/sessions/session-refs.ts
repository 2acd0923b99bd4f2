/** What belongs to sessions on the server: names of references, files of a stored session, and refusals that are final. */

export const SESSIONS = "refs/kimi/sessions/";
export const CLAIMS = "refs/kimi/claims/";
/** Claims on comments that begin no session, but decide about one. They are kept apart from runs, which are counted. */
export const ANSWERS = "refs/kimi/answers/";
export const CANCELS = "refs/kimi/cancel/";

/** Files of a stored session. */
export const LEASE = "lease.json";
export const BUNDLE = "bundle/";
export const JOURNAL = `${BUNDLE}journal.jsonl`;

const PERMANENT = /\b40[134]\b|denied|permission|read-only|not allowed|hook declined|GH\d{3}/i;

/** Whether a refusal of the git server is not worth a retry: a missing right stays missing. `said`: the server's words. */
export function isPermanentRefusal(said: string): boolean {
  return PERMANENT.test(said);
}
