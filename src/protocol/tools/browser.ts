/** What `browser_action` asks of the browser of a run, and what it gets. */

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
  /** Of `launch`, with the hosts that the page may reach besides the servers of the cell, as policies list them. */
  readonly url?: string | undefined;
  readonly hosts?: readonly string[] | undefined;
  /** Its number in a view. */
  readonly element?: number | undefined;
  /** A point of the visible part, or of a picture of it with this size. */
  readonly at?:
    | { readonly x: number; readonly y: number; readonly width?: number; readonly height?: number }
    | undefined;
  /** What is typed, or the name of a key. */
  readonly text?: string | undefined;
  /** Of the visible part, in pixels. */
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
  /** Pixels above the visible part, and in all. */
  readonly scrollY: number;
  readonly pageHeight: number;
  /** Visible text and numbered elements, in the order of the page. */
  readonly lines: readonly string[];
  /** What is not in the lines. */
  readonly note?: string | undefined;
  /** Console, errors, failed requests, dialogs. */
  readonly events: readonly string[];
  /** WebP in base64; `same` where it is the one that was shown last. */
  readonly picture?: string | undefined;
}

export interface Browser {
  /** The address of the last `launch`; undefined where no browser is open. */
  readonly launched: () => string | undefined;
  /** Resolves to undefined after `close`. Throws `tool.input` with the reason when there is no browser, or not any more. */
  readonly act: (act: BrowserAct, signal: AbortSignal) => Promise<BrowserView | undefined>;
}
