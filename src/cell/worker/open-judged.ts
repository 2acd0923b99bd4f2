/**
 * Opens files and folders at exactly the path that was judged after `locate` had followed its links. Each name is opened in the folder that
 * is open already, so that a link which a command plants meanwhile is never followed.
 */

import { closeSync, constants, mkdirSync, openSync } from "node:fs";
import type { RunnerError } from "../../protocol/error.ts";
import { fileError } from "./errors.ts";
import { locate, namesBelow } from "./locate.ts";

/** Linux's flag for a descriptor that only names a folder, which Node does not list. It needs no right to list the folder. */
const O_PATH = 0o10000000;
const FOLDER = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

export interface OpenFolder extends Disposable {
  /** A path to the folder, which stays valid after another one took its name. */
  readonly path: string;
  /** A path to a name in it. The name itself may be a link. */
  readonly at: (name: string) => string;
}

export interface OpenParent extends OpenFolder {
  readonly file: string;
  /** The error for a file that could not be opened. Throws `workspace.outside` where its path leads out of the workspace by now. */
  readonly explain: (cause: unknown) => RunnerError;
}

/** Opens a judged folder. Throws `workspace.file` when the path leads elsewhere by now. */
export function openFolder(root: string, path: string): OpenFolder {
  return walk(root, path, { names: namesBelow(root, path), creates: false });
}

/** Opens the folder of a judged file; with `creates` missing folders are made. Throws as `openFolder` does. */
export function openParent(root: string, path: string, { creates = false } = {}): OpenParent {
  const names = namesBelow(root, path);
  const folder = walk(root, path, { names: names.slice(0, -1), creates });
  return { ...folder, file: folder.at(names.at(-1) ?? "."), explain: (cause) => explain(root, path, cause) };
}

/** The error that `open` and other calls give for a link where none may be. */
export const IS_LINK = Object.assign(new Error("a link"), { code: "ELOOP" });

function explain(root: string, path: string, cause: unknown): RunnerError {
  const failed = (message: string, hint: string): RunnerError => fileError(message, hint, cause);
  const { code = "unknown error" } = cause as NodeJS.ErrnoException;
  const now = locate(root, path).path;
  const isElsewhere = now !== (namesBelow(root, path).join("/") || ".");
  if (isElsewhere || code === "ELOOP") {
    const what = isElsewhere ? `it leads to ${now} now` : "it was a link for a moment";
    const hint = "Nothing was done. Send the call again; it is then judged by where the path leads.";
    return failed(`${path} changed since it was judged: ${what}.`, hint);
  }
  if (code === "ENOENT")
    return failed(`${path} does not exist.`, "Name an existing file; list the folder to see its names.");
  if (code === "ENOTDIR") return failed(`${path} is not a folder.`, "Name an existing folder.");
  return failed(
    `${path} cannot be opened: ${code === "ENXIO" ? "it is a socket or device" : code}.`,
    "Name a regular file.",
  );
}

interface Walk {
  readonly names: readonly string[];
  readonly creates: boolean;
}

function walk(root: string, path: string, { names, creates }: Walk): OpenFolder {
  let fd = openSync(root, FOLDER);
  for (const name of names) {
    const before = fd;
    try {
      fd = enter(`/proc/self/fd/${before}/${name}`, creates);
    } catch (error) {
      throw explain(root, path, error);
    } finally {
      closeSync(before);
    }
  }
  const open = `/proc/self/fd/${fd}`;
  return { path: open, at: (name: string) => `${open}/${name}`, [Symbol.dispose]: () => closeSync(fd) };
}

function enter(path: string, creates: boolean): number {
  try {
    return openSync(path, FOLDER);
  } catch (error) {
    if (!creates || (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error; // another call may have made it at the same time
  }
  return openSync(path, FOLDER);
}
