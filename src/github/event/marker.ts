/** Beginning of the hidden marker of our own comments. A comment that contains it is never a command. */
export const OWN_MARKER = "<!-- kimi-runner";
