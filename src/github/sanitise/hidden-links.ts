/** What Markdown links, images and notes say without showing it: titles, alternatives, links without text, names, definitions that no text uses. */

import { addressesIn, labelOf, partIn, referenceOf, type Markdown, type MarkdownPart } from "../markdown/parse.ts";
import type { Cut } from "./cuts.ts";

/** Schemes that GitHub takes out of links, so that a reader does not see where they go. Also where it is half written as an entity. */
export const UNSHOWN_SCHEME = /^[\s<"']*(?:data|javascript|vbscript)\s*(?::|&|\\|%3a)/i;

/** Cuts titles, alternatives and names of references; a link without text goes whole. */
export function hiddenLinks(markdown: Markdown): readonly Cut[] {
  const addresses = addressesIn(markdown, "definitionDestination");
  return markdown.all("link", "image").flatMap((link): readonly Cut[] => {
    const isImage = link.type === "image";
    const content = partIn(link, "labelText");
    const resource = link.parts.find(({ type }) => type === "resource");
    if (!isImage && resource !== undefined && markdown.source(content).trim() === "") {
      return [{ from: link.from, to: link.to, kind: "attributes" }];
    }
    const alternative = isImage && content !== undefined ? [{ ...content, kind: "attributes" } as const] : [];
    const target = resource === undefined ? [] : hiddenInTarget(resource, "resource", markdown);
    return [...alternative, ...target, ...hiddenName(link, addresses, markdown)];
  });
}

/** Cuts the name of `[text][name]` and puts the address there. A number says nothing, so it may stand. */
function hiddenName(link: MarkdownPart, addresses: ReadonlyMap<string, string>, { source }: Markdown): readonly Cut[] {
  const reference = link.parts.find(({ type }) => type === "reference");
  const name = source(partIn(reference, "referenceString"));
  const isSaid = /^\d{0,3}$/.test(name) || labelOf(name) === labelOf(source(partIn(link, "labelText")));
  if (reference === undefined || isSaid) return [];
  const by = `(${inParentheses(addresses.get(labelOf(name)) ?? "")})`;
  return [{ from: reference.from, to: reference.to, by, kind: "attributes" }];
}

function inParentheses(address: string): string {
  return address.startsWith("<") || !/[()\\]/.test(address) ? address : `<${address}>`;
}

/** Title and unshown address of a resource or a definition. */
function hiddenInTarget(target: MarkdownPart, type: "resource" | "definition", { source }: Markdown): readonly Cut[] {
  const address = partIn(target, `${type}Destination`);
  const title = partIn(target, `${type}Title`);
  const kind = type === "resource" ? "attributes" : "definitions";
  const cuts: Cut[] = [];
  // A definition needs an address.
  const by = type === "resource" ? "" : "#";
  if (address !== undefined && UNSHOWN_SCHEME.test(source(address))) cuts.push({ ...address, by, kind });
  if (title !== undefined) cuts.push({ from: address?.to ?? title.from, to: title.to, kind });
  return cuts;
}

/** Cuts definitions and footnotes that no text refers to, or that came after one of the same label, and the titles of the others. */
export function hiddenDefinitions(markdown: Markdown): readonly Cut[] {
  const { all, source } = markdown;
  const used = new Set<string | undefined>([
    ...all("link", "image").map((link) => referenceOf(link, markdown)),
    ...all("gfmFootnoteCallString").map((call) => `^${labelOf(source(call))}`),
  ]);
  const known = new Set<string>();
  return all("definition", "gfmFootnoteDefinition").flatMap((definition): readonly Cut[] => {
    const isNote = definition.type === "gfmFootnoteDefinition";
    const string = partIn(definition, isNote ? "gfmFootnoteDefinitionLabelString" : "definitionLabelString");
    const label = `${isNote ? "^" : ""}${labelOf(source(string))}`;
    const isShown = used.has(label) && !known.has(label);
    known.add(label);
    if (!isShown) return [{ ...definition, kind: "definitions" }];
    return isNote ? [] : hiddenInTarget(definition, "definition", markdown);
  });
}

/** Puts numbers in the places of footnotes' labels, as readers see them. */
export function noteLabels({ all, source }: Markdown): readonly Cut[] {
  const notes = all("gfmFootnoteDefinitionLabelString");
  const numbers = new Map<string, string>();
  for (const note of notes) {
    const label = labelOf(source(note));
    if (!numbers.has(label)) numbers.set(label, `${numbers.size + 1}`);
  }
  return [...notes, ...all("gfmFootnoteCallString")].map((name): Cut => ({
    ...name,
    by: numbers.get(labelOf(source(name))) ?? "",
    kind: "definitions",
  }));
}
