/** References and paths of the program on a server. All others are refused, in reading and writing. */

import { RunnerError } from "../protocol/error.ts";

/** One part of a name: not hidden, not `..`, and the same to every file system and git. */
const PART = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** All references of the program begin with it. */
const NAMESPACE = "refs/kimi/";

/** Returns a name of `refs/kimi/` and parts that git accepts too. Throws `git.failed` for any other name. */
export function storedRef(name: string): string {
  const parts = name.startsWith(NAMESPACE) ? name.slice(NAMESPACE.length).split("/") : [""];
  if (parts.every((part) => PART.test(part) && !/\.\.|\.lock$|\.$/.test(part))) return name;
  throw new RunnerError({
    code: "git.failed",
    message: `Not a reference of ours: ${name}.`,
    hint: `Use ${NAMESPACE} and names of letters, digits, dots, dashes and underscores.`,
  });
}

/** Whether this program could have written a path: it has few, plain parts. */
export function isStoredPath(path: string): boolean {
  const parts = path.split("/");
  return parts.length <= 8 && parts.every((part) => PART.test(part));
}
