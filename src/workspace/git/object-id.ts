/** The names of git objects: checked before they reach a command line, and computed of contents. */

import { createHash } from "node:crypto";
import { gitError } from "../../protocol/error.ts";

/** Returns the object id unchanged. Throws `git.failed` for any other text, which could be an option or a branch. */
export function objectId(name: string): string {
  if (/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(name)) return name;
  throw gitError(`Not an object id: ${name}.`, "Use the 40 or 64 hex digits of a commit or tree.");
}

/** The id that git gives an object, in a repository whose ids have so many digits. */
export function idOf(type: "blob" | "tree" | "commit", content: Buffer, digits: number): string {
  const hash = createHash(digits === 64 ? "sha256" : "sha1").update(`${type} ${content.length}\0`);
  return hash.update(content).digest("hex");
}
