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

/** Paths that may hold rules for `dirs` (from the root down, the root as `.`), in the order in which they are merged. */
export function agentsMdPaths(dirs: readonly string[]): readonly string[] {
  return dirs.flatMap((dir) => {
    const prefix = dir === "." || dir === "" ? "" : `${dir}/`;
    return [`${prefix}.kimi/AGENTS.md`, `${prefix}AGENTS.md`, `${prefix}agents.md`];
  });
}

/**
 * Merges the files that exist, given in the order of `agentsMdPaths`: root first, each under a comment with its path;
 * `agents.md` only where there is no `AGENTS.md` beside it. Of more than 32 KiB the root is cut first, and the cut is said.
 */
export function mergeAgentsMd(files: readonly RepositoryFile[]): string {
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
    sections.unshift(`<!-- From: ${path} -->\n${kept}${note}`);
  }
  return sections.join("\n\n");
}

/** The longest beginning of at most `maxBytes` of UTF-8 that splits no character. */
function cutBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1; // inside a character
  return bytes.toString("utf8", 0, end);
}
