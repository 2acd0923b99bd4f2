/**
 * Names as Windows and macOS read them. A path that is harmless here may be git's own directory there, or a file that git obeys,
 * so that a checkout would run its content.
 */

/** Characters that macOS ignores in names: joiners, direction marks, the byte order mark. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;

/** Windows' short names of git's files. Their numbers count files with a similar beginning. */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/^git~\d+$/, ".git"],
  [/^(?:gitmod|gi7eba)~\d+$/, ".gitmodules"],
  [/^(?:gitatt|gi7d29)~\d+$/, ".gitattributes"],
];

/** A path in lower case, each name as the least strict file system reads it. Separators are `/`. */
export function foldedPath(path: string): string {
  return path.split(/[/\\]/).map(foldedName).join("/");
}

/** Windows drops a colon and the text after it, and dots and spaces at the end. */
function foldedName(name: string): string {
  if (/^\.{1,2}$/.test(name)) return name;
  const plain = name
    .replace(IGNORED, "")
    .toLowerCase()
    .replace(/:.*$/s, "")
    .replace(/[. ]+$/, "");
  return SHORT.find(([sign]) => sign.test(plain))?.[1] ?? (plain === "" ? name : plain);
}

/** True for a path through git's own directory on some system, and for a text that is no path. */
export function isGitsOwn(path: string): boolean {
  return foldedPath(path)
    .split("/")
    .some((name) => name === ".git" || name === ".." || name === "." || name === "");
}
