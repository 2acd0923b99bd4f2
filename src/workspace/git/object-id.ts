/** Checks names of git objects before they reach a command line. */

import { gitError } from "../../protocol/error.ts";

/** Returns the object id unchanged. Throws `git.failed` for any other text, which could be an option or a branch. */
export function objectId(name: string): string {
  if (/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(name)) return name;
  throw gitError(`Not an object id: ${name}.`, "Use the 40 or 64 hex digits of a commit or tree.");
}
