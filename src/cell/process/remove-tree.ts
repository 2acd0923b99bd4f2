/** Removes a folder that programs filled, even where they or the kernel took its owner's rights to a part of it. */

import { chmodSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Throws the system's error when a part of the folder belongs to another user. */
export function removeTree(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    // Overlayfs makes folders of mode 0000, and Go's module cache has folders of mode 0555.
    if (!["EACCES", "EPERM", "ENOTEMPTY"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    openFolders(path);
    rmSync(path, { recursive: true, force: true });
  }
}

/** Gives the owner back the rights to a folder and those below it. Links are not followed, because `isDirectory` is false for them. */
function openFolders(path: string): void {
  try {
    chmodSync(path, 0o700);
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) openFolders(join(path, entry.name));
    }
  } catch {
    // The removal fails at the same folder and says why.
  }
}
