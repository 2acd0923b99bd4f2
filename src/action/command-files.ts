/**
 * Protects the files by which a step of a workflow sets up later steps. Only without a sandbox (`none`) can a command reach them. Its
 * lines would become the environment or the inputs of later steps, which may hold other keys.
 */

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { lstatOrNone } from "../base/file-text.ts";

const NAMES = ["GITHUB_ENV", "GITHUB_PATH", "GITHUB_STATE", "GITHUB_OUTPUT"] as const;

/** Returns a function that restores the files that changed since and returns their names. It throws when a file cannot be restored. */
export function watchCommandFiles(env: Readonly<Record<string, string | undefined>>): () => readonly string[] {
  const known = NAMES.flatMap((name) => {
    const path = env[name] || undefined;
    return path === undefined ? [] : [{ name, path, content: contentOf(path) }];
  });
  return () =>
    known.flatMap(({ name, path, content }) => {
      const now = contentOf(path);
      if (now === content || (now !== undefined && content?.equals(now) === true)) return [];
      rmSync(path, { recursive: true, force: true }); // what stands there may be a link by now
      if (content !== undefined) writeFileSync(path, content, { flag: "wx" });
      return [name];
    });
}

/** Undefined where there is no regular file. */
function contentOf(path: string): Buffer | undefined {
  return lstatOrNone(path)?.isFile() === true ? readFileSync(path) : undefined;
}
