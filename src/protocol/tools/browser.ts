/** The browser of a run, as `browser_action` uses it. */

/** Kilo's actions. */
export const BROWSER_ACTIONS = [
  "launch",
  "click",
  "hover",
  "type",
  "press",
  "scroll_down",
  "scroll_up",
  "resize",
  "screenshot",
  "close",
] as const;

export interface BrowserAct {
  readonly action: (typeof BROWSER_ACTIONS)[number];
  /** Only of `launch`: the address, and the hosts that the page may reach besides servers in the cell, as policies list them. */
  readonly url?: string | undefined;
  readonly hosts?: readonly string[] | undefined;
  /** Number of an element in the last view. */
  readonly element?: number | undefined;
  /** A point of the visible part. With a size, the coordinates refer to a picture of that size. */
  readonly at?:
    | { readonly x: number; readonly y: number; readonly width?: number; readonly height?: number }
    | undefined;
  /** The text to type, or the name of a key. */
  readonly text?: string | undefined;
  /** Size of the visible part in pixels. */
  readonly size?: { readonly width: number; readonly height: number } | undefined;
  readonly picture: boolean;
}

/** A page after an action. */
export interface BrowserView {
  /** Why the action was not carried out. */
  readonly problem?: string | undefined;
  readonly url: string;
  readonly title: string;
  /** HTTP status of the document. */
  readonly status?: number | undefined;
  readonly width: number;
  readonly height: number;
  /** Pixels above the visible part, and height of the whole page. */
  readonly scrollY: number;
  readonly pageHeight: number;
  /** Visible text and numbered elements, in the order of the page. */
  readonly lines: readonly string[];
  /** What the lines leave out. */
  readonly note?: string | undefined;
  /** Messages of the console, errors, failed requests and dialogs. */
  readonly events: readonly string[];
  /** WebP in base64, or `same` when it equals the last picture. */
  readonly picture?: string | undefined;
}

export interface Browser {
  /** The address of the last `launch`; undefined when no browser is open. */
  readonly launched: () => string | undefined;
  /** Resolves to undefined after `close`. Throws `tool.input` with the reason when there is no browser or it has ended. */
  readonly act: (act: BrowserAct, signal: AbortSignal) => Promise<BrowserView | undefined>;
}
