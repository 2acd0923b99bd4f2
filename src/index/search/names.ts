/** Finds the names that a text defines, by two patterns for all languages. Tree-sitter takes three times as long and hardly ranks better. */

const MODIFIER =
  "export|default|declare|public|private|protected|internal|static|final|abstract|async|override|virtual|inline|const|unsafe|extern|sealed|data|open|partial|suspend|readonly|pub(?:\\([^)\\n]{0,100}\\))?";
const KEYWORD =
  "class|interface|struct|enum|union|trait|impl|type|typedef|module|namespace|package|def|defp|defmodule|defmacro|fn|func|fun|function|sub|object|record|protocol|extension|message|service|const|let|var|val";

/** `export async function name`, `def self.name`, `func (receiver) name`, `resource "kind" "name"` up to the first name. */
const DECLARED = new RegExp(
  `^[ \\t]*(?:(?:${MODIFIER})[ \\t]+){0,5}(?:${KEYWORD})\\*?[ \\t]+(?:\\([^)\\n]{0,200}\\)[ \\t]*)?(?:self\\.)?([A-Za-z_$][\\w$]*)`,
  "gm",
);
/** `public static Type name(`, and C's `static int name(` at the start of a line. */
const CALLABLE = new RegExp(
  `^(?:[ \\t]*(?:(?:public|private|protected|internal|static|final|async|override|virtual|abstract)[ \\t]+){1,4}(?:[\\w<>,.?\\[\\]]{1,80}[ \\t]+)?|(?!return|else|typedef)[A-Za-z_]\\w{0,40}[ \\t*]{1,4}(?:[A-Za-z_]\\w{0,40}[ \\t*]{1,4}){0,3})([A-Za-z_$][\\w$]*)[ \\t]*\\(`,
  "gm",
);

/** Calls `visit` with the place of each name. */
export function eachName(text: string, visit: (from: number, to: number) => void): void {
  for (const pattern of [DECLARED, CALLABLE]) {
    for (const match of text.matchAll(pattern)) {
      const to = match.index + match[0].length - (pattern === CALLABLE ? trailing(match[0]) : 0);
      visit(to - (match[1] ?? "").length, to);
    }
  }
}

/** The number of characters after the name, the parenthesis included. */
function trailing(match: string): number {
  return match.length - match.slice(0, -1).trimEnd().length;
}
