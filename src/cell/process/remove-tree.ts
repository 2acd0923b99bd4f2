/** Removes a folder that programs filled, also where they or the kernel closed a part of it to its owner. */

import { chmodSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Throws what the system says when another user owns a part of it. */
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

/** Lets the owner into a folder and those below it. Links are not followed, because only what is listed as a folder is changed. */
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
