/** PATH on which the controller looks for git. This file does not import simple-git, which takes milliseconds to load. */

import { realpathSync } from "node:fs";
import { isAbsolute } from "node:path";
import { findCheckout } from "./checkout.ts";

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

/** The same for the checkout around `dir`, or for `dir` itself if it is not in a checkout. */
export function trustedPathAt(pathVar: string, dir: string): string {
  let root = realOrSame(dir);
  try {
    ({ root } = findCheckout(dir));
  } catch {
    // not in a repository: only `dir` itself is not trusted
  }
  return trustedPath(pathVar, root);
}

function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
