/** Whether this process may open enough files for a run. Too few end it in the middle of a start of git or of the worker. */

import { fileText } from "../../base/file-text.ts";
import { configError } from "../../protocol/error.ts";
import { hardLimit } from "./resource-limits.ts";
import { inheritable } from "./start-worker.ts";

/** A run with one command at a time gets by with 36, of which node alone has 20. */
const MIN_OPEN_FILES = 64;
/** No process inherits so many that this is not enough. */
const SURELY_ENOUGH = 1024;

/**
 * Throws `config.invalid` when the limit is too low. The worker covers each inherited descriptor under its own number, and needs
 * another one for each while it starts.
 */
export function requireOpenFiles(): void {
  const most = hardLimit(fileText("/proc/self/limits") ?? "", "Max open files"); // node raises its own limit to this one
  if (most >= SURELY_ENOUGH) return;
  const inherited = inheritable();
  const needed = Math.max(MIN_OPEN_FILES, Math.max(0, ...inherited) + inherited.length + 4);
  if (most >= needed) return;
  const message = `The limit of open files is ${most}; at least ${needed} are needed.`;
  throw configError(message, "Raise it with `ulimit -n 1024`.");
}
