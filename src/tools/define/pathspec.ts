/** Git pathspecs for a folder, which is taken literally, and a file pattern below it. */

import { inputMistake } from "./input-error.ts";

/** Most patterns that the `{a,b}` alternatives of one pattern are expanded to. Git has no alternatives. */
const MAX_ALTERNATIVES = 64;

/** Pathspecs of the files at any depth below `path` whose name matches. The pattern does not apply to a path that is a file. */
export function pathspecsOf(path: string, kind: "file" | "directory", pattern: string | undefined): readonly string[] {
  if (kind === "file" || pattern === undefined) return [`:(literal)${path}`];
  const isNegated = pattern.startsWith("!"); // as in ripgrep's globs
  const specs = below(
    path,
    namesOf(pattern.slice(isNegated ? 1 : 0)).map((name) => `**/${name}`),
  );
  return isNegated ? [`:(literal)${path}`, ...specs.map((spec) => spec.replace("(", "(exclude,"))] : specs;
}

/** Pathspecs of the files whose path relative to the folder matches: `*.ts` is in the folder itself. */
export function globsOf(path: string, pattern: string): readonly string[] {
  const names = namesOf(pattern);
  // The policy judges the folder, so the pattern must not lead out of it.
  if (names.some((name) => name.split("/").includes(".."))) {
    throw inputMistake(`the pattern leaves ${path}: ${pattern}.`, "Give the folder as path.");
  }
  return below(path, names);
}

/** Some models separate patterns by commas. */
function namesOf(pattern: string): readonly string[] {
  const patterns = /[{}]/.test(pattern) ? [pattern] : pattern.split(",").map((one) => one.trim());
  return patterns.filter((one) => one !== "").flatMap((one) => expandBraces(one.replace(/^(\.?\/)+/, "")));
}

function below(path: string, names: readonly string[]): readonly string[] {
  const folder = path === "." ? "" : `${path.replaceAll(/[\\*?[]/g, String.raw`\$&`)}/`;
  return names.map((name) => `:(glob)${folder}${name}`);
}

/** `*.{ts,tsx}` → `*.ts`, `*.tsx`; nested braces from the inside out. */
function expandBraces(pattern: string): readonly string[] {
  let patterns = [pattern];
  for (;;) {
    const next = patterns.flatMap((each) => {
      const [whole, inner] = /\{([^{},]*,[^{}]*)\}/.exec(each) ?? [];
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
