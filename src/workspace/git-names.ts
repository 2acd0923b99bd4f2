/**
 * Names as other systems read them. A path that is harmless here can be git's own directory, or one of the files that git
 * takes orders from, where names are folded: on Windows and macOS a checkout of it would run what it says.
 */

/** What macOS leaves out when it compares names: joiners, marks of direction, the byte order mark. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;

/** Short names that Windows gives to git's files, where the number counts files of a like beginning. */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/^git~\d+$/, ".git"],
  [/^(?:gitmod|gi7eba)~\d+$/, ".gitmodules"],
  [/^(?:gitatt|gi7d29)~\d+$/, ".gitattributes"],
];

/** A path in lower case, each name as the most forgiving file system reads it. Separators are `/`. */
export function foldedPath(path: string): string {
  return path.split(/[/\\]/).map(foldedName).join("/");
}

/** Windows drops a stream behind a colon, and dots and spaces at the end. */
function foldedName(name: string): string {
  if (/^\.{1,2}$/.test(name)) return name;
  const plain = name
    .replace(IGNORED, "")
    .toLowerCase()
    .replace(/:.*$/s, "")
    .replace(/[. ]+$/, "");
  return SHORT.find(([sign]) => sign.test(plain))?.[1] ?? (plain === "" ? name : plain);
}

/** True for a path through git's own directory on any system, and for one that is no path at all. */
export function isGitsOwn(path: string): boolean {
  return foldedPath(path)
    .split("/")
    .some((name) => name === ".git" || name === ".." || name === "." || name === "");
}
