/** Which references and paths belong to the program on a server. Everything else is refused, on the way in and out. */

import { RunnerError } from "../protocol/error.ts";

/** One part of a name: nothing hidden, no `..`, nothing that a file system or git could read in another way. */
const PART = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** Below it lies everything that the program keeps on a server. */
const NAMESPACE = "refs/kimi/";

/** `refs/kimi/` and parts that git takes too. Returns it; throws `git.failed` for any other name. */
export function storedRef(name: string): string {
  const parts = name.startsWith(NAMESPACE) ? name.slice(NAMESPACE.length).split("/") : [""];
  if (parts.every((part) => PART.test(part) && !/\.\.|\.lock$|\.$/.test(part))) return name;
  throw new RunnerError({
    code: "git.failed",
    message: `Not a reference of ours: ${name}.`,
    hint: `Use ${NAMESPACE} and names of letters, digits, dots, dashes and underscores.`,
  });
}

/** Whether a path could have been written by us: plain parts, not deep. */
export function isStoredPath(path: string): boolean {
  const parts = path.split("/");
  return parts.length <= 8 && parts.every((part) => PART.test(part));
}
