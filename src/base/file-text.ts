/** Files that may not be there, or that this user may not read. */

import { readFileSync } from "node:fs";
import { parseJson } from "./member.ts";

/** The text of a file; undefined where it cannot be read. */
export function fileText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** The value of a file of JSON; undefined where it cannot be read or is not JSON. */
export function jsonFile(path: string): unknown {
  return parseJson(fileText(path) ?? "");
}
