/** Makes a folder and its parents. Node's own `recursive` never returns below /proc or a removed folder. */

import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Does nothing where the folder exists. Throws the system's error. */
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
