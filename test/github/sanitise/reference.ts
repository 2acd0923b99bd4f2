/**
 * What GitHub shows of a text, by its own parser cmark-gfm (in the version of PyPI's `cmarkgfm`) and by what its sanitising filter
 * takes out of the HTML.
 */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

/** `.ci/run` makes it. */
const PYTHON = resolve(import.meta.dirname, "../../../node_modules/.cache/cmarkgfm/bin/python");

/** Comments to their end, elements that go with their content, and tags, as browsers read them. */
const UNSHOWN =
  /<!--(?:>|->|[^]*?(?:-->|--!>|$))|<(script|style|title|template|noscript|iframe|svg|video)(?=[\s/>])[^>]*>[^]*?(?:<\/\1\s*>|$)|<(?:[!?]|\/(?![a-z]))[^>]*(?:>|$)|<\/?[a-z](?:=\s*(?:"[^"]*"|'[^']*')|[^>])*>/gi;
const CHARACTERS: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };

/** Why there is nothing to compare with; undefined where there is. */
export const NO_REFERENCE = existsSync(PYTHON)
  ? undefined
  : "cmarkgfm is not installed (python3 -m venv node_modules/.cache/cmarkgfm, then its bin/pip install cmarkgfm==2025.10.22)";

/** The texts of the pages, one for each of the texts. */
export function shownByGitHub(texts: readonly string[]): readonly string[] {
  const script = join(import.meta.dirname, "reference.py");
  const input = texts.map((text) => `${JSON.stringify(text)}\n`).join("");
  const { stdout, stderr, status } = spawnSync(PYTHON, [script], { input, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => visible(JSON.parse(line) as string));
}

function visible(html: string): string {
  return html.replace(UNSHOWN, "").replace(/&(lt|gt|amp|quot);/g, (_, name: string) => CHARACTERS[name] ?? "");
}
