/** The actions of `browser_action` in a page. Each returns what the page looks like afterwards. */

import type { BrowserAct, BrowserView } from "../../protocol/tools/browser.ts";
import { CdpError, type Params } from "./cdp.ts";
import { keyEvents } from "./keys.ts";
import type { Notes } from "./notes.ts";
import type { PageField, PagePoint, PageLines } from "./page-script.ts";
import type { Tab } from "./tab.ts";

/** An open page. */
export interface ActOptions {
  readonly tab: Tab;
  readonly notes: Notes;
  /** The state that lasts from one action to the next. */
  readonly view: ViewState;
}

interface ViewState {
  width: number;
  height: number;
  /** The position of the mouse. */
  x: number;
  y: number;
  /** The number that the next element gets. */
  next: number;
  /** The picture that was shown last. */
  shown?: string | undefined;
}

/** Kilo Code's size of the window. */
export const FIRST_VIEW: Readonly<ViewState> = { width: 900, height: 600, x: 450, y: 300, next: 1 };

const LOAD_MS = 8_000;
const REACT_MS = 3_000;
/** A longer text is not typed key by key, which takes about 1 ms for each. */
const MAX_TYPED_CHARS = 300;
/** In base64. A larger picture is taken again at a lower quality, and left out where that is too large as well. */
const MAX_PICTURE_CHARS = 400_000;

/** Carries out one action. Rejects with a `CdpError` when the browser is gone. */
export async function act(request: BrowserAct, options: ActOptions): Promise<BrowserView> {
  const { tab, notes } = options;
  notes.take(); // what happened between two actions is not reported
  tab.begin();
  let problem: string | undefined;
  try {
    problem = await carryOut(request, options);
  } catch (error) {
    if (!(error instanceof CdpError) || error.kind === "ended") throw error;
    if (error.kind === "silent") tab.interrupt();
    problem = error.kind === "silent" ? "the page did not react to it within 5 s" : error.message;
  }
  await tab.settle(request.action === "launch" ? LOAD_MS : REACT_MS);
  return await viewOf({ ...request, problem }, options);
}

async function carryOut(request: BrowserAct, options: ActOptions): Promise<string | undefined> {
  const { tab, view } = options;
  switch (request.action) {
    case "launch":
      await setSize(options);
      return await tab.navigate(request.url ?? "about:blank");
    case "click":
    case "hover":
      return await point(request, options);
    case "type":
      return await type(request, options);
    case "press":
      return await press(request.text ?? "", tab);
    case "scroll_down":
    case "scroll_up":
      await tab.ask({ op: "scroll", x: view.x, y: view.y, pages: request.action === "scroll_down" ? 1 : -1 });
      return undefined;
    case "resize": {
      const { width, height } = request.size ?? view;
      Object.assign(view, { width, height, x: Math.min(view.x, width - 1), y: Math.min(view.y, height - 1) });
      await setSize(options);
      return undefined;
    }
    case "screenshot":
    case "close":
      return undefined;
  }
}

async function setSize({ tab, view: { width, height } }: ActOptions): Promise<void> {
  await tab.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
}

async function point({ action, element, at }: BrowserAct, { tab, view }: ActOptions): Promise<string | undefined> {
  if (element !== undefined) {
    const found = await tab.ask<PagePoint>({ op: "point", element });
    if ("problem" in found) return elementProblem(element, found.problem, view);
    Object.assign(view, { x: found.x, y: found.y });
  } else if (at !== undefined) {
    const scaled = {
      x: (at.x * view.width) / (at.width ?? view.width),
      y: (at.y * view.height) / (at.height ?? view.height),
    };
    if (scaled.x >= view.width || scaled.y >= view.height) {
      return `${Math.round(scaled.x)},${Math.round(scaled.y)} is outside of the visible part, which is ${view.width}x${view.height}`;
    }
    Object.assign(view, scaled);
  }
  const { x, y } = view;
  const mouse = async (type: string, more: Params = {}): Promise<void> =>
    void (await tab.send("Input.dispatchMouseEvent", { type, x, y, ...more }));
  await mouse("mouseMoved");
  if (action === "hover") return undefined;
  await mouse("mousePressed", { button: "left", buttons: 1, clickCount: 1 });
  await mouse("mouseReleased", { button: "left", clickCount: 1 });
  return undefined;
}

