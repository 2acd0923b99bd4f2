/** The operating system's reason in an error of Node.js, whose message begins with a code and ends with a call and a path. */

/** `no space left on device` from `ENOSPC: no space left on device, write`; the whole message of any other error. */
export function systemReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /^E[A-Z0-9]+: ([^,]+)/.exec(message)?.[1] ?? message;
}

const UNWRITABLE: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/** Whether nothing more can be written: the disk or the quota is full, or the disk is read-only. */
export function isFullDisk(error: unknown): boolean {
  return error instanceof Error && "code" in error && UNWRITABLE.has(error.code);
}
