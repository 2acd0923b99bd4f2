/** The operating system's words in an error of node, which begins with a code and ends with a call and a path. */

/** `no space left on device` from `ENOSPC: no space left on device, write`; any other error's message as it stands. */
export function systemReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /^E[A-Z0-9]+: ([^,]+)/.exec(message)?.[1] ?? message;
}

const UNWRITABLE: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/** Whether nothing more can be written there: the disk or the quota is full, or it is read-only. */
export function isFullDisk(error: unknown): boolean {
  return error instanceof Error && "code" in error && UNWRITABLE.has(error.code);
}
