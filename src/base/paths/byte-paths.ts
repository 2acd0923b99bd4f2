/** Paths with one character for each byte, because names need not be UTF-8. */

/** The folders above a path, the nearest first. */
export function foldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) folders.push(path.slice(0, end));
  return folders;
}

/** A path as people write it. */
export function pathText(path: string): string {
  return /^[\x00-\x7f]*$/.test(path) ? path : Buffer.from(path, "latin1").toString("utf8");
}

/** The path that people write so, with one character for each byte (Latin-1). */
export function bytePath(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** Paths, or lines with paths, as git reads and writes them with `-z`. */
export function nulEnded(paths: readonly string[]): Buffer {
  return Buffer.from(paths.map((path) => `${path}\0`).join(""), "latin1");
}

/** The bytes of a path below a folder, for calls of the system. */
export function bytesBelow(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, "latin1")]);
}
