/** Where a path written in a command points to: workspace-relative where it lies inside, absolute where it does not. */

import { posix } from "node:path";
import type { ShellWord } from "./word.ts";

/** Descriptors and the empty device: a redirection there writes no file. */
const DEVICE = /^\/dev\/(null|stdin|stdout|stderr|tty|fd\/\d+)$/;

/** `target` as seen from `cwd` (relative to the workspace); the result is relative to `workDir`, or absolute outside it. */
export function workspacePath(target: string, cwd: string, workDir: string): string {
  const absolute = posix.resolve(workDir, cwd, target);
  const root = posix.resolve(workDir);
  if (absolute === root) return ".";
  return absolute.startsWith(`${root}/`) ? absolute.slice(root.length + 1) : absolute;
}

/** True for a path that `locate` found outside the workspace. */
export function isOutside(path: string): boolean {
  return path.startsWith("/");
}

/** True for `/dev/null`, the standard streams and descriptors. */
export function isDevice(path: string): boolean {
  return DEVICE.test(path);
}

/** bash opens a connection for these names, wherever they appear as a redirection. */
export function isNetworkDevice(target: string): boolean {
  return /^\/dev\/(tcp|udp)(\/|$)/.test(posix.normalize(target));
}

/** True for a path that no directory of the workspace leads out of it with: relative, and never up. */
export function staysInside(path: string): boolean {
  return path !== "" && !/^[/~@]/.test(path) && !path.split("/").includes("..");
}

/** The same of a word: written out, or a plain pattern like `src/*.test.ts`, no part of which can become `..`. */
export function namesInside(word: ShellWord): boolean {
  if (word.value !== undefined) return staysInside(word.value);
  return word.certainty === "many" && /^[\w-]+(?:[/.][\w*?-][\w*?.-]*)*$/.test(word.text) && staysInside(word.text);
}
