/**
 * Names as Windows and macOS read them. A path that is harmless here may be git's own directory there, or a file that git obeys,
 * so that a checkout would run its content.
 */

/** Characters that macOS ignores in names: joiners, direction marks, the byte order mark. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;

/** Windows' short names of git's files and of the folders of workflows. Their numbers count files with a similar beginning. */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/^git~\d+$/, ".git"],
  [/^gitmod~\d+$/, ".gitmodules"],
  [/^gitatt~\d+$/, ".gitattributes"],
  [/^github~\d+$/, ".github"],
  [/^gitea~\d+$/, ".gitea"],
  [/^forgej~\d+$/, ".forgejo"],
];
/** Short names of eight characters that Windows makes of a digest of the name where the others are taken: `gi7e~100`, `~1000000`. */
const HASHED: readonly (readonly [string, string])[] = [
  ["gi7eba", ".gitmodules"],
  ["gi7d29", ".gitattributes"],
];

/** The name behind a short one; undefined for any other. */
function longName(name: string): string | undefined {
  const short = SHORT.find(([sign]) => sign.test(name))?.[1];
  if (short !== undefined) return short;
  const [, beginning = "", number] = /^([^~]*)~([1-9]\d*)$/.exec(name) ?? [];
  if (number === undefined || name.length !== 8) return undefined;
  return HASHED.find(([prefix]) => prefix.startsWith(beginning))?.[1];
}

/** Text as file systems compare it that do not tell cases apart: capitals of `\u017f` and `\u00df` are S and SS, and accents are characters. */
export function foldedCase(text: string): string {
  return text.normalize("NFD").toUpperCase().toLowerCase();
}

/** A path in folded case, each name as the least strict file system reads it. Separators are `/`. */
export function foldedPath(path: string): string {
  return path.split(/[/\\]/).map(foldedName).join("/");
}

/** Windows drops a colon and the text after it, and dots and spaces at the end. */
function foldedName(name: string): string {
  if (/^\.{1,2}$/.test(name)) return name;
  const plain = foldedCase(name.replace(IGNORED, ""))
    .replace(/:.*$/s, "")
    .replace(/[. ]+$/, "");
  return longName(plain) ?? (plain === "" ? name : plain);
}

/** True for a path through git's own directory on some system, and for a text that is no path. */
export function isGitsOwn(path: string): boolean {
  return foldedPath(path)
    .split("/")
    .some((name) => name === ".git" || name === ".." || name === "." || name === "");
}
