/** Reads from git's error which file it refuses to store. */

import { RunnerError } from "../../protocol/error.ts";

/** The path of the first file that does not have the encoding that `.gitattributes` gives it. */
export function unencodablePath(error: unknown): string | undefined {
  if (!(error instanceof RunnerError)) return undefined;
  const found = /(?:BOM is (?:required|prohibited) in|failed to encode) '(.+)' (?:if|from) /.exec(error.message);
  return found?.[1];
}

/** The path in `fatal: Unable to process path x`. */
export function refusedPath(error: unknown): string | undefined {
  return error instanceof RunnerError ? /Unable to process path (.+)$/m.exec(error.message)?.[1] : undefined;
}
