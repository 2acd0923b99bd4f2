/** Finds the addresses of the images in a Markdown text. Other files decide which of them may be fetched. */

import { htmlIn } from "./html.ts";
import { addressesIn, parseMarkdown, partIn, referenceOf, type Markdown } from "./parse.ts";

const SRC = /\ssrc\s*=\s*(?:"([^"\s]{1,2000})"|'([^'\s]{1,2000})'|([^\s"'>]{1,2000}))/i;

/** Addresses in the order of their first appearance, each once. */
export function findImages(text: string): readonly string[] {
  const markdown = parseMarkdown(text);
  if (markdown === undefined) return [];
  const tags = htmlIn(markdown).map((token) => {
    const isShown = token.kind === "tag" && token.name === "img" && !token.isEndless;
    const [, double, single, bare] = (isShown && SRC.exec(token.source)) || [];
    return { from: token.from, address: (double ?? single ?? bare)?.replaceAll("&amp;", "&") };
  });
  const shown = [...markdownImages(markdown), ...tags].toSorted((a, b) => a.from - b.from);
  return [...new Set(shown.flatMap(({ address }) => (address === undefined ? [] : [address])))];
}

function markdownImages(
  markdown: Markdown,
): readonly { readonly from: number; readonly address: string | undefined }[] {
  const addresses = addressesIn(markdown, "definitionDestinationString");
  return markdown.all("image").map((image) => {
    const label = referenceOf(image, markdown);
    const own = markdown.source(partIn(image, "resourceDestinationString")) || undefined;
    return { from: image.from, address: label === undefined ? own : addresses.get(label) };
  });
}
