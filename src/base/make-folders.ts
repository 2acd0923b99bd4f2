/**
 * Makes a folder and those above it. Node's own `recursive` tries for ever where a folder is there and takes no others: /proc, or
 * a folder that was removed while it is open.
 */

import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Does nothing where it is there. Throws the system's error. */
export function makeFolders(path: string, mode = 0o777): void {
  try {
    make(path, mode);
  } catch (error) {
    const above = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || above === path) throw error;
    makeFolders(above, mode);
    make(path, mode);
  }
}

function make(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === "EEXIST" && statSync(path).isDirectory();
    if (!isThere) throw error;
  }
}
