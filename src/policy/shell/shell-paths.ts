/** Resolves paths in commands. */

import { posix } from "node:path";
import { ANY, isComputed, isLiteral, mayMeet } from "./shape.ts";
import type { ShellWord } from "./word.ts";

/** Descriptors and the empty device: a redirection there writes no file. */
const DEVICE = /^\/dev\/(null|stdin|stdout|stderr|tty|fd\/\d+)$/;

/** Resolves `target` from `cwd`, which is relative to the workspace. Returns a path relative to `workDir`, or an absolute one outside it. */
export function workspacePath(target: string, cwd: string, workDir: string): string {
  const absolute = posix.resolve(workDir, cwd, target);
  const root = posix.resolve(workDir);
  if (absolute === root) return ".";
  return absolute.startsWith(`${root}/`) ? absolute.slice(root.length + 1) : absolute;
}

export function isOutside(path: string): boolean {
  return path.startsWith("/");
}

/** The text after the last slash. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The paths that a shape may name, resolved. `ANY` among them means that it may name any file. */
export function placesOf(shape: string, cwd: string, workDir: string): readonly string[] {
  if (isComputed(shape) || shape.split("/").some(mayClimb) || climbsFromPattern(shape)) return [ANY];
  const path = workspacePath(shape, cwd, workDir);
  if (isLiteral(shape) || !isOutside(path)) return [path];
  return mayMeet(path, `${posix.resolve(workDir)}/${ANY}`) ? [path, ANY] : [path];
}

/** Folders of the workspace from which a path goes up with `..`. */
export function climbsOf(path: string, cwd: string, workDir: string): readonly string[] {
  const segments = path.split("/");
  return segments
    .flatMap((segment, at) => (segment === ".." ? [segments.slice(0, at).join("/")] : []))
    .filter((start) => isLiteral(start))
    .map((start) => workspacePath(start, cwd, workDir))
    .filter((folder) => folder !== "." && !isOutside(folder));
}

/** True for `src/?/../x`: a folder that matches the pattern may be a link, so that `..` leads elsewhere. */
function climbsFromPattern(shape: string): boolean {
  const segments = shape.split("/");
  return segments.slice(segments.findIndex((segment) => !isLiteral(segment)) + 1).includes("..") && !isLiteral(shape);
}

/** True for `.*`, which also matches `..` in some versions of bash. */
function mayClimb(segment: string): boolean {
  return segment.startsWith(".") && !isLiteral(segment) && mayMeet(segment, "..");
}

/** True for `/dev/null`, the standard streams and descriptors. */
export function isDevice(path: string): boolean {
  return DEVICE.test(path);
}

/** bash opens a connection for these names in every redirection. */
export function isNetworkDevice(target: string): boolean {
  return /^\/dev\/(tcp|udp)(\/|$)/.test(posix.normalize(target));
}

/** True for a path that stays in the workspace from every directory in it: it is relative and has no `..`. */
export function staysInside(path: string): boolean {
  return path !== "" && !/^[/~@]/.test(path) && !path.split("/").includes("..");
}

/** The same for a word that is literal, or a plain pattern like `src/*.test.ts`, which cannot match `..`. */
export function namesInside(word: ShellWord): boolean {
  if (word.value !== undefined) return staysInside(word.value);
  return (
    word.certainty === "many" &&
    /^[\w-]+(?:[/.][\w*?-](?:[\w*?.-]|\/[\w*?-])*)?$/.test(word.text) &&
    staysInside(word.text)
  );
}
