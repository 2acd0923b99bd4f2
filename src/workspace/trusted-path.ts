/** Where the controller looks for git. It does not import simple-git, which costs milliseconds to load. */

import { realpathSync } from "node:fs";
import { isAbsolute } from "node:path";

/** PATH without entries that are relative or lie in the workspace: a `git` planted in `node_modules/.bin` must not run here. */
export function trustedPath(pathVar: string, root: string): string {
  return pathVar
    .split(":")
    .filter((entry) => isAbsolute(entry))
    .filter((entry) => {
      const real = realOrSame(entry);
      return real !== root && !real.startsWith(`${root}/`);
    })
    .join(":");
}

function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
