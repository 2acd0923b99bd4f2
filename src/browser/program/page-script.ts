/** The page's script, in a world that the page cannot see. Its numbers of elements are never used twice in a document. */

/** About 4,000 tokens at most. The limits of elements and time are for hostile pages. */
const READING = String.raw`
  const MAX = { lines: 250, line: 200, chars: 12000, elements: 20000, ms: 1500, options: 12 };
  const page = (globalThis.kimiPage ??= { numbers: new WeakMap(), elements: new Map(), next: 1 });
  const squash = (text) => (text ?? "").slice(0, 2000).replace(/\s+/g, " ").trim();
  const cut = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);
  const quote = (text) => JSON.stringify(cut(squash(text), 100));
  const attribute = (element, name) => element.getAttribute(name) ?? "";

  const INPUTS = { button: "button", submit: "button", reset: "button", image: "button", checkbox: "checkbox", radio: "radio",
    range: "slider", number: "spinbutton", search: "searchbox", file: "file input" };
  const TAGS = { button: "button", select: "combobox", textarea: "textbox", summary: "button", option: "option", label: "label" };
  const tagOf = (element) => element.localName;
  const isControl = (element) => {
    const tag = tagOf(element);
    if (tag === "input") return element.type !== "hidden";
    if (tag === "a" || tag === "area") return element.hasAttribute("href");
    if (tag === "label") return element.control != null && !isSeen(element.control);
    if (tag in TAGS) return tag !== "option";
    if (element.isContentEditable) return !element.parentElement?.isContentEditable;
    if (/^(button|link|checkbox|radio|switch|tab|menuitem|menuitemcheckbox|menuitemradio|option|treeitem|textbox|searchbox|combobox|slider|spinbutton)$/.test(attribute(element, "role"))) return true;
    if (element.hasAttribute("onclick") || (element.hasAttribute("tabindex") && element.tabIndex >= 0)) return true;
    return getComputedStyle(element).cursor === "pointer" && element.parentElement != null && getComputedStyle(element.parentElement).cursor !== "pointer";
  };
  const roleOf = (element) => {
    const role = attribute(element, "role").split(" ")[0];
    if (role !== "") return role.slice(0, 30);
    const tag = tagOf(element);
    if (tag === "a" || tag === "area") return "link";
    if (tag === "input") return INPUTS[element.type] ?? (element.type === "text" ? "textbox" : element.type + " field");
    if (element.isContentEditable) return "textbox";
    return TAGS[tag] ?? "clickable";
  };
  const labelled = (element) => attribute(element, "aria-labelledby").split(/\s+/)
    .map((id) => (id === "" ? "" : squash(element.getRootNode().getElementById?.(id)?.textContent))).join(" ").trim();
  const wordsIn = (label) => [...label.childNodes].map((node) => node.nodeType === 3 ? node.data.slice(0, 500)
    : node.nodeType === 1 && !/^(input|select|textarea|button)$/.test(tagOf(node)) ? wordsIn(node) : "").join(" ");
  const nameOf = (element) => {
    const own = labelled(element) || squash(attribute(element, "aria-label"));
    if (own !== "") return own;
    const labels = [...(element.labels ?? [])].map((label) => squash(wordsIn(label))).join(" ").trim();
    if (labels !== "") return labels;
    if (tagOf(element) === "input" && INPUTS[element.type] === "button") {
      const text = squash(element.value) || squash(element.alt);
      if (text !== "") return text;
    }
    const text = "value" in element || element.isContentEditable ? "" : squash(element.innerText);
    if (text !== "" && tagOf(element) !== "select") return text;
    const button = tagOf(element) === "button" ? squash(element.innerText) : "";
    const inside = element.querySelector?.("img[alt], svg title, [aria-label]");
    return button || squash(inside && (attribute(inside, "alt") || attribute(inside, "aria-label") || inside.textContent))
      || squash(attribute(element, "placeholder")) || squash(attribute(element, "title")) || squash(attribute(element, "name")) || "";
  };
  const valueOf = (element) => {
    const tag = tagOf(element);
    if (tag === "select") {
      const options = [...element.options].slice(0, MAX.options).map((option) => quote(option.label));
      const more = element.options.length - options.length;
      return " = " + quote([...element.selectedOptions].map((one) => one.label).join(", ")) + " (options: " + options.join(", ") + (more > 0 ? ", " + more + " more" : "") + ")";
    }
    if (tag === "input" && element.type === "password") return element.value === "" ? ' = ""' : " = (hidden)";
    if (tag === "textarea" || (tag === "input" && !["button", "submit", "reset", "image", "checkbox", "radio", "file"].includes(element.type))) return " = " + quote(element.value);
    if (element.isContentEditable) return " = " + quote(element.innerText);
    if (tag === "a") return attribute(element, "href").startsWith("#") || element.protocol === "javascript:" ? "" : " -> " + cut(attribute(element, "href"), 80);
    return "";
  };
  const statesOf = (element) => {
    const states = [];
    if (element.checked === true || attribute(element, "aria-checked") === "true") states.push("checked");
    if (attribute(element, "aria-selected") === "true") states.push("selected");
    if (attribute(element, "aria-pressed") === "true") states.push("pressed");
    if (element.disabled === true || attribute(element, "aria-disabled") === "true") states.push("disabled");
    if (element.readOnly === true) states.push("read-only");
    if (attribute(element, "aria-expanded") !== "") states.push(attribute(element, "aria-expanded") === "true" ? "expanded" : "collapsed");
    if (element.validity?.valid === false && element.matches(":user-invalid")) states.push("invalid");
    if (element.getRootNode().activeElement === element) states.push("focused");
    return states.length === 0 ? "" : " (" + states.join(", ") + ")";
  };
  const isSeen = (element) => {
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return false;
    const { width, height, right, bottom } = element.getBoundingClientRect();
    if (getComputedStyle(element).display === "contents") return true;
    if (width <= 1 || height <= 1) return getComputedStyle(element).overflow === "visible" && element.childElementCount > 0;
    const view = element.ownerDocument.defaultView;
    return right + view.scrollX > 0 && bottom + view.scrollY > 0;
  };
  const numberOf = (element) => {
    let number = page.numbers.get(element);
    if (number === undefined) {
      number = page.next++;
      page.numbers.set(element, number);
      page.elements.set(number, new WeakRef(element));
    }
    return number;
  };
  const topOf = (element) => {
    let top = element.getBoundingClientRect().top;
    for (let view = element.ownerDocument.defaultView; view !== window && view?.frameElement; view = view.parent) top += view.frameElement.getBoundingClientRect().top;
    return top;
  };

  const read = () => {
    page.next = Math.max(page.next, call.next);
    const all = [];
    const ends = performance.now() + MAX.ms;
    let seen = 0;
    let isCut = false;
    let text = "";
    let top = 0;
    const flush = (mark = "") => {
      const line = squash(text);
      if (line !== "" && line !== "|") all.push({ top, text: cut(mark + line, MAX.line) });
      text = "";
    };
    const children = (node) => {
      for (const child of node.childNodes) {
        if (isCut) return;
        if (child.nodeType === 3) { if (text.length < 2000) text += child.data.slice(0, 2000); }
        else if (child.nodeType === 1) visit(child);
      }
    };
    const visit = (element) => {
      seen += 1;
      if (seen > MAX.elements || all.length > 5000 || performance.now() > ends) { isCut = true; return; }
      const tag = tagOf(element);
      if (/^(script|style|noscript|template|head|meta|link|title)$/.test(tag) || !isSeen(element)) return;
      const style = getComputedStyle(element);
      if (parseFloat(style.fontSize) < 2) return;
      const put = (line) => { flush(); all.push({ top: topOf(element), text: cut(line, MAX.line + 100) }); };
      if (isControl(element)) {
        put("[" + numberOf(element) + "] " + roleOf(element) + " " + quote(nameOf(element)) + valueOf(element) + statesOf(element));
        const holdsMore = !["a", "button", "select", "input", "textarea"].includes(tag) && element.querySelector("a, button, input, select, textarea, [role], [tabindex], [onclick]") !== null;
        if (!holdsMore) return;
      }
      if (tag === "iframe" || tag === "frame") {
        let inner = null;
        try { inner = element.contentDocument; } catch {}
        if (inner?.body) { put("--- frame " + quote(element.title || element.name)); children(inner.body); put("--- end of frame"); }
        else put("--- frame of another origin: " + cut(element.src, 100));
        return;
      }
      if (tag === "img" || tag === "svg" || tag === "canvas" || tag === "video") {
        const name = squash(attribute(element, "alt")) || squash(attribute(element, "aria-label")) || squash(tag === "svg" ? element.querySelector("title")?.textContent : "");
        if (name !== "" || tag !== "svg") put("(" + (tag === "img" || tag === "svg" ? "picture" : tag) + (name === "" ? "" : " " + quote(name)) + (tag === "img" && element.complete && element.naturalWidth === 0 ? ", broken" : "") + ")");
        return;
      }
      const isBlock = !/^(inline|contents|ruby)/.test(style.display);
      const isCell = style.display === "table-cell";
      if (isCell) text += squash(text) === "" ? "" : " | ";
      else if (isBlock) { flush(); top = topOf(element); }
      if (tag === "br") flush();
      const mark = /^h[1-6]$/.test(tag) ? "#".repeat(Number(tag[1])) + " " : tag === "li" ? "- " : "";
      if (element.shadowRoot) children(element.shadowRoot);
      else if (tag === "slot" && element.assignedNodes().length > 0) for (const one of element.assignedNodes()) { if (one.nodeType === 3) text += one.data.slice(0, 2000); else if (one.nodeType === 1) visit(one); }
      else children(element);
      if (isBlock && !isCell) flush(mark);
    };
    if (document.body) visit(document.body);
    flush();
    const count = document.getElementsByTagName("*").length;
    const root = document.scrollingElement ?? document.documentElement;
    let lines = all;
    const fits = (some) => { let chars = 0; let n = 0; for (const one of some) { chars += one.text.length + 1; if (n >= MAX.lines || chars > MAX.chars) break; n += 1; } return n; };
    const notes = [];
    if (fits(all) < all.length) {
      const first = Math.max(0, all.findIndex(({ top }) => top >= 0));
      const whole = all.slice(first);
      lines = whole.slice(0, fits(whole));
      notes.push("lines " + (first + 1) + " to " + (first + lines.length) + " of " + all.length + ", from the visible part on; scroll for others");
    }
    if (isCut) notes.push("the page has " + count + " elements, of which the first " + (seen - 1) + " were read");
    return { title: cut(squash(document.title), 200), lines: lines.map((one) => one.text), next: page.next,
      scrollY: Math.round(scrollY), height: root?.scrollHeight ?? 0, ...(notes.length === 0 ? {} : { note: notes.join("; ") }) };
  };
`;

export interface PageLines {
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
