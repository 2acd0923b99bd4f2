/** File names as Windows and macOS read them, where a path that is harmless on Linux may be git's own. */

/** Characters that macOS ignores in names: joiners, direction marks, the byte order mark. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;

/** Windows' short names of git's files and of workflow folders. The number counts the files with a similar beginning. */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/^git~\d+$/, ".git"],
  [/^gitmod~\d+$/, ".gitmodules"],
  [/^gitatt~\d+$/, ".gitattributes"],
  [/^github~\d+$/, ".github"],
  [/^gitea~\d+$/, ".gitea"],
  [/^forgej~\d+$/, ".forgejo"],
];
/** Short names that Windows makes from a digest where those above are taken. They have eight characters: `gi7e~100`, `~1000000`. */
const HASHED: readonly (readonly [string, string])[] = [
  ["gi7eba", ".gitmodules"],
  ["gi7d29", ".gitattributes"],
];

/** The long name of a short one; undefined for other names. */
function longName(name: string): string | undefined {
  const short = SHORT.find(([sign]) => sign.test(name))?.[1];
  if (short !== undefined) return short;
  const [, beginning = "", number] = /^([^~]*)~([1-9]\d*)$/.exec(name) ?? [];
  if (number === undefined || name.length !== 8) return undefined;
  return HASHED.find(([prefix]) => prefix.startsWith(beginning))?.[1];
}

/** Text in the form that case-insensitive file systems compare: `\u017f` is s, `\u00df` is ss, and accents are separate characters. */
export function foldedCase(text: string): string {
  return text.normalize("NFD").toUpperCase().toLowerCase();
}

/** A path in folded case, with `/` between its names. Each name is as the least strict file system reads it. */
export function foldedPath(path: string): string {
  return path.split(/[/\\]/).map(foldedName).join("/");
}

/** Windows drops a colon with the text after it, and trailing dots and spaces. */
function foldedName(name: string): string {
  if (/^\.{1,2}$/.test(name)) return name;
  const plain = foldedCase(name.replace(IGNORED, ""))
    .replace(/:.*$/s, "")
    .replace(/(?<![. ])[. ]+$/, "");
  return longName(plain) ?? (plain === "" ? name : plain);
}

/** Whether a path leads through git's own directory on any system. Also true for a text that is not a relative path. */
export function isGitsOwn(path: string): boolean {
  return foldedPath(path)
    .split("/")
    .some((name) => name === ".git" || name === ".." || name === "." || name === "");
}
