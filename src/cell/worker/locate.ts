/** Resolves a path that the model wrote, links included, so that a rule judges the real file. Its errors say what is outside. */

import { readlinkSync, realpathSync, type Stats } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { lstatOrNone, namesIn } from "../../base/file-text.ts";
import { RunnerError } from "../../protocol/error.ts";
import { fileError } from "./errors.ts";

/** Linux's own limits. */
const MAX_LINKS = 40;
const PATH_MAX = 4096;
const NAME_MAX = 255;

/**
 * Resolves a path, absolute or relative to `root`, and its links. Its last names may not exist yet; then it has no `stats`, which are never
 * those of a link. `isRespelled`: a name was found in other Unicode characters only. Throws `workspace.outside` when it leaves the workspace
 * or belongs to git.
 */
export function locate(root: string, path: string) {
  const { real, isRespelled } = realOf(absoluteOf(root, path), path, MAX_LINKS);
  const inside = insideOf(root, path, real).join("/");
  return { path: inside === "" ? "." : inside, stats: lstatOrNone(real), isRespelled };
}

/** The names of a path below `root`, without following links; none for `root`. Throws as `locate` does. */
export function namesBelow(root: string, path: string): readonly string[] {
  return insideOf(root, path, absoluteOf(root, path));
}

function absoluteOf(root: string, path: string): string {
  if (path.includes("\0")) throw fileError(`The path contains a NUL character: ${JSON.stringify(path)}.`);
  const [first = "", ...rest] = path.split("/");
  // As a shell reads it, unless the workspace has such a folder.
  const isHome = first === "~" && lstatOrNone(join(root, first)) === undefined;
  const absolute = isHome ? resolve(homedir(), ...rest) : resolve(root, path);
  const names = absolute.split("/").map((name) => Buffer.byteLength(name));
  if (Buffer.byteLength(absolute) < PATH_MAX && Math.max(...names) <= NAME_MAX) return absolute;
  throw fileError(`${path} cannot be resolved: ${EXPLAINED["ENAMETOOLONG"]}.`);
}

function insideOf(root: string, asked: string, place: string): readonly string[] {
  if (place !== root && !place.startsWith(root === "/" ? root : `${root}/`)) {
    throw new RunnerError({
      code: "workspace.outside",
      message: `${asked} leads out of the workspace${place === resolve(root, asked) ? "" : `, to ${place}`}.`,
      hint: `Use a path inside ${root}.`,
    });
  }
  const names = relative(root, place)
    .split("/")
    .filter((name) => name !== "");
  if (!names.includes(".git")) return names;
  throw new RunnerError({
    code: "workspace.outside",
    message: `${asked} belongs to git and is no file of the workspace.`,
    hint: "Use git commands to read or change the state of the repository.",
  });
}

/** `realpath` that also resolves paths that do not exist yet, dangling links included. */
function realOf(
  absolute: string,
  asked: string,
  links: number,
): { readonly real: string; readonly isRespelled: boolean } {
  try {
    return { real: realpathSync.native(absolute), isRespelled: false };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "ENOENT" || links === 0) {
      throw fileError(`${asked} cannot be resolved: ${EXPLAINED[code ?? ""] ?? String(code)}.`, undefined, error);
    }
  }
  const parent = realOf(dirname(absolute), asked, links);
  const given = basename(absolute);
  const isThere = lstatOrNone(join(parent.real, given)) !== undefined;
  const name = isThere ? given : (respelled(parent.real, given) ?? given);
  const here = join(parent.real, name);
  const isRespelled = parent.isRespelled || name !== given;
  const stats = lstatOrNone(here);
  if (stats?.isSymbolicLink() !== true) return { real: here, isRespelled };
  const target = realOf(resolve(parent.real, readlinkSync(here)), asked, links - 1);
  return { real: target.real, isRespelled: isRespelled || target.isRespelled };
}

/** The only name in a folder that has the same letters, with accents composed in another way or with spaces of another kind. */
function respelled(folder: string, name: string): string | undefined {
  const folded = foldedName(name);
  if (/^[!-~]*$/.test(folded)) return undefined;
  const found = namesIn(folder).filter((other) => foldedName(other) === folded);
  return found.length === 1 ? found[0] : undefined;
}

/** macOS writes U+202F into the names of screen shots, and decomposes accents. */
function foldedName(name: string): string {
  return name.normalize("NFC").replaceAll(/\p{Zs}/gu, " ");
}

const EXPLAINED: Readonly<Record<string, string>> = {
  ELOOP: "its links go in a circle",
  ENOTDIR: "a parent of it is a file",
  EACCES: "permission denied",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "too many links",
};

export function kindOf(
  stats: Pick<Stats, "isFile" | "isDirectory" | "isSymbolicLink">,
): "file" | "directory" | "link" | "other" {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "directory";
  return stats.isSymbolicLink() ? "link" : "other";
}
