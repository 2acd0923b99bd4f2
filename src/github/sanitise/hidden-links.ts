/** What Markdown links, images and notes say without showing it: titles, alternatives, links without text, names, definitions that no text uses. */

import { addressesIn, labelOf, partIn, referenceOf, type Markdown, type MarkdownPart } from "../markdown/parse.ts";
import { merged, outside } from "../markdown/ranges.ts";
import { escapeAt, isBlank, sparing, type Cut } from "./cuts.ts";
import { undisguised } from "./hidden-characters.ts";

/** Schemes that GitHub takes out of links, so that a reader does not see where they go. Also where it is half written as an entity. */
const UNSHOWN_SCHEME = /^[\s<"']*(?:data|javascript|vbscript)\s*(?::|&|\\|%3a)/i;

/** Whether a reader does not see where a link to this address goes. */
export function isUnshown(address: string): boolean {
  return UNSHOWN_SCHEME.test(undisguised(address));
}

/** Cuts titles, alternatives and names of references; a link whose text is empty without `html` goes whole. */
export function hiddenLinks(markdown: Markdown, html: readonly Cut[]): readonly Cut[] {
  const addresses = addressesIn(markdown, "definitionDestination");
  return markdown.all("link", "image").flatMap((link): readonly Cut[] => {
    const isImage = link.type === "image";
    const plain = escapeAt(isImage ? link.from + 1 : link.from);
    const content = partIn(link, "labelText");
    const resource = link.parts.find(({ type }) => type === "resource");
    if (!isImage && resource !== undefined && isEmpty(content, markdown, html)) {
      return [{ from: link.from, to: link.to, plain }];
    }
    const alternative = isImage && content !== undefined ? [content] : [];
    const target = resource === undefined ? [] : hiddenInTarget(resource, "resource", markdown);
    return [...alternative, ...target, ...hiddenName(link, addresses, markdown)].map((cut) => ({ ...cut, plain }));
  });
}

function isEmpty(content: MarkdownPart | undefined, { text, source }: Markdown, html: readonly Cut[]): boolean {
  return content === undefined || undisguised(source(content)).trim() === "" || isBlank(content, text, html);
}

/** Cuts the name of `[text][name]` and puts the address there. */
function hiddenName(link: MarkdownPart, addresses: ReadonlyMap<string, string>, markdown: Markdown): readonly Cut[] {
  const reference = link.parts.find(({ type }) => type === "reference");
  if (reference === undefined || saysItsName(link, markdown)) return [];
  const name = labelOf(markdown.source(partIn(reference, "referenceString")));
  const by = `(${inParentheses(addresses.get(name) ?? "")})`;
  return [{ from: reference.from, to: reference.to, by }];
}

/** Whether the name by which it refers to a definition may stand: it is the text that is shown, or a number, which says nothing. */
function saysItsName(link: MarkdownPart, { source }: Markdown): boolean {
  const name = source(partIn(link, "referenceString"));
  const isNumber = /^\d{1,3}$/.test(name);
  if (link.type === "image") return isNumber;
  return isNumber || name === "" || labelOf(name) === labelOf(source(partIn(link, "labelText")));
}

function inParentheses(address: string): string {
  return address.startsWith("<") || !/[()\\]/.test(address) ? address : `<${address}>`;
}

/** Title and unshown address of a resource or a definition. */
function hiddenInTarget(target: MarkdownPart, type: "resource" | "definition", { source }: Markdown): readonly Cut[] {
  const address = partIn(target, `${type}Destination`);
  const title = partIn(target, `${type}Title`);
  const cuts: Cut[] = [];
  // A definition needs an address.
  const by = type === "resource" ? "" : "#";
  if (address !== undefined && isUnshown(source(address))) cuts.push({ ...address, by });
  if (title !== undefined) cuts.push({ from: address?.to ?? title.from, to: title.to });
  return cuts;
}

/** Cuts footnotes that nothing outside of `dropped` calls, or that came after one of the same label. */
export function hiddenNotes({ all, source }: Markdown, dropped: readonly Cut[]): readonly Cut[] {
  const called = new Set(outside(dropped, all("gfmFootnoteCallString")).map((call) => labelOf(source(call))));
  const label = (note: MarkdownPart): string => labelOf(source(partIn(note, "gfmFootnoteDefinitionLabelString")));
  // Of two in one another the inner one comes first.
  const notes = all("gfmFootnoteDefinition").toSorted((a, b) => a.to - b.to || b.from - a.from);
  const shown = new Set(firstOf(notes, label).filter((note) => called.has(label(note))));
  const places = merged([...shown]);
  return notes.flatMap((note): readonly Cut[] =>
    shown.has(note) ? [] : sparing({ ...note, plain: escapeAt(note.from) }, places),
  );
}

/** Cuts definitions that no text outside of `dropped` refers to, or that came after one of the same label, and the titles of the others. */
export function hiddenDefinitions(markdown: Markdown, dropped: readonly Cut[]): readonly Cut[] {
  const { all, source } = markdown;
  const links = outside(dropped, all("link", "image")).filter((link) => saysItsName(link, markdown));
  const used = new Set(links.map((link) => referenceOf(link, markdown)));
  const label = (definition: MarkdownPart): string => labelOf(source(partIn(definition, "definitionLabelString")));
  const definitions = all("definition");
  const shown = new Set(firstOf(definitions, label).filter((definition) => used.has(label(definition))));
  return definitions.flatMap((definition): readonly Cut[] => {
    const plain = escapeAt(definition.from);
    if (!shown.has(definition)) return [{ ...definition, plain }];
    return hiddenInTarget(definition, "definition", markdown).map((cut) => ({ ...cut, plain }));
  });
}

function firstOf(parts: readonly MarkdownPart[], label: (part: MarkdownPart) => string): readonly MarkdownPart[] {
  const known = new Set<string>();
  return parts.filter((part) => known.size < known.add(label(part)).size);
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
  }));
}
