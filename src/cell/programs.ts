/** Finding programs of the host. */

import { accessSync, constants } from "node:fs";
import { join } from "node:path";

/** The first program of that name in an absolute folder of PATH that may be run, or undefined. */
export function findProgram(name: string, pathVar: string): string | undefined {
  return pathVar
    .split(":")
    .filter((folder) => folder.startsWith("/"))
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
