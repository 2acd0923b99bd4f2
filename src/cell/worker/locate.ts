/**
 * Resolves a path of the model. Links are followed before a rule judges the path, so that it sees the real file. In a sealed cell
 * the mount namespace prevents access outside the workspace, and this file explains it.
 */

import { lstatSync, readlinkSync, realpathSync, type Stats } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { RunnerError } from "../../protocol/error.ts";

export interface Place {
  /** Absolute, with all links resolved. The last names may not exist yet. */
  readonly real: string;
  /** Relative to the workspace; `.` is the root. */
  readonly path: string;
  /** Undefined when the path does not exist. Never a link. */
  readonly stats: Stats | undefined;
}

/** Linux's own limit. */
const MAX_LINKS = 40;

/** Resolves a path, absolute or relative to `root`. Throws `workspace.outside` when it leaves the workspace or belongs to git. */
export function locate(root: string, path: string): Place {
  if (path.includes("\0")) {
    throw new RunnerError({
      code: "workspace.file",
      message: `The path contains a NUL character: ${JSON.stringify(path)}.`,
    });
  }
  const asked = resolve(root, path);
  const real = realOf(asked, path, MAX_LINKS);
  if (real !== root && !real.startsWith(root === "/" ? root : `${root}/`)) {
    throw new RunnerError({
      code: "workspace.outside",
      message: `${path} leads out of the workspace${real === asked ? "" : `, to ${real}`}.`,
      hint: `Use a path inside ${root}.`,
    });
  }
  const inside = relative(root, real);
  if (inside.split("/").includes(".git")) {
    throw new RunnerError({
      code: "workspace.outside",
      message: `${path} belongs to git and is no file of the workspace.`,
      hint: "Use git commands to read or change the state of the repository.",
    });
  }
  return { real, path: inside === "" ? "." : inside, stats: lstatSync(real, { throwIfNoEntry: false }) };
}

/** `realpath` that also resolves paths that do not exist yet, dangling links included. */
function realOf(absolute: string, asked: string, links: number): string {
  try {
    return realpathSync.native(absolute);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "ENOENT" || links === 0) {
      throw new RunnerError({
        code: "workspace.file",
        message: `${asked} cannot be resolved: ${EXPLAINED[code ?? ""] ?? String(code)}.`,
        cause: error,
      });
    }
  }
  const parent = realOf(dirname(absolute), asked, links);
  const here = join(parent, basename(absolute));
  const isLink = lstatSync(here, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink ? realOf(resolve(parent, readlinkSync(here)), asked, links - 1) : here;
}

const EXPLAINED: Readonly<Record<string, string>> = {
  ELOOP: "its links go in a circle",
  ENOTDIR: "a parent of it is a file",
  EACCES: "permission denied",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "too many links",
};

/** The kind of a file by its stats. */
export function kindOf(
  stats: Pick<Stats, "isFile" | "isDirectory" | "isSymbolicLink">,
): "file" | "directory" | "link" | "other" {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "directory";
  return stats.isSymbolicLink() ? "link" : "other";
}
