/**
 * The script that runs in the page, in a world of its own that the page's scripts cannot see or change. It reads what is visible,
 * gives elements numbers that are never used twice in a document, and finds and fills elements by number. It returns plain data.
 */

import { READING } from "./page-reading.ts";

export interface PageLines {
  readonly url: string;
  readonly title: string;
  readonly lines: readonly string[];
  /** The number that the next element gets. */
  readonly next: number;
  /** Pixels above the visible part. */
  readonly scrollY: number;
  /** Pixels of the whole page. */
  readonly height: number;
  /** Says what of the page is not in the lines. */
  readonly note?: string;
}

export type PagePoint = { readonly x: number; readonly y: number } | { readonly problem: string };
/** `set`: the value was set; `keys`: the element has the focus and its text is selected. */
export type PageField = { readonly kind: "set" | "keys" } | { readonly problem: string };

export type PageCall =
  | { readonly op: "read"; readonly next: number }
  | { readonly op: "point"; readonly element: number }
  /** Without `element` it is the element with the focus. */
  | { readonly op: "field"; readonly element?: number | undefined; readonly text: string }
  | { readonly op: "scroll"; readonly x: number; readonly y: number; readonly pages: number };

export function pageExpression(call: PageCall): string {
  return `(${SCRIPT})(${JSON.stringify(call)})`;
}

const ACTING = String.raw`
  const find = (number) => {
    const element = page.elements.get(number)?.deref();
    if (element === undefined || !element.isConnected) return { problem: page.elements.size === 0 || number >= page.next ? "none" : "gone" };
    return { element };
  };
  const point = (element) => {
    if (element.disabled === true) return { problem: "disabled" };
    element.scrollIntoViewIfNeeded?.(true);
    const box = [...element.getClientRects()].find(({ width, height }) => width > 1 && height > 1);
    if (box === undefined || !element.checkVisibility({ checkVisibilityCSS: true })) return { problem: "hidden" };
    const inner = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    let hit = element.getRootNode().elementFromPoint?.(inner.x, inner.y) ?? null;
    const isOwn = hit === null || hit === element || element.contains(hit) || hit.contains(element) || (hit.closest?.("label")?.control ?? null) === element || (element.localName === "label" && element.control === hit);
    if (!isOwn) return { problem: "covered by " + hit.localName + " " + quote(hit.innerText || attribute(hit, "aria-label") || hit.id || String(hit.className)) };
    for (let view = element.ownerDocument.defaultView; view !== window && view?.frameElement; view = view.parent) {
      const frame = view.frameElement.getBoundingClientRect();
      inner.x += frame.x + view.frameElement.clientLeft;
      inner.y += frame.y + view.frameElement.clientTop;
    }
    return inner;
  };
  const focused = () => {
    let element = document.activeElement;
    for (;;) {
      let inner = null;
      try { inner = element?.shadowRoot?.activeElement ?? element?.contentDocument?.activeElement ?? null; } catch {}
      if (inner === null) return element;
      element = inner;
    }
  };
  const field = (element, isNamed) => {
    const tag = element?.localName;
    const fire = () => { for (const name of ["input", "change"]) element.dispatchEvent(new Event(name, { bubbles: true })); };
    if (tag === "select") {
      const wanted = squash(call.text);
      const option = [...element.options].find((one) => squash(one.label) === wanted) ?? [...element.options].find((one) => one.value === wanted || squash(one.label).toLowerCase() === wanted.toLowerCase());
      if (option === undefined) return { problem: "no option " + quote(wanted) + "; there are " + cut([...element.options].slice(0, 20).map((one) => quote(one.label)).join(", "), 500) };
      if (option.disabled) return { problem: "the option is disabled" };
      element.focus();
      element.value = option.value;
      fire();
      return { kind: "set" };
    }
    const isText = tag === "textarea" || (tag === "input" && !["button", "submit", "reset", "image", "checkbox", "radio", "file", "hidden"].includes(element.type));
    if (!isText && element?.isContentEditable !== true) return { problem: "no field" };
    if (element.disabled || element.readOnly) return { problem: element.disabled ? "disabled" : "read-only" };
    if (tag === "input" && /^(color|date|datetime-local|month|range|time|week)$/.test(element.type)) {
      element.focus();
      const before = element.value;
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
      set.call(element, call.text);
      if (element.value === "" && call.text !== "") set.call(element, before);
      if (element.value === before && call.text !== before) return { problem: "a " + element.type + " field does not take " + quote(call.text) };
      fire();
      return { kind: "set" };
    }
    if (isNamed) {
      element.scrollIntoViewIfNeeded?.(true);
      element.focus();
      if (isText) element.select();
      else element.ownerDocument.getSelection().selectAllChildren(element);
    }
    return { kind: "keys" };
  };
  const scroll = () => {
    let target = document.elementFromPoint(call.x, call.y);
    const moves = (one) => one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY);
    while (target !== null && !moves(target)) target = target.parentElement;
    const height = target?.clientHeight ?? innerHeight;
    (target ?? window).scrollBy({ top: height * call.pages, behavior: "instant" });
    return {};
  };
`;

const SCRIPT = `(call) => {
${READING}
${ACTING}
  if (call.op === "read") return read();
  if (call.op === "scroll") return scroll();
  if (call.op === "field" && call.element === undefined) return field(focused(), false);
  const found = find(call.element);
  if (found.problem !== undefined) return { problem: found.problem };
  return call.op === "point" ? point(found.element) : field(found.element, true);
}`;
