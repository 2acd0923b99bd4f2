/** The worker's own folder, which belongs to the user of the commands too. */

import { chmodSync } from "node:fs";

/** Opens it again, in case a command has closed it. */
export function reopenOwnFolder(dir: string): void {
  try {
    chmodSync(dir, 0o700);
  } catch {
    // It is root's, and then no command could close it.
  }
}
