/** Merges the AGENTS.md files of a folder and those above it. The caller reads them from the base commit, never from a pull request. */

import { isWithin } from "../base/paths/is-within.ts";
import { firstBytes } from "../base/truncate.ts";
import { namedUpTo } from "../base/words.ts";

/** Most bytes of all files together: about 8,000 tokens. */
const MAX_BYTES = 32 * 1024;

export interface RepositoryFile {
  readonly path: string;
  readonly text: string;
}

export const AGENTS_MD_NAMES = ["AGENTS.md", "agents.md"] as const;

/** Nested files that the prompt names; it only counts the rest. */
const MAX_NAMED = 20;

/** Paths that may hold rules for `dirs` (from the root down, the root as `.`), in the order in which they are merged. */
export function agentsMdPaths(dirs: readonly string[]): readonly string[] {
  return dirs.flatMap((dir) => {
    const prefix = dir === "." || dir === "" ? "" : `${dir}/`;
    return [`${prefix}.kimi/AGENTS.md`, `${prefix}AGENTS.md`, `${prefix}agents.md`];
  });
}

/**
 * Merges the files that exist, given in the order of `agentsMdPaths`: root first, each under a comment with its path;
 * `agents.md` only where there is no `AGENTS.md` beside it. Beyond 32 KiB the root is cut first, and a note says how much is left
 * out. Equal texts, as links make them, are held once. The names of `others` follow.
 */
export function mergeAgentsMd(files: readonly RepositoryFile[], others: readonly string[] = []): string {
  const paths = new Set(files.map(({ path }) => path));
  const used = files.filter(({ path, text }) => !isShadowed(path, paths) && text.trim() !== "");
  let left = MAX_BYTES;
  const sections: string[] = [];
  for (const { path, text } of distinctTexts(used).toReversed()) {
    const kept = firstBytes(text, left);
    left -= Buffer.byteLength(kept);
    const missing = Buffer.byteLength(text) - Buffer.byteLength(kept);
    const note = missing === 0 ? "" : `\n<!-- ${missing} bytes left out: over 32 KiB in total -->`;
    sections.unshift(`${agentsMdMark(path)}\n${kept}${note}`);
  }
  return [...sections, ...namesOf(others)].join("\n\n");
}

/** The files with their texts trimmed; of equal texts the first. */
export function distinctTexts(files: readonly RepositoryFile[]): readonly RepositoryFile[] {
  const seen = new Set<string>();
  const trimmed = files.map(({ path, text }) => ({ path, text: text.trim() }));
  return trimmed.filter(({ text }) => !seen.has(text) && seen.add(text));
}

function namesOf(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const names = paths.map((path) => JSON.stringify(path).slice(1, -1));
  return [`More rules hold inside folders; you read them when you first touch one: ${namedUpTo(names, MAX_NAMED)}`];
}

/** True for an `agents.md` beside an `AGENTS.md`, which is not read. */
function isShadowed(path: string, paths: ReadonlySet<string>): boolean {
  return path.endsWith("agents.md") && paths.has(path.replace(/agents\.md$/, "AGENTS.md"));
}

/** The files of `all` that no prompt holds, a folder before those in it. `loaded`: paths that a prompt holds if they exist. */
export function nestedOf(all: readonly string[], loaded: readonly string[]): readonly string[] {
  const paths = new Set(all);
  const nested = all.filter((path) => !isShadowed(path, paths) && !loaded.includes(path));
  return nested.toSorted((a, b) => (folderOf(a) < folderOf(b) ? -1 : folderOf(a) > folderOf(b) ? 1 : 0));
}

/** The nested files whose rules hold for a path, the outermost first. */
export function rulesAbove(path: string, nested: readonly string[]): readonly string[] {
  return nested.filter((file) => {
    const folder = folderOf(file);
    return folder === "" || isWithin(path, folder);
  });
}

/** The folder that a file's rules hold for. */
export function folderOf(file: string): string {
  return file.replace(/(?:^|\/)(?:\.kimi\/)?[^/]+$/, "");
}

/** The comment above the rules of a file, by which a later note knows that the model has read them. */
export function agentsMdMark(path: string): string {
  return `<!-- From: ${path} -->`;
}
