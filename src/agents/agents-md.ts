/**
 * AGENTS.md files of a folder and those above it, merged into one text. Pure: the caller reads the files, from the base
 * commit and never from the head of a pull request.
 */

/** In total, about 8,000 tokens. */
const MAX_BYTES = 32 * 1024;

/** A file of the base commit. */
export interface RepositoryFile {
  /** Relative to the repository root. */
  readonly path: string;
  readonly text: string;
}

export const AGENTS_MD_NAMES = ["AGENTS.md", "agents.md"] as const;

/** More of them are counted in the prompt. */
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
 * `agents.md` only where there is no `AGENTS.md` beside it. Of more than 32 KiB the root is cut first, and the cut is said. Behind
 * them stand the names of `others`.
 */
export function mergeAgentsMd(files: readonly RepositoryFile[], others: readonly string[] = []): string {
  const paths = new Set(files.map(({ path }) => path));
  const used = files
    .filter(({ path }) => !(path.endsWith("agents.md") && paths.has(path.replace(/agents\.md$/, "AGENTS.md"))))
    .map(({ path, text }) => ({ path, text: text.trim() }))
    .filter(({ text }) => text !== "");
  let left = MAX_BYTES;
  const sections: string[] = [];
  for (const { path, text } of used.toReversed()) {
    const kept = cutBytes(text, left);
    left -= Buffer.byteLength(kept);
    const missing = Buffer.byteLength(text) - Buffer.byteLength(kept);
    const note = missing === 0 ? "" : `\n<!-- ${missing} bytes left out: over 32 KiB in total -->`;
    sections.unshift(`${agentsMdMark(path)}\n${kept}${note}`);
  }
  return [...sections, ...namesOf(others)].join("\n\n");
}

function namesOf(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const named = paths.slice(0, MAX_NAMED).map((path) => JSON.stringify(path).slice(1, -1));
  const rest = paths.length - named.length;
  const more = rest === 0 ? "" : ` and ${rest} more`;
  return [`More rules hold inside folders; you read them when you first touch one: ${named.join(", ")}${more}`];
}

/** Of all such files those that no prompt holds, a folder before those in it. `loaded`: paths that a prompt holds if they exist. */
export function nestedOf(all: readonly string[], loaded: readonly string[]): readonly string[] {
  const paths = new Set(all);
  const nested = all.filter((path) => {
    const isShadowed = path.endsWith("agents.md") && paths.has(path.replace(/agents\.md$/, "AGENTS.md"));
    return !isShadowed && !loaded.includes(path);
  });
  return nested.toSorted((a, b) => (folderOf(a) < folderOf(b) ? -1 : folderOf(a) > folderOf(b) ? 1 : 0));
}

/** Those of the nested files whose rules hold for a path, the outermost first. */
export function rulesAbove(path: string, nested: readonly string[]): readonly string[] {
  return nested.filter((file) => isWithin(path, folderOf(file)));
}

/** The folder that a file's rules hold for. */
export function folderOf(file: string): string {
  return file.replace(/(?:^|\/)(?:\.kimi\/)?[^/]+$/, "");
}

function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

/** How the rules of a file begin. */
export function agentsMdMark(path: string): string {
  return `<!-- From: ${path} -->`;
}

/** The longest beginning of at most `maxBytes` of UTF-8 that splits no character. */
function cutBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1; // inside a character
  return bytes.toString("utf8", 0, end);
}
