/** Beginning of the hidden marker of our own comments. A comment that contains it is never a command. */
export const OWN_MARKER = "<!-- kimi-runner";
/** Beginning of the mark of a batch's dashboard, the first line of the issue until a person writes above it. */
export const BATCH_MARK = `${OWN_MARKER}:batch id=`;
/** Why a comment there starts nothing. */
export const ON_DASHBOARD = "The issue is the dashboard of a batch, whose next collect reads the comment.";
