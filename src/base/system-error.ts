/** What the operating system said, for people: errors of node begin with a code and end with a call and a path. */

/** `no space left on device` from `ENOSPC: no space left on device, write`; any other error's message as it stands. */
export function systemReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /^E[A-Z0-9]+: ([^,]+)/.exec(message)?.[1] ?? message;
}
