/** Beginning of the hidden marker of our own comments. A comment that contains it is never a command. */
export const OWN_MARKER = "<!-- kimi-runner";
/** Beginning of the mark of a batch's dashboard, the first line of the issue. */
export const BATCH_MARK = `${OWN_MARKER}:batch id=`;
