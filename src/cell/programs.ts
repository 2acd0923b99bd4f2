/** Finds programs of the host. */

import { join } from "node:path";
import { isProgram } from "../base/file-text.ts";

/** The first program of that name in an absolute folder of PATH that may be run, or undefined. */
export function findProgram(name: string, pathVar: string): string | undefined {
  return pathVar
    .split(":")
    .filter((folder) => folder.startsWith("/"))
    .map((folder) => join(folder, name))
    .find(isProgram);
}
