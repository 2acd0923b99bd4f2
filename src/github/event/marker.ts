/** How our own comments are known again: each begins its hidden marker with this. */

/** A comment that contains it is never a command. */
export const OWN_MARKER = "<!-- kimi-runner";
