/** Beginning of the hidden marker of our own comments. A comment that contains it is never a command. */
export const OWN_MARKER = "<!-- kimi-runner";
/** Beginning of the mark of a batch's dashboard, the first line of the issue until a person writes above it. */
export const BATCH_MARK = `${OWN_MARKER}:batch id=`;
/** The mark of the maintenance dashboard, also its first line until a person writes above it. */
export const MAINTENANCE_MARK = `${OWN_MARKER}:maintenance -->`;
/** Why a comment on the dashboard of a batch starts no run. */
export const ON_DASHBOARD = "The issue is the dashboard of a batch, whose next collect reads the comment.";
