/** The operating system's words in an error of node, which begins with a code and ends with a call and a path. */

/** `no space left on device` from `ENOSPC: no space left on device, write`; any other error's message as it stands. */
export function systemReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /^E[A-Z0-9]+: ([^,]+)/.exec(message)?.[1] ?? message;
}
