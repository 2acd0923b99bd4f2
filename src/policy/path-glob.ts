/**
 * Path globs of the policy. `*` and `?` match inside a path segment, `**` any number of segments, all of them dot files as well;
 * `{a,b}` and `[abc]` as usual. Relative globs match inside the workspace only, globs that begin with `/` only outside it. A rule that
 * approves a tree must match everything that could be in it; a rule that rejects or defers it, only something.
 */

import picomatch from "picomatch";
import { foldedCase, foldedPath } from "../base/paths/git-names.ts";
import { ANY, isComputed, mayMeet, patternShape } from "./shell/shape.ts";
import { isOutside } from "./shell/shell-paths.ts";

/**
 * `all`: the globs match the path and everything below it. `some`: they match the path, or may match something below it. `may`: the
 * path is a shape, and they match some text of this shape. `folded`: they match the path in the spelling of another file system.
 */
type Reach = "all" | "some" | "may" | "folded";

export type PathMatch = (path: string, reach?: Reach) => boolean;

/** People write no longer globs. The time for matching grows with the number of stars. */
const MAX_GLOB = 256;
const MAX_STARS = 12;

/** What would be accepted instead of this glob; undefined when it is accepted. */
export function globProblem(glob: string): string | undefined {
  if (glob.length === 0 || glob.length > MAX_GLOB) return `a glob of 1 to ${MAX_GLOB} characters, like "src/**"`;
  if (/[\0-\x1f\x7f]/.test(glob)) return "a glob without control characters";
  if (glob.startsWith("!")) return 'a glob without "!": use a reject or defer rule for exceptions';
  if (/[\\|()]/.test(glob)) return 'a glob of names, "/", "*", "**", "?", "{a,b}" and "[abc]"';
  if (glob.startsWith("./")) {
    const path = glob.replace(/^(?:\.\/+)+/, "");
    return globProblem(path) ?? `a path from the workspace root without "./", like "${path}"`;
  }
  if (glob.endsWith("/")) {
    const below = `${glob.replace(/(?<!\/)\/+$/, "")}/**`;
    return globProblem(below) ?? `"${below}" for everything below the directory`;
  }
  if (glob.split("/").includes("..") || glob.split("/").includes(".")) return 'a path without "." and ".." segments';
  if (glob.includes("//")) return 'a path without empty segments ("//")';
  if (/\*\*\*|[^/{,]\*\*|\*\*[^/},]/.test(glob)) return '"**" as a whole path segment, like "src/**/*.ts"';
  if ((glob.match(/\*+/g) ?? []).length > MAX_STARS) return `at most ${MAX_STARS} stars in one glob`;
  try {
    picomatch(glob, OPTIONS);
    return undefined;
  } catch {
    return "a glob whose brackets and braces are closed";
  }
}

/** The same for a glob of the workspace. One that begins with `/` matches none of its files. */
export function workspaceGlobProblem(glob: string): string | undefined {
  return (
    globProblem(glob) ?? (isOutside(glob) ? 'a glob from the workspace root, without "/" at its start' : undefined)
  );
}

/** With `s`, stars match line breaks too, which names can have. */
const OPTIONS = { dot: true, nonegate: true, noextglob: true, strictBrackets: true, flags: "s" } as const;

/**
 * Two paths that only wildcards match, to test whether globs match everything below a folder. The second one is deeper than a glob
 * without `**` can reach. Their segments differ in length, because a number of `?` matches one length.
 */
const PROBES = ["\x01".repeat(40), Array.from({ length: MAX_STARS * 2 }, () => "\x01".repeat(41)).join("/")];

/** Compiles checked globs into one matcher of workspace-relative or absolute paths. */
export function compileGlobs(globs: readonly string[]): PathMatch {
  const inside = globs.filter((glob) => !isOutside(glob));
  const outside = globs.filter((glob) => isOutside(glob));
  const matchInside = matcher(inside);
  const matchOutside = matcher(outside);
  const everything = inside.includes("**");
  const matches = (path: string): boolean => {
    if (isOutside(path)) return matchOutside(path);
    return path === "." ? everything : matchInside(path);
  };
  const mayMatch = compileShapes(globs);
  let foldedMatch: ((path: string) => boolean) | undefined;
  return (path, tree) => {
    if (tree === "may") return mayMatch(path);
    if (tree === "folded") {
      foldedMatch ??= matcher(inside.map(foldedCase));
      return foldedMatch(foldedPath(path));
    }
    if (tree === undefined || path === ".") return matches(path) || (tree === "some" && inside.some(isAnchored));
    if (tree === "all") return matches(path) && PROBES.every((probe) => matches(`${path}/${probe}`));
    return matches(path) || (isOutside(path) ? outside : inside).some((glob) => reachesBelow(glob, path));
  };
}

/** Returns a matcher of shapes. The globs are compiled when it is first used. */
export function compileShapes(globs: readonly string[]): (shape: string) => boolean {
  let shapes: readonly string[] | undefined;
  return (path) => {
    shapes ??= globs.flatMap(globShapes);
    return shapes.some((shape) => (isComputed(path) || isOutside(shape) === isOutside(path)) && mayMeet(shape, path));
  };
}

function matcher(globs: readonly string[]): (path: string) => boolean {
  return globs.length === 0 ? () => false : picomatch([...globs], OPTIONS);
}

/**
 * False for a glob that begins with `**`, which could match something in every removed folder. The changed files are compared with it
 * at the end of the run instead.
 */
function isAnchored(glob: string): boolean {
  return !glob.startsWith("**");
}

/** Most braces of a glob that are expanded. Real globs have one or two. */
const MAX_BRACES = 6;

function alternatives(glob: string): readonly string[] {
  const found = /\{([^{}]*)\}/.exec(glob);
  if (found === null) return [glob];
  const [start, end] = [glob.slice(0, found.index), glob.slice(found.index + found[0].length)];
  return (found[1] ?? "").split(",").flatMap((option) => alternatives(start + option + end));
}

/** Most `**` of a glob that is compared exactly. Real globs have fewer. */
const MAX_TREES = 4;

/** A glob as shapes. `**` stands for no segment, or for any number of them. */
function globShapes(glob: string): readonly string[] {
  if (glob.split("{").length > MAX_BRACES + 1) return [ANY];
  return alternatives(glob).flatMap((one) => {
    const segments = one.split("/");
    if (segments.filter((segment) => segment === "**").length > MAX_TREES) return [ANY];
    const all = segments.reduce<readonly (readonly string[])[]>(
      (starts, segment) =>
        segment === "**"
          ? starts.flatMap((start) => [start, [...start, ANY]])
          : starts.map((start) => [...start, patternShape(segment, true)]),
      [[]],
    );
    return all.map((parts) => parts.join("/"));
  });
}

/** Whether a glob may match something below `path`. */
function reachesBelow(glob: string, path: string): boolean {
  if (!/\{[^{}]*\//.test(glob)) return reaches(glob, path);
  return glob.split("{").length > MAX_BRACES + 1 || alternatives(glob).some((option) => reaches(option, path));
}

function reaches(glob: string, path: string): boolean {
  if (!isAnchored(glob)) return false;
  const own = glob.split("/");
  const segments = path.split("/");
  for (const [index, segment] of segments.entries()) {
    const pattern = own[index];
    if (pattern === "**") return true;
    if (pattern === undefined || (pattern !== segment && !picomatch.isMatch(segment, pattern, OPTIONS))) return false;
  }
  return own.length > segments.length;
}
