/**
 * Which of the files that `init` makes are its own: a line at the top has a digest of the rest, so that a file that a person changed
 * is never written over. Nothing is written through a link.
 */

import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { lstatOrNone } from "../base/file-text.ts";
import { makeFolders } from "../base/make-folders.ts";
import { sha256 } from "../base/sha256.ts";
import { RunnerError } from "../protocol/error.ts";

export interface MadeFile {
  /** Relative to the repository. */
  readonly path: string;
  readonly text: string;
}

export type FileState =
  | { readonly kind: "new" }
  | { readonly kind: "same" }
  /** Made by `init` and not changed since. */
  | { readonly kind: "own"; readonly before: string }
  | { readonly kind: "changed"; readonly before: string };

const MARK = /^# kimi-runner init ([0-9a-f]{12})\n/;

export function marked(text: string): string {
  return `# kimi-runner init ${sha256(text).slice(0, 12)}\n${text}`;
}

/** Throws `workspace.file` for a link, or anything else that is no file. */
export function madeState(root: string, { path, text }: MadeFile): FileState {
  refuseLinks(root, path);
  let before: string;
  try {
    before = readFileSync(join(root, path), "utf8").replaceAll("\r\n", "\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { kind: "new" };
    throw new RunnerError({ code: "workspace.file", message: `${path} could not be read.`, cause: error });
  }
  return judgeMade(before, text);
}

/** What a text that is there means for the one that would be written. */
export function judgeMade(before: string, text: string): Exclude<FileState, { readonly kind: "new" }> {
  if (before === text) return { kind: "same" };
  const digest = MARK.exec(before)?.[1];
  const isOwn = digest !== undefined && marked(before.replace(MARK, "")) === before;
  return { kind: isOwn ? "own" : "changed", before };
}

/** Writes the file beside its place and moves it there. */
export function writeMade(root: string, { path, text }: MadeFile): void {
  refuseLinks(root, path);
  const target = join(root, path);
  makeFolders(dirname(target));
  const beside = `${target}.new-${process.pid}`;
  writeFileSync(beside, text, { flag: "wx" });
  renameSync(beside, target);
}

function refuseLinks(root: string, path: string): void {
  const parts = path.split("/");
  for (const [index] of parts.entries()) {
    const part = parts.slice(0, index + 1).join("/");
    const stats = lstatOrNone(join(root, part));
    const isFine = stats === undefined || (index === parts.length - 1 ? stats.isFile() : stats.isDirectory());
    if (isFine) continue;
    throw new RunnerError({
      code: "workspace.file",
      message: `${part} is ${stats.isSymbolicLink() ? "a symbolic link" : "in the way"}; nothing was written.`,
      hint: `Move it away: ${path} must be a file of this repository.`,
    });
  }
}
