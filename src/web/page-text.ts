/** Turns a page of HTML into its title and the text that a reader sees, as Markdown. Only the main part is taken where there is one. */

import { parse, type DefaultTreeAdapterTypes } from "parse5";
import { attributeOf, hiddenIn, type IsHidden } from "./hidden-parts.ts";
import { markdownOf } from "./markdown.ts";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Elements that are nested more deeply are cut off. Real pages have 60 levels at most. */
const MAX_DEPTH = 200;
/** An element with less text is not taken for the main part. */
const MIN_MAIN_CHARS = 500;
const MIN_MAIN_SHARE = 0.05;
/** Elements around the main part of a page. */
const AROUND: ReadonlySet<string> = new Set(["nav", "aside", "footer", "header", "menu"]);
const AROUND_ROLES =
  /^(?:navigation|banner|contentinfo|search|complementary|dialog|alertdialog|menu|menubar|toolbar)$/i;

/** `url` is the address of the page, to which links are relative. */
export function pageText(html: string, url: URL) {
  const { body, title, isTooDeep, ...tree } = trimmed(parse(html));
  const isHidden = hiddenIn(tree.styles);
  if (body === undefined) return { title, text: "", hiddenParts: 0, isTooDeep };
  const whole = textLength(body, isHidden);
  const main = tree.mains
    .map((element) => ({ element, chars: textLength(element, isHidden) }))
    .filter(({ chars }) => chars >= MIN_MAIN_CHARS && chars >= whole * MIN_MAIN_SHARE)
    .toSorted((a, b) => b.chars - a.chars)[0]?.element;
  let hiddenParts = 0;
  const leavesOut = (element: Element): boolean => {
    const isUnseen = isHidden(element);
    if (isUnseen && textLength(element, () => false) > 0 && !isMachinery(element)) hiddenParts += 1;
    return isUnseen || isAround(element, main === undefined);
  };
  const base = tree.base === undefined ? url : (URL.parse(tree.base, url.href) ?? url);
  let text = markdownOf(main ?? body, { leavesOut, base });
  // A page may consist of navigation only.
  if (text === "" && main === undefined) {
    hiddenParts = 0;
    text = markdownOf(body, { leavesOut: isHidden, base });
  }
  return { title, text, hiddenParts, isTooDeep };
}

/** Elements whose text is not meant for readers on any page. They do not count as hidden parts. */
function isMachinery({ tagName }: Element): boolean {
  return /^(?:script|style|template|noscript|head|svg|button|option|select|title)$/.test(tagName);
}

/** Whether an element is not part of the text. Inside of a main part a header may have its headings, so only few elements are not. */
function isAround(element: Element, isBody: boolean): boolean {
  if (AROUND_ROLES.test(attributeOf(element, "role") ?? "")) return true;
  return isBody ? AROUND.has(element.tagName) : element.tagName === "nav";
}

/** Visits each element once, without recursion, and cuts off those that are too deep. */
function trimmed(root: DefaultTreeAdapterTypes.Document) {
  const first = new Map<string, Element>();
  const styles: string[] = [];
  const mains: Element[] = [];
  let isTooDeep = false;
  const open: { readonly node: Node; readonly depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    if ("tagName" in node) {
      if (!first.has(node.tagName)) first.set(node.tagName, node);
      if (node.tagName === "style") styles.push(ownText(node));
      if (node.tagName === "main" || node.tagName === "article" || attributeOf(node, "role") === "main")
        mains.push(node);
    }
    if (!("childNodes" in node)) continue;
    if (depth >= MAX_DEPTH && node.childNodes.length > 0) {
      isTooDeep = true;
      node.childNodes = node.childNodes.filter((child) => child.nodeName === "#text");
    }
    for (const child of node.childNodes.toReversed()) open.push({ node: child, depth: depth + 1 });
  }
  const title = first.get("title");
  const base = first.get("base");
  return {
    title: title === undefined ? "" : ownText(title).replaceAll(/\s+/g, " ").trim(),
    base: base && attributeOf(base, "href"),
    styles,
    mains,
    body: first.get("body"),
    isTooDeep,
  };
}

function ownText({ childNodes }: Element): string {
  return childNodes.map((child) => ("value" in child ? child.value : "")).join("");
}

/** The number of characters of shown text, without blanks. */
function textLength(root: Element, isHidden: IsHidden): number {
  let chars = 0;
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.nodeName === "#text" && "value" in node) chars += node.value.replaceAll(/\s+/g, "").length;
    if (!("childNodes" in node) || ("tagName" in node && node !== root && isHidden(node))) continue;
    for (const child of node.childNodes) open.push(child);
  }
  return chars;
}
