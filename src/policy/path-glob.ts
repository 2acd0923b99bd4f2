/**
 * Path globs of the policy. `*` and `?` match inside a path segment, `**` any number of segments, all of them dot files as well;
 * `{a,b}` and `[abc]` as usual. Relative globs match inside the workspace only, globs that begin with `/` only outside it.
 */

import picomatch from "picomatch";
import { foldedCase, foldedPath } from "../base/paths/git-names.ts";
import { isOutside } from "./shell/shell-paths.ts";
import { alternatives } from "./words-pattern.ts";

/**
 * `all`: the globs match the path and everything below it. `some`: they match the path, or may match something below it, globs that
 * begin with `**` left out. `folded`: they match the path in the spelling of another file system.
 */
export type PathMatch = (path: string, reach?: "all" | "some" | "folded") => boolean;

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
  let foldedMatch: ((path: string) => boolean) | undefined;
  return (path, reach) => {
    if (reach === "folded") {
      foldedMatch ??= matcher(inside.map(foldedCase));
      return foldedMatch(foldedPath(path));
    }
    if (reach === "some") return matches(path) || inside.some((glob) => reachesBelow(glob, path));
    return (
      matches(path) && (reach === undefined || path === "." || PROBES.every((probe) => matches(`${path}/${probe}`)))
    );
  };
}

function matcher(globs: readonly string[]): (path: string) => boolean {
  return globs.length === 0 ? () => false : picomatch([...globs], OPTIONS);
}

/** Most braces of a glob that are expanded. Real globs have one or two. */
const MAX_BRACES = 6;

/** Whether a glob may match something below `path`. */
function reachesBelow(glob: string, path: string): boolean {
  if (glob.split("{").length > MAX_BRACES + 1) return true;
  const segments = path.split("/");
  return alternatives(glob).some((option) => {
    const own = option.split("/");
    if (own[0] === "**") return false;
    for (const [index, segment] of segments.entries()) {
      const pattern = own[index];
      if (pattern === "**") return true;
      if (pattern === undefined || (pattern !== segment && !picomatch.isMatch(segment, pattern, OPTIONS))) return false;
    }
    return own.length > segments.length;
  });
}
