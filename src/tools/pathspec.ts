/** Git pathspecs for a search: the folder taken literally, the file pattern as a glob at any depth below it. */

import { inputMistake } from "./define/input-error.ts";

/** `{a,b}` alternatives are multiplied out, since git has none; more than this is not a file pattern. */
const MAX_ALTERNATIVES = 64;

/** Pathspecs (after `--`) that select what is below `path` and matches `pattern`. A path that is a file is taken without a look at the pattern. */
export function pathspecsOf(path: string, kind: "file" | "directory", pattern: string | undefined): readonly string[] {
  if (kind === "file" || pattern === undefined) return [`:(literal)${path}`];
  const folder = path === "." ? "" : `${literal(path)}/`;
  const names = expandBraces(pattern.replace(/^(\.?\/)+/, ""));
  return names.map((name) => `:(glob)${folder}**/${name}`);
}

/** Pathspecs that select what the pattern matches below the folder, from its beginning: `*.ts` is in the folder itself. */
export function globsOf(path: string, pattern: string): readonly string[] {
  const names = expandBraces(pattern.replace(/^(\.?\/)+/, ""));
  // A rule judges the folder, so that no form of the pattern may lead out of it.
  if (names.some((name) => name.split("/").includes(".."))) {
    throw inputMistake(`the pattern leaves ${path}: ${pattern}.`, "Give the folder as path.");
  }
  const folder = path === "." ? "" : `${literal(path)}/`;
  return names.map((name) => `:(glob)${folder}${name}`);
}

function literal(path: string): string {
  return path.replaceAll(/[\\*?[]/g, String.raw`\$&`);
}

/** `*.{ts,tsx}` → `*.ts`, `*.tsx`; nested braces from the inside out. */
function expandBraces(pattern: string): readonly string[] {
  let patterns = [pattern];
  for (;;) {
    const next = patterns.flatMap((each) => {
      const [whole, inner] = /\{([^{}]*,[^{}]*)\}/.exec(each) ?? [];
      return whole === undefined || inner === undefined
        ? [each]
        : inner.split(",").map((choice) => each.replace(whole, () => choice));
    });
    if (next.length === patterns.length) return patterns;
    if (next.length > MAX_ALTERNATIVES) {
      throw inputMistake(
        `the pattern has more than ${MAX_ALTERNATIVES} alternatives: ${pattern}.`,
        "Use a broader pattern such as *.ts.",
      );
    }
    patterns = next;
  }
}
