/**
 * Tells which elements of a page a reader does not see, by their attributes and by simple rules of the page's own style sheets. A page
 * can still hide text in ways that only a browser knows, so its text remains untrusted data.
 */

import type { DefaultTreeAdapterTypes } from "parse5";
import { HIDING } from "../github/sanitise/hiding.ts";

type Element = DefaultTreeAdapterTypes.Element;

/** Elements that are not displayed, or not as text. */
const UNSHOWN: ReadonlySet<string> = new Set(
  (
    "script style template noscript head title iframe object embed audio video canvas svg datalist option button input select " +
    "textarea noembed noframes rp annotation annotation-xml area map"
  ).split(" "),
);
/** Names by which well-known style sheets hide text from readers who see. */
const HIDDEN_CLASS =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text|visuallyhidden|hidden|d-none|invisible)(?=\s|$)/i;
/** Characters of all style sheets that are read. */
const MAX_STYLE_CHARS = 100_000;
/** Characters that are read of the declarations of one element or rule, and of one declaration. A data URL may be longer. */
const MAX_DECLARATIONS_CHARS = 10_000;
const MAX_DECLARATION_CHARS = 200;
/** Properties whose colours and sizes hide no text. */
const SHOWN_PROPERTIES =
  /^(?:background|border|outline|column-rule|caret|accent|scrollbar|text-decoration|fill|stroke|min-|line-height)/;
const MAX_SELECTORS = 2_000;

export type IsHidden = (element: Element) => boolean;

/** Reads the style sheets, and returns a function that says whether an element is hidden. */
export function hiddenIn(styles: readonly string[]): IsHidden {
  const named = hidingSelectors(styles.join("\n").slice(0, MAX_STYLE_CHARS));
  return (element) => {
    if (UNSHOWN.has(element.tagName)) return true;
    const has = (name: string): string | undefined => attributeOf(element, name);
    if (has("hidden") !== undefined || (element.tagName === "dialog" && has("open") === undefined)) return true;
    const style = has("style");
    if (style !== undefined && hides(style)) return true;
    const classes = has("class") ?? "";
    if (HIDDEN_CLASS.test(classes)) return true;
    const id = has("id");
    if (id !== undefined && named.has(`#${id}`)) return true;
    return named.size > 0 && classes.split(/\s+/).some((name) => named.has(`.${name}`));
  };
}

export function attributeOf({ attrs }: Element, wanted: string): string | undefined {
  return attrs.find(({ name }) => name === wanted)?.value;
}

/** Whether declarations hide an element. White text with a background is meant to be read. Each declaration is matched alone, for speed. */
function hides(text: string): boolean {
  const plain = text
    .slice(0, MAX_DECLARATIONS_CHARS)
    .replaceAll(/\/\*[^]*?(?:\*\/|$)/g, "")
    .replaceAll('"', "'");
  const declarations = plain.split(";").map((one) => one.trim().toLowerCase().slice(0, MAX_DECLARATION_CHARS));
  const isOnGround = declarations.some((one) => one.startsWith("background"));
  return declarations.some((one) => {
    if (SHOWN_PROPERTIES.test(one) || (isOnGround && one.startsWith("color"))) return false;
    return HIDING.test(` style="${one}"`);
  });
}

/** The single classes and ids whose elements are not shown. Rules that hold only for some devices or states do not count. */
function hidingSelectors(css: string): ReadonlySet<string> {
  const found = new Set<string>();
  const plain = css
    .replaceAll(/\/\*[^]*?(?:\*\/|$)/g, "")
    .replaceAll(/@[^@{};]{0,500}\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
  for (const [, selectors = "", declarations = ""] of plain.matchAll(/(?<=([^{}]{1,1000}))\{([^{}]{0,2000})\}/g)) {
    if (!hides(declarations)) continue;
    for (const selector of selectors.split(",")) {
      const name = selector.trim();
      if (/^[.#][\w-]+$/.test(name) && found.size < MAX_SELECTORS) found.add(name);
    }
  }
  return found;
}
