/** Finds the addresses of images in a Markdown text, outside code. `upload-places.ts` decides which may be fetched. */

import { certainCode, within } from "../sanitise/certain-code.ts";

const INLINE = /(?<!\\)!\[[^\]\n]{0,1000}\]\([ \t]{0,10}<?([^\s<>)]{1,2000})/g;
const REFERENCE = /(?<!\\)!\[([^\]\n]{0,1000})\](?:\[([^\]\n]{0,1000})\])?(?!\()/g;
const DEFINITION = /^ {0,3}\[([^\]\n]{1,1000})\]:[ \t]*<?([^\s<>]{1,2000})/gm;
const TAG = /<img(?=\s)[^>]{0,2000}?\ssrc\s*=\s*(?:"([^"\s]{1,2000})"|'([^'\s]{1,2000})'|([^\s"'>]{1,2000}))/gi;

interface Place {
  readonly index: number;
  readonly address: string | undefined;
}

/** Distinct addresses in the order of their first appearance. `text` has LF line ends, as sanitised text has. */
export function findImages(text: string): readonly string[] {
  const definitions = new Map<string, string>();
  for (const [, label = "", address = ""] of text.matchAll(DEFINITION)) {
    if (!definitions.has(labelOf(label))) definitions.set(labelOf(label), address);
  }
  const places: readonly Place[] = [
    ...[...text.matchAll(INLINE)].map(({ index, 1: address }) => ({ index, address })),
    ...[...text.matchAll(REFERENCE)].map(({ index, 1: alternative = "", 2: label = "" }) => ({
      index,
      address: definitions.get(labelOf(label === "" ? alternative : label)),
    })),
    ...[...text.matchAll(TAG)].map(({ index, 1: double, 2: single, 3: bare }) => ({
      index,
      address: (double ?? single ?? bare)?.replaceAll("&amp;", "&"),
    })),
  ];
  const code = certainCode(text);
  const shown = places.filter(({ index }) => !within(code, index)).toSorted((a, b) => a.index - b.index);
  return [...new Set(shown.flatMap(({ address }) => (address === undefined ? [] : [address])))];
}

function labelOf(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}
