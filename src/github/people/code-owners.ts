/**
 * GitHub's CODEOWNERS: the owners of a path. The last matching pattern decides; a path has no owners without a match, or when
 * the pattern names none. Lines that GitHub treats as invalid are ignored.
 * https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
 */

/** Places of the file; the first that exists counts. */
export const CODE_OWNERS_FILES: readonly string[] = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];

/** GitHub reads no larger file (3 MB). */
const MAX_CHARS = 3_000_000;

/** Reads a file. Returns the owners of a path relative to the repository's root, with `/`; empty where there are none. Never throws. */
export function readCodeOwners(text: string): (path: string) => readonly string[] {
  const rules =
    text.length > MAX_CHARS
      ? []
      : text
          .replace(/^\uFEFF/, "")
          .split(/\r?\n/)
          .flatMap((line) => ruleOf(line) ?? []);
  return (path) => {
    const names = path.split("/");
    // The root itself and paths outside are no files of the repository.
    if (names.some((name) => name === "" || name === "." || name === "..")) return [];
    return rules.findLast(({ segments }) => matches(segments, names))?.owners ?? [];
  };
}

/** Distinguishes escaped blanks from separators; the pattern keeps its backslashes. */
const PATTERN = /^[ \t]*((?:\\.|[^\\\s#])+)(?=[\s#]|$)/;
/** `@login`, `@org/team` or an e-mail address. */
const OWNER = /^(?:@[A-Za-z0-9](?:[\w-]*)(?:\/[\w.-]+)?|[^@\s]+@[^@\s]+)$/;

function ruleOf(line: string) {
  const [whole = "", pattern = ""] = PATTERN.exec(line) ?? [];
  // CODEOWNERS supports neither negation, nor ranges, nor a `#` at the start.
  if (pattern === "" || /^!|^\\#|[[\]]/.test(pattern)) return undefined;
  const segments = segmentsOf(pattern);
  const owners = line
    .slice(whole.length)
    .replace(/#.*$/s, "")
    .split(/\s+/)
    .filter((owner) => owner !== "");
  return segments === undefined || !owners.every((owner) => OWNER.test(owner)) ? undefined : { segments, owners };
}

/** `**` matches any number of folders. A pattern without a `/` before its end matches at any depth. */
function segmentsOf(pattern: string): readonly string[] | undefined {
  const isAnchored = /\/./s.test(pattern.replace(/^\/+/, "/"));
  const isFolder = pattern.endsWith("/");
  const names = pattern.split("/").filter((name) => name !== "");
  if (names.length === 0) return undefined;
  return [...(isAnchored ? [] : ["**"]), ...names, ...(isFolder ? ["**"] : [])];
}

/**
 * A name at the end also matches a folder with its whole content. `*` alone does not: `docs/*` matches only files directly in
 * `docs`. `**` at the end matches at least one name; elsewhere it also matches none.
 */
function matches(pattern: readonly string[], names: readonly string[]): boolean {
  // Reachable positions in the pattern after each name: no pattern takes longer than names × segments.
  let reached = closure(new Set([0]), pattern);
  for (const name of names) {
    const next = new Set<number>();
    for (const at of reached) {
      const segment = pattern[at];
      if (segment === undefined) {
        if (pattern.at(-1) !== "*") next.add(at);
      } else if (segment === "**") {
        next.add(at);
        if (at === pattern.length - 1) next.add(pattern.length);
      } else if (matchesName(segment, name)) next.add(at + 1);
    }
    reached = closure(next, pattern);
  }
  return reached.has(pattern.length);
}

/** `**` before the end may match no name. */
function closure(positions: Set<number>, pattern: readonly string[]): Set<number> {
  for (const at of positions) if (pattern[at] === "**" && at < pattern.length - 1) positions.add(at + 1);
  return positions;
}

/** `*` is any run of characters, `?` one, `\x` the character x. Goes back to the last star only, so its time is bounded. */
function matchesName(segment: string, name: string): boolean {
  const parts = segment.match(/\\.|[^]/gu) ?? [];
  const letters = Array.from(name);
  let part = 0;
  let star = -1;
  let from = 0;
  for (let at = 0; at < letters.length;) {
    const wanted = parts[part];
    if (wanted === "*") {
      star = part;
      from = at;
      part += 1;
    } else if (wanted !== undefined && (wanted === "?" || wanted.replace("\\", "") === letters[at])) {
      part += 1;
      at += 1;
    } else if (star >= 0) {
      part = star + 1;
      from += 1;
      at = from;
    } else return false;
  }
  return parts.slice(part).every((rest) => rest === "*");
}