async function type({ element, at, text = "" }: BrowserAct, options: ActOptions): Promise<string | undefined> {
  const { tab, view } = options;
  if (element === undefined && at !== undefined) {
    const missed = await point({ action: "click", at, picture: false }, options);
    if (missed !== undefined) return missed;
  }
  const field = await tab.ask<PageField>({ op: "field", element, text });
  if ("problem" in field) {
    if (element !== undefined) return elementProblem(element, field.problem, view);
    return field.problem === "no field"
      ? "nothing that takes text has the focus: click a field first, or give its element"
      : field.problem;
  }
  if (field.kind === "set") return undefined;
  if (text === "") return element === undefined ? undefined : await press("Delete", tab);
  if (text.length > MAX_TYPED_CHARS) {
    await tab.send("Input.insertText", { text });
    return undefined;
  }
  for (const char of text.replaceAll("\r\n", "\n")) {
    if (char === "\n" || char === "\t") await press(char === "\n" ? "Enter" : "Tab", tab);
    else if (keyEvents(char) === undefined || char === "+") await tab.send("Input.insertText", { text: char });
    else await press(char, tab);
  }
  return undefined;
}

async function press(key: string, tab: Tab): Promise<string | undefined> {
  const events = keyEvents(key);
  if (events === undefined) {
    return `there is no key ${JSON.stringify(key)}: give one like Enter, Tab, Escape, ArrowDown, a or Ctrl+A`;
  }
  for (const event of events) await tab.send("Input.dispatchKeyEvent", event);
  return undefined;
}

function elementProblem(element: number, problem: string, { next }: ViewState): string {
  switch (problem) {
    case "none":
      return `there is no element ${element}: ${next === 1 ? "the page has none" : "take a number from the newest list"}`;
    case "gone":
      return `element ${element} is no longer in the page: take a number from the list below`;
    case "no field":
      return `element ${element} takes no text`;
    default:
      return `element ${element} is ${problem}`;
  }
}

/** What the page looks like. Of a page that does not answer, only the address and the events are known. */
async function viewOf(
  { action, problem, picture }: Pick<BrowserAct, "action" | "picture"> & { readonly problem: string | undefined },
  { tab, notes, view }: ActOptions,
): Promise<BrowserView> {
  const { url, status, isMissing = false } = tab.place();
  const size = { width: view.width, height: view.height };
  const about = { url, status, ...size, ...(problem === undefined ? {} : { problem }) };
  try {
    const text = await tab.ask<PageLines>({ op: "read", next: view.next });
    view.next = text.next;
    const shot = picture ? await pictureOf(tab, notes) : undefined;
    const isSame = shot !== undefined && shot === view.shown && action !== "screenshot";
    view.shown = shot ?? view.shown;
    return {
      ...about,
      title: isMissing ? "" : text.title,
      scrollY: text.scrollY,
      pageHeight: text.height,
      lines: isMissing ? [] : text.lines,
      note: isMissing ? "it could not be loaded" : text.note,
      events: notes.take(),
      picture: isSame ? "same" : shot,
    };
  } catch (error) {
    if (!(error instanceof CdpError) || error.kind === "ended") throw error;
    const note = `the page does not answer: ${error.message}`;
    return { ...about, title: "", scrollY: 0, pageHeight: 0, lines: [], note, events: notes.take() };
  }
}

async function pictureOf(tab: Tab, notes: Notes): Promise<string | undefined> {
  for (const quality of [75, 30]) {
    try {
      const { data } = await tab.send("Page.captureScreenshot", { format: "webp", quality });
      if (typeof data === "string" && data.length <= MAX_PICTURE_CHARS) return data;
    } catch (error) {
      if (!(error instanceof CdpError) || error.kind === "ended") throw error;
      break;
    }
  }
  notes.add("page: no picture could be taken");
  return undefined;
}
