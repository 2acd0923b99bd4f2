/** What GitHub shows of a text, by its own parser cmark-gfm (apt: cmark-gfm) and by what its sanitising filter takes out of the HTML. */

import { spawnSync } from "node:child_process";

const ARGUMENTS = [
  "--unsafe",
  ..."footnotes table strikethrough autolink tasklist".split(" ").flatMap((name) => ["-e", name]),
];

/** Comments to their end, elements that go with their content, and tags, as browsers read them. */
const UNSHOWN =
  /<!--(?:>|->|[^]*?(?:-->|--!>|$))|<(script|style|title|template|noscript|iframe|svg|video)(?=[\s/>])[^>]*>[^]*?(?:<\/\1\s*>|$)|<(?:[!?]|\/(?![a-z]))[^>]*(?:>|$)|<\/?[a-z](?:=\s*(?:"[^"]*"|'[^']*')|[^>])*>/gi;
const CHARACTERS: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };

export function isReferenceThere(): boolean {
  return spawnSync("cmark-gfm", ["--version"]).status === 0;
}

/** The text of the page. */
export function shownByGitHub(text: string): string {
  const { stdout } = spawnSync("cmark-gfm", ARGUMENTS, { input: text, encoding: "utf8" });
  return stdout.replace(UNSHOWN, "").replace(/&(lt|gt|amp|quot);/g, (_, name: string) => CHARACTERS[name] ?? "");
}
